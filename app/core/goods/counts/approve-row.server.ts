/**
 * Approves the difference of a counted lot: the ledger gets it, whatever was sold since. A batch that was found on the shelf
 * and is no lot becomes one; cannabis waits for its test then.
 */
import { and, eq, isNull } from 'drizzle-orm';
import type { Temporal } from 'temporal-polyfill';
import type { AdjustReason } from '#core/goods/stock/adjustment.ts';
import { wasAdjustedSince } from '#core/goods/stock/ledger-queries.server.ts';
import { countLocked } from '#core/goods/stock/lots/count-lot.server.ts';
import type { LotProblem } from '#core/goods/stock/lots/lots.ts';
import { receiveWithin } from '#core/goods/stock/lots/receive-lot.server.ts';
import type { Actor, SignedIn } from '#core/ground/access/actor.ts';
import { staffTransaction } from '#core/ground/access/staff-transaction.server.ts';
import { storeClock } from '#core/ground/settings/store-clock.server.ts';
import type { Transaction } from '#db/client.ts';
import { countRows } from '#db/schema/counts.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { asDate, systemClock } from '#kernel/time.ts';
import type { CountProblem } from './count.ts';
import { hasOtherAdmin, lockRowLot, readDifferences, readOpenRow } from './counts-queries.server.ts';

export type RowApproval = {
  sheetId: number;
  rowId: number;
  version: number;
  reason: AdjustReason;
  note: string;
};

/**
 * Applies the difference, not the number: a unit sold after the count stays sold. Refuses: actors without permission to
 * manage inventory; a lot that was adjusted after it was counted; who counted it, while the store has another admin;
 * a difference by which reserved units would be missing; a row that someone else decided or counted in between.
 */
export async function approveRow(
  actor: Actor,
  { sheetId, rowId, version, reason, note }: RowApproval,
  now = systemClock(),
): Promise<Result<{ change: number }, CountProblem>> {
  const asStaff = staffTransaction(actor, 'inventory.manage', refuse({ kind: 'not-allowed' }));
  return asStaff<Result<{ change: number }, CountProblem>>(async (tx, actor, abandon) => {
    const open = await readOpenRow(tx, sheetId, rowId);
    if (!open.ok) return open;
    const lot = await lockRowLot(tx, open.value);
    // The version is compared under the lock on the stock, which every change of the row takes.
    const [row] = await tx
      .update(countRows)
      .set({ reason, decidedByName: actor.name, decidedAt: asDate(now), version: version + 1 })
      .where(and(eq(countRows.id, rowId), eq(countRows.version, version), isNull(countRows.reason)))
      .returning();
    if (!row) return refuse({ kind: 'changed' });
    const { counted, expected, ledgerId, countedBy } = row;
    if (counted === null || expected === null || counted === expected)
      return abandon(refuse({ kind: 'not-counted' }));
    if (countedBy === actor.userId && (await hasOtherAdmin(tx, actor.userId)))
      return abandon(refuse({ kind: 'own-count' }));
    // Without a lot when it was counted: one that was received since has these units, or others.
    if (
      lot &&
      (row.lotId === null ||
        (await wasAdjustedSince(tx, { productId: lot.productId, lotId: lot.id }, ledgerId ?? 0)))
    )
      return abandon(refuse({ kind: 'recount' }));
    const change = counted - expected;
    const why = note || `Count ${sheetId}`;
    if (!lot) {
      if (reason !== 'count') return abandon(refuse({ kind: 'wrong-reason' }));
      const received = await bookFound(tx, actor, row, { now, note: why });
      return received.ok ? succeed({ change }) : abandon(received);
    }
    const adjusted = await countLocked(
      tx,
      actor,
      lot,
      { counted: lot.onHand + change, expected: lot.onHand, reason, note: why },
      now,
    );
    return adjusted.ok ? succeed({ change }) : abandon(refuse(problemOf(adjusted.problem)));
  });
}

/** Receives the batch as a lot without papers, and names it on the row. */
async function bookFound(
  tx: Transaction,
  actor: SignedIn,
  row: typeof countRows.$inferSelect,
  { now, note }: { now: Temporal.Instant; note: string },
): Promise<Result<null, CountProblem>> {
  const delivery = {
    productId: row.productId,
    batchNumber: row.foundBatch ?? '',
    quantity: row.counted ?? 0,
    testStatus: null,
    expiresOn: null,
    found: { note },
  };
  const received = await receiveWithin(tx, actor, delivery, { now, zone: (await storeClock(now)).zone });
  if (!received.ok) return refuse({ kind: 'recount' });
  await tx.update(countRows).set({ lotId: received.value.lotId }).where(eq(countRows.id, row.id));
  return succeed(null);
}

function problemOf({ kind }: LotProblem): CountProblem {
  if (kind === 'choose') return { kind };
  return { kind: kind === 'none-taken' || kind === 'none-returned' ? 'wrong-reason' : 'recount' };
}

/** Approves every open difference of the sheet as a count, each in its own transaction. Returns what remains, and why. */
export async function approveAll(
  actor: Actor,
  sheetId: number,
): Promise<{ approved: number; refused: CountProblem[] }> {
  const refused: CountProblem[] = [];
  let approved = 0;
  for (const { id: rowId, version } of await readDifferences(actor, sheetId)) {
    const outcome = await approveRow(actor, { sheetId, rowId, version, reason: 'count', note: '' });
    if (outcome.ok) approved += 1;
    else refused.push(outcome.problem);
  }
  return { approved, refused };
}
