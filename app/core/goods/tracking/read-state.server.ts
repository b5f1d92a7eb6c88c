/**
 * Reads what changed in the state's system since the last time: packages, then deliveries; takes lots off sale that the
 * state holds, and tells staff. Runs every minute, and is safe to repeat.
 */
import { eq } from 'drizzle-orm';
import { Temporal } from 'temporal-polyfill';
import { database, inTransaction, type Transaction } from '#db/client.ts';
import { stateReads, trackedPackages } from '#db/schema/tracking.ts';
import type { StateReadKind } from '#kernel/statuses.ts';
import { asDate, instantOf, systemClock } from '#kernel/time.ts';
import { announce } from '#platform/live/announce.ts';
import { log } from '#platform/log.ts';
import { storeDelivery } from './deliveries/store-deliveries.server.ts';
import { applyHolds } from './holds/apply-holds.server.ts';
import { tellHolds } from './holds/tell-holds.server.ts';
import { trackingSystem } from './open-tracking.server.ts';
import { storeTracked } from './store-tracked.server.ts';
import { type TrackingSystem, TrackingTrouble } from './tracking.ts';

/** The two clocks differ, and what changes while a list is read may be missing from it. */
const OVERLAP_MINUTES = 15;
/** Before any package. */
const EARLIEST = Temporal.Instant.from('2013-01-01T00:00:00Z');
/** Older deliveries were received long ago, by hand. */
const FIRST_DELIVERIES_DAYS = 60;

/** Without a connection nothing. What cannot be read stays as it was: the next minute tries again. */
export async function readState(now = systemClock()): Promise<void> {
  const system = await trackingSystem();
  if (!system) return;
  await reading(system, 'packages', now, EARLIEST, async (since) => {
    const packages = await system.packagesSince(since);
    return async (tx, isOtherPlace) => {
      // Another license's packages say nothing about our lots.
      if (isOtherPlace) await tx.delete(trackedPackages);
      await storeTracked(tx, packages, now);
    };
  });
  // Also when nothing was read: a process may have stopped between reading and this.
  await applyHolds(now);
  await tellHolds(now);
  const first = now.subtract({ hours: FIRST_DELIVERIES_DAYS * 24 });
  await reading(system, 'deliveries', now, first, async (since) => {
    const deliveries = await system.deliveries(since);
    return async (tx) => {
      const inOrder = deliveries.toSorted((left, right) => (left.id < right.id ? -1 : 1));
      for (const delivery of inOrder) await storeDelivery(tx, delivery, now);
      if (deliveries.length > 0) await announce(tx, 'inventory');
    };
  });
}

/** Reads since the last reading that succeeded, and stores what it found with the moment of this one. */
async function reading(
  { place }: TrackingSystem,
  kind: StateReadKind,
  now: Temporal.Instant,
  first: Temporal.Instant,
  read: (since: Temporal.Instant) => Promise<(tx: Transaction, isOtherPlace: boolean) => Promise<void>>,
): Promise<void> {
  const [last] = await database().select().from(stateReads).where(eq(stateReads.kind, kind));
  const isOtherPlace = last !== undefined && last.place !== place;
  const since = last && !isOtherPlace ? instantOf(last.readAt).subtract({ minutes: OVERLAP_MINUTES }) : first;
  try {
    const store = await read(since);
    await inTransaction(async (tx) => {
      await store(tx, isOtherPlace);
      const row = { place, readAt: asDate(now) };
      await tx
        .insert(stateReads)
        .values({ kind, ...row })
        .onConflictDoUpdate({ target: stateReads.kind, set: row });
    });
  } catch (error) {
    if (!(error instanceof TrackingTrouble)) throw error;
    log.debug({ err: error, kind }, 'the state’s system could not be read');
  }
}
