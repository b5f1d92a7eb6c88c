/**
 * Decides which push services may be contacted right now. Browsers choose their service, so some hang, by fault or on
 * purpose: one that did not answer in time pauses, longer each time, and few unproven ones are contacted at once, so
 * that messages through all others are not delayed. Each process learns this by itself.
 */

/** The message must wait: its service is paused, or too many unproven services are being contacted. */
export class PushPutOff extends Error {
  override name = 'PushPutOff';
}

type Service = { isProven: boolean; misses: number; restsUntil: number };

/** Concurrent requests to services that have never answered or did not answer the last time. */
const MOST_UNPROVEN = 2;
const FIRST_REST_MS = 15_000;
const LONGEST_REST_MS = 5 * 60_000;
/** Made-up services by the thousand evict the services contacted longest ago. */
const MOST_KNOWN = 1000;

export type PushPatience = {
  /** Contacts the service. @param isSilence whether the error means that no answer came in time. @throws PushPutOff */
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
        // Several concurrent failures count once.
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
