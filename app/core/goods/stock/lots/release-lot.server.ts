/** Puts an untested or quarantined lot on sale. */

import { inArray, sql } from 'drizzle-orm';
import { type Actor, may, mayRelease, type SignedIn } from '#core/ground/access/actor.ts';
import { staffTransaction } from '#core/ground/access/staff-transaction.server.ts';
import type { AuditState } from '#core/ground/audit/audit.ts';
import { recordAudit } from '#core/ground/audit/record-audit.server.ts';
import { storeClock } from '#core/ground/settings/store-clock.server.ts';
import type { Transaction } from '#db/client.ts';
import { lots } from '#db/schema/stock.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import type { TestStatus } from '#kernel/statuses.ts';
import { storeDate, systemClock } from '#kernel/time.ts';
import { announce } from '#platform/live/announce.ts';
import { coverMissing } from '../hold-lots.server.ts';
import { moveStock } from '../move-stock.server.ts';
import { type LockedLot, lockLot } from './change-lot.server.ts';
import { type GivenPapers, type LotProblem, readReason, releaseProblem, withGiven } from './lots.ts';

export type LotRelease = {
  lotId: number;
  reason: string;
  /** The new test result, if there is one. */
  testStatus?: TestStatus;
};

/**
 * Customers with short lines get their units first. `mayRelease` says who may. Refuses: cannabis without a passed test
 * or what its certificate says, a lot whose last day has passed, and recalled or expired lots. A lot on sale stays on sale.
 */
export async function releaseLot(
  actor: Actor,
  { lotId, reason: typed, testStatus }: LotRelease,
  now = systemClock(),
): Promise<Result<{ lotId: number }, LotProblem>> {
  const asStaff = staffTransaction(actor, 'inventory.count', refuse({ kind: 'not-allowed' }));
  const { zone } = await storeClock(now);
  const today = storeDate(now, zone).toString();
  return asStaff<Result<{ lotId: number }, LotProblem>>(async (tx, actor) => {
    const reason = readReason(typed);
    if (!reason.ok) return reason;
    const lot = await lockLot(tx, lotId);
    if (!lot) return refuse({ kind: 'not-found' });
    const isOthers = testStatus !== undefined || !mayRelease(lot, actor.userId);
    if (!may(actor, 'inventory.manage') && isOthers) return refuse({ kind: 'admin-releases' });
    if (lot.status === 'sellable') return succeed({ lotId });
    if (lot.status !== 'untested' && lot.status !== 'quarantined') {
      return refuse({ kind: 'wrong-status', status: lot.status });
    }
    const given = testStatus ? { testStatus } : {};
    const problem = releaseProblem(withGiven(lot, given), today);
    if (problem) return refuse(problem);
    await releaseLocked(tx, actor, [lot], { reason: reason.value, given }, { now, zone });
    await announce(tx, 'inventory');
    return succeed({ lotId });
  });
}

/**
 * Puts lots on sale that `releaseProblem` allows, for a caller that has locked their products' stock and announces
 * the change. Short lines get their units first.
 */
export async function releaseLocked(
  tx: Transaction,
  actor: SignedIn,
  released: readonly LockedLot[],
  { reason, given }: { reason: string; given: GivenPapers },
  clock: Parameters<typeof coverMissing>[3],
): Promise<void> {
  if (released.length === 0) return;
  await tx
    .update(lots)
    .set({
      status: 'sellable',
      quarantinedBy: null,
      staffMayRelease: false,
      ...(given.testStatus ? { testStatus: given.testStatus } : {}),
      labName: sql`coalesce(${lots.labName}, ${given.labName ?? null})`,
      coaNumber: sql`coalesce(${lots.coaNumber}, ${given.coaNumber ?? null})`,
      totalThcBasisPoints: sql`coalesce(${lots.totalThcBasisPoints}, ${given.totalThcBasisPoints ?? null})`,
      totalCbdBasisPoints: sql`coalesce(${lots.totalCbdBasisPoints}, ${given.totalCbdBasisPoints ?? null})`,
      expiresOn: sql`coalesce(${lots.expiresOn}, ${given.expiresOn ?? null})`,
    })
    .where(
      inArray(
        lots.id,
        released.map(({ id }) => id),
      ),
    );
  await moveStock(
    tx,
    released.map(({ id, productId, batchNumber, onHand }) => ({
      productId,
      lotId: id,
      onHand,
      held: 0,
      setAside: -onHand,
      reason: 'clearance' as const,
      note: `Batch ${batchNumber}: ${reason}`,
    })),
    actor.userId,
  );
  const productIds = [...new Set(released.map(({ productId }) => productId))];
  await coverMissing(tx, productIds, actor.userId, clock);
  await recordAudit(
    tx,
    actor,
    released.map((lot) => {
      const { before, after } = papersChanged(lot, withGiven(lot, given));
      return {
        action: 'lot.released' as const,
        subject: 'lot' as const,
        subjectId: String(lot.id),
        before: { status: lot.status, onHand: lot.onHand, ...before },
        after: { status: 'sellable', onHand: lot.onHand, ...after },
        reason,
      };
    }),
  );
}

const recorded = [
  'testStatus',
  'labName',
  'coaNumber',
  'totalThcBasisPoints',
  'totalCbdBasisPoints',
  'expiresOn',
] as const;

/** The test result, and the papers that the release filled in. */
function papersChanged(lot: LockedLot, filled: LockedLot): Record<'before' | 'after', AuditState> {
  const names = recorded.filter((name) => name === 'testStatus' || lot[name] !== filled[name]);
  const of = (from: LockedLot) => Object.fromEntries(names.map((name) => [name, from[name]]));
  return { before: of(lot), after: of(filled) };
}
