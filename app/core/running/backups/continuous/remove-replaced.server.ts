/** Deletes what the continuous backup no longer needs. */
import { Temporal } from 'temporal-polyfill';
import { systemClock } from '#kernel/time.ts';
import { MANIFEST, ownerOf, parseBackupName } from '../backup.ts';
import { LOG, readChains } from './chain.ts';
import { type Place, readBase } from './read-base.server.ts';

/** Bases of a shop that stay at least: moments since the oldest one can be restored. */
const LEAST = 3;

/** The names of the newest bases, and of the newest one that is a day old: chains that break all day leave a day within reach. */
export function remainingBases(names: readonly string[], now: Temporal.Instant): Set<string> {
  const sorted = [...names].sort();
  const aDayAgo = now.subtract({ hours: 24 });
  const old = sorted.findLast((name) => {
    const moment = parseBackupName(name)?.moment;
    return moment !== undefined && Temporal.Instant.compare(moment, aDayAgo) <= 0;
  });
  return new Set([...sorted.slice(-LEAST), ...(old === undefined ? [] : [old])]);
}

/** Deletes what no remaining base needs: replaced bases, the log before the oldest one, and chains without any. */
export async function removeReplaced(place: Place, shopId: string): Promise<void> {
  const { store } = place;
  const chains = await readChains(store, ownerOf(shopId));
  const names = chains.flatMap(({ bases }) => bases).sort();
  const remaining = remainingBases(names, systemClock());
  for (const chain of chains) {
    const oldest = chain.bases.find((name) => remaining.has(name));
    // The first segment of a base under an earlier passphrase is unknown: its whole log stays.
    const from = oldest && (await readBase(place, chain, oldest).catch(() => null))?.base.firstSegment;
    for (const key of chain.keys.sort(manifestsFirst)) {
      const [, , part = '', file = ''] = key.split('/');
      const isNeeded =
        part === LOG
          ? oldest !== undefined && file >= (from ?? '')
          : remaining.has(part) || part > (names.at(-1) ?? '');
      if (!isNeeded) await store.remove(key);
    }
  }
}

/** A base whose manifest is gone is none: from then on nothing reads the rest. */
const manifestsFirst = (one: string, other: string) =>
  Number(other.endsWith(`/${MANIFEST}`)) - Number(one.endsWith(`/${MANIFEST}`));
