/** Takes lots off sale whose package the state holds, and records when a hold begins and ends. Safe to repeat. */
import { inArray, sql } from 'drizzle-orm';
import { quarantineForState } from '#core/goods/stock/lots/hold-for-state.server.ts';
import { holdReasonsOf, type StateMarks } from '#core/goods/stock/lots/state-hold.ts';
import { isHeldPackage, packageMarks } from '#core/goods/stock/lots/state-hold-queries.server.ts';
import { lockStock } from '#core/goods/stock/move-stock.server.ts';
import { storeClock } from '#core/ground/settings/store-clock.server.ts';
import { database, inTransaction, type Transaction } from '#db/client.ts';
import { stateHolds } from '#db/schema/tracking.ts';
import type { LotStatus } from '#kernel/statuses.ts';
import { asDate, systemClock } from '#kernel/time.ts';
import { inBatches } from '#platform/batches.ts';

/** Products of one transaction; few, so that sales of them wait only for a moment. */
const BATCH = 20;
/** Longest wait for a lock on stock, in milliseconds; a minute later it is tried again. */
const TIMEOUT_MS = 500;

/** Lots with units that a person could put on sale, and their packages. */
const heldLots = sql`lots as lot join tracked_packages as package on package.tag = upper(lot.package_tag)
  where ${isHeldPackage} and (lot.status = 'sellable' or (lot.status in ('untested', 'quarantined') and lot.on_hand > 0))`;

/** The reasons of a row of `tracked_packages` named `package`, in the order of `stateHoldReasons`. */
const reasonsNow = sql`array_remove(array[case when package.is_on_recall then 'on-recall' end,
  case when package.is_on_hold then 'on-hold' end, case when package.is_investigated then 'investigated' end,
  case when not package.has_passed then 'not-passed' end], null)`;

/** Works from what is stored, so that a process that stopped right after it read loses nothing. */
export async function applyHolds(now = systemClock()): Promise<void> {
  const { rows } = await database().execute<{ productId: number }>(sql`
    select distinct due.product_id as "productId" from (
      select lot.id, lot.product_id, lot.status, package.tag, ${reasonsNow} as reasons from ${heldLots}
    ) as due
    left join state_holds as hold on hold.lot_id = due.id and hold.ended_at is null
    where due.status = 'sellable' or hold.id is null or hold.tag <> due.tag or hold.reasons <> due.reasons
    order by 1`);
  const { zone } = await storeClock(now);
  const products = rows.map(({ productId }) => productId);
  await inBatches('a product with a lot that the state holds', products, BATCH, (batch) =>
    inTransaction(async (tx) => {
      await tx.execute(sql`select set_config('lock_timeout', ${`${TIMEOUT_MS}ms`}, true)`);
      await lockStock(tx, batch);
      return hold(tx, batch, { now, zone });
    }),
  );
  await inTransaction((tx) => endHolds(tx, asDate(now)));
}

type HeldLot = StateMarks & { lotId: number; tag: string; status: LotStatus };

async function hold(
  tx: Transaction,
  products: readonly number[],
  clock: Parameters<typeof quarantineForState>[2],
): Promise<number> {
  // Read under the lock: another instance, or a person, may have changed them.
  const { rows } = await tx.execute<HeldLot>(sql`
    select lot.id as "lotId", package.tag, lot.status, ${packageMarks}
    from ${heldLots} and lot.product_id = any(${sql.param([...products])}::int[]) order by lot.product_id, lot.id`);
  await quarantineForState(tx, new Map(rows.map((row) => [row.lotId, holdReasonsOf(row)])), clock);
  const found = rows.map((row) => ({
    ...{ lotId: row.lotId, tag: row.tag, reasons: holdReasonsOf(row) },
    ...{ tookOffSale: row.status === 'sellable', startedAt: asDate(clock.now) },
  }));
  if (found.length > 0)
    await tx
      .insert(stateHolds)
      .values(found)
      .onConflictDoUpdate({
        target: stateHolds.lotId,
        targetWhere: sql`ended_at is null`,
        set: {
          tag: sql`excluded.tag`,
          reasons: sql`excluded.reasons`,
          tookOffSale: sql`${stateHolds.tookOffSale} or excluded.took_off_sale`,
          // Told again: put on sale in between, or a recall after a hold.
          toldAt: sql`case when excluded.took_off_sale or not excluded.reasons <@ ${stateHolds.reasons}
            then null else ${stateHolds.toldAt} end`,
        },
      });
  return found.length;
}

/** Ends the holds of lots whose package may be sold, and of those that are recalled, expired or empty by now. */
async function endHolds(tx: Transaction, at: Date): Promise<void> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select hold.id from state_holds as hold
    where hold.ended_at is null and hold.lot_id not in (select lot.id from ${heldLots})
    order by hold.id for no key update of hold skip locked`);
  if (rows.length === 0) return;
  await tx
    .update(stateHolds)
    .set({ endedAt: at })
    .where(
      inArray(
        stateHolds.id,
        rows.map(({ id }) => id),
      ),
    );
}
