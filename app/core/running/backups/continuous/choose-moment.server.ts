/** Decides which moments can be restored, and from which base. */
import { Temporal } from 'temporal-polyfill';
import { StartError } from '#platform/env.ts';
import { type Chain, readChains, segmentsOf } from './chain.ts';
import { type OpenBase, type Place, readBase } from './read-base.server.ts';

/** A base, and the log that follows it without a gap. */
export type Reach = OpenBase & { chain: Chain; segments: string[] };

/** From where moments of a shop can be restored, the newest base last, and the bases that cannot be read. */
export async function readReach(
  place: Place,
  owner?: string,
): Promise<{ reach: Reach[]; unreadable: string[] }> {
  const reach: Reach[] = [];
  const unreadable: string[] = [];
  for (const chain of await readChains(place.store, owner))
    for (const name of chain.bases) {
      // Under an earlier passphrase, or damaged: another one may do.
      const opened = await readBase(place, chain, name).catch(() => null);
      if (!opened) {
        unreadable.push(name);
        continue;
      }
      const segments = segmentsOf(chain, opened.base);
      // Its own log was lost or is still on its way.
      if (segments.includes(opened.base.lastSegment)) reach.push({ ...opened, chain, segments });
    }
  reach.sort((one, other) => (one.base.completeAt < other.base.completeAt ? -1 : 1));
  return { reach, unreadable };
}

/** Whether the log goes on after a part that is missing. */
export function isCut({ chain, segments }: Reach): boolean {
  const last = segments.at(-1) ?? '';
  return [...chain.segments.keys()].some((name) => name > last);
}

/** When the last of the segments was stored: what happened later is not in them. */
export const endOf = ({ chain, segments }: Reach): Date =>
  chain.segments.get(segments.at(-1) ?? '') ?? new Date(0);

/**
 * @param text '2026-11-26 14:05' in the store's time zone, or ISO with Z or an offset; 'now' for as late as possible
 * @returns null for 'now'
 * @throws StartError for another text, and for a time that the clocks skip or repeat
 */
export function parseMoment(text: string, zone: string): Temporal.Instant | null {
  if (text === 'now') return null;
  try {
    if (/(Z|[+-]\d\d:?\d\d)$/.test(text)) return Temporal.Instant.from(text);
    return Temporal.PlainDateTime.from(text.replace(' ', 'T'))
      .toZonedDateTime(zone, { disambiguation: 'reject' })
      .toInstant();
  } catch {
    throw new StartError(
      `'${text}' is no moment: write --until '2026-11-26 14:05' in the store's time (${zone}), or with Z for UTC, as it is needed for an hour that occurs twice; or --until now.`,
    );
  }
}

/**
 * The newest base from which the moment can be reached, or the one that is named.
 * @param until null for as late as possible
 * @throws StartError, in one sentence: when there is none, when none has the name, and when the named one is newer than
 * the moment
 */
export function chooseReach(
  reach: readonly Reach[],
  until: Temporal.Instant | null,
  name: string | null = null,
): Reach {
  const [first] = reach;
  if (!first)
    throw new StartError(
      'There is no continuous backup here: restore a nightly one (npm run restore lists them).',
    );
  const named = name === null ? reach : reach.filter(({ base }) => base.name === name);
  const [wanted] = named;
  if (!wanted)
    throw new StartError(
      `No copy is called ${name}. There are: ${reach.map(({ base }) => base.name).join(', ')}.`,
    );
  const chosen = named.findLast(
    ({ base }) => until === null || base.completeAt <= until.toString({ smallestUnit: 'millisecond' }),
  );
  if (chosen) return chosen;
  throw new StartError(
    name === null
      ? `The continuous backup begins at ${first.base.completeAt} (UTC): restore a nightly one from before.`
      : `The copy ${name} is newer than that: it was complete at ${wanted.base.completeAt} (UTC). Name an older one.`,
  );
}
