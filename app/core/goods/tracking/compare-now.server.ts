/** Reads the state's packages, stores them as those of a day and as they are now, and what differs from our lots. Changes no lot. */
import { and, eq, isNull } from 'drizzle-orm';
import type { Temporal } from 'temporal-polyfill';
import { reconciledDay } from '#core/goods/reconciliation/day-queries.server.ts';
import { storePackages } from '#core/goods/reconciliation/store-packages.server.ts';
import { storeClock } from '#core/ground/settings/store-clock.server.ts';
import { database, inTransaction } from '#db/client.ts';
import { stateComparisons, stateDifferences } from '#db/schema/tracking.ts';
import { newId } from '#kernel/ids.ts';
import { asDate, type StoreDate, startOfDay, storeDate, systemClock } from '#kernel/time.ts';
import { announce } from '#platform/live/announce.ts';
import { trackingSystem } from './open-tracking.server.ts';
import { readReporting } from './reports/report-figures-queries.server.ts';
import { reportedSales, unreported } from './reports/reported-queries.server.ts';
import { compareReceipts, compareWithState, startMessage } from './state-difference.ts';
import { storeTracked } from './store-tracked.server.ts';
import { type StateReceipt, type TrackedPackage, TrackingTrouble, trackingMessage } from './tracking.ts';

/** Rows of one statement. */
const TOGETHER = 1000;

/**
 * Does nothing for a comparison that has ended, so it is safe to repeat.
 * @param day whose packages they are; today without one
 */
export async function compareNow(
  id: string,
  day?: StoreDate,
  now: Temporal.Instant = systemClock(),
): Promise<void> {
  const [row] = await database().select().from(stateComparisons).where(eq(stateComparisons.id, id));
  if (!row || row.endedAt !== null) return;
  const system = await trackingSystem();
  if (!system) return end(id, startMessage({ kind: 'not-connected' }));
  const { today, zone } = await storeClock(now);
  const ofDay = day ?? today;
  const readAt = systemClock();
  let packages: TrackedPackage[];
  let receipts: StateReceipt[] = [];
  try {
    packages = await system.packages();
    if ((await readReporting())?.isOn)
      receipts = (await system.receipts(startOfDay(ofDay, zone))).filter(({ soldAt }) =>
        storeDate(soldAt, zone).equals(ofDay),
      );
  } catch (error) {
    if (error instanceof TrackingTrouble) return end(id, trackingMessage(error.problem, system.name));
    throw error;
  }
  await inTransaction(async (tx) => {
    const file = {
      ...{ id: newId<string>(), key: id, day: ofDay, at: asDate(now) },
      by: row.startedBy === null ? null : { userId: row.startedBy, name: row.startedByName },
    };
    const ended = { endedAt: asDate(systemClock()), trouble: null };
    const [running] = await tx
      .update(stateComparisons)
      .set(ended)
      .where(and(eq(stateComparisons.id, id), isNull(stateComparisons.endedAt)))
      .returning({ id: stateComparisons.id });
    // Ended by another instance, or as interrupted.
    if (!running) return;
    await storePackages(tx, file, packages);
    await storeTracked(tx, packages, readAt, true);
    const reconciled = await reconciledDay(tx, file.day, zone);
    const { differences, lots, matched } = compareWithState(reconciled, packages, await unreported(tx));
    const ofReceipts = compareReceipts(await reportedSales(tx, ofDay, zone), receipts);
    const rows = [...differences, ...ofReceipts].map((difference, position) => ({
      comparisonId: id,
      position,
      ...difference,
    }));
    for (let start = 0; start < rows.length; start += TOGETHER)
      await tx.insert(stateDifferences).values(rows.slice(start, start + TOGETHER));
    await tx
      .update(stateComparisons)
      .set({
        ...{ fileId: file.id, packages: packages.length, uncompared: reconciled.uncompared },
        ...{ lots, matched, differences: rows.length },
      })
      .where(eq(stateComparisons.id, id));
    await announce(tx, 'inventory');
  });
}

/** Ends a comparison that failed. Packages and differences of earlier ones stay. */
async function end(id: string, trouble: string): Promise<void> {
  await inTransaction(async (tx) => {
    await tx
      .update(stateComparisons)
      .set({ endedAt: asDate(systemClock()), trouble })
      .where(and(eq(stateComparisons.id, id), isNull(stateComparisons.endedAt)));
    await announce(tx, 'inventory');
  });
}
