/**
 * Which push services are asked right now. Browsers say where theirs is, so some of them hang, by fault or on purpose:
 * one that gave no answer in time rests, longer each time, and few are asked at once of those that have not answered
 * yet, so that messages by all others go out meanwhile. Each process learns it by itself.
 */

/** The message goes later: its service rests, or too many unknown ones are being waited for. */
export class PushPutOff extends Error {
  override name = 'PushPutOff';
}

type Service = { isProven: boolean; misses: number; restsUntil: number };

/** Waited for at the same time, of all services that have not answered the last time or never. */
const MOST_UNPROVEN = 2;
const FIRST_REST_MS = 15_000;
const LONGEST_REST_MS = 5 * 60_000;
/** Whoever makes up services by the thousand pushes the ones asked longest ago out. */
const MOST_KNOWN = 1000;

export type PushPatience = {
  /** Asks the service. @param isSilence whether the error says that it gave no answer in time. @throws PushPutOff */
  ask<T>(origin: string, asking: () => Promise<T>, isSilence: (error: unknown) => boolean): Promise<T>;
};

export function pushPatience(now: () => number = Date.now): PushPatience {
  const known = new Map<string, Service>();
  let unproven = 0;

  const note = (origin: string, service: Service) => {
    known.delete(origin);
    known.set(origin, service);
    for (const oldest of known.keys()) {
      if (known.size <= MOST_KNOWN) return;
      known.delete(oldest);
    }
  };

  return {
    async ask(origin, asking, isSilence) {
      const service = known.get(origin) ?? { isProven: false, misses: 0, restsUntil: 0 };
      if (service.restsUntil > now())
        throw new PushPutOff(`${origin} gave no answer and is left alone a while`);
      const { isProven } = service;
      if (!isProven && unproven >= MOST_UNPROVEN)
        throw new PushPutOff(`${origin} waits for others to answer`);
      if (!isProven) unproven += 1;
      try {
        const answer = await asking();
        note(origin, { isProven: true, misses: 0, restsUntil: 0 });
        return answer;
      } catch (error) {
        const { misses, restsUntil } = known.get(origin) ?? service;
        // Of several that were under way one counts.
        if (isSilence(error) && restsUntil <= now()) {
          const rest = Math.min(FIRST_REST_MS * 2 ** misses, LONGEST_REST_MS);
          note(origin, { isProven: false, misses: misses + 1, restsUntil: now() + rest });
        }
        throw error;
      } finally {
        if (!isProven) unproven -= 1;
      }
    },
  };
}
