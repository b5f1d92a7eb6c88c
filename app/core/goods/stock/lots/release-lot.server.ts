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
import { type LotProblem, type OwnPapers, readReason, releaseProblem, withGiven } from './lots.ts';
import { stateHoldsOf } from './state-hold-queries.server.ts';

export type LotRelease = {
  lotId: number;
  reason: string;
  /** The new test result, if there is one. */
  testStatus?: TestStatus;
};

/**
 * Customers with short lines get their units first. `mayRelease` says who may. Refuses: cannabis without a passed test
 * or what its certificate says, a lot whose last day has passed, one that the state does not let be sold, and recalled or
 * expired lots. A lot on sale stays on sale.
 */
export async function releaseLot(
  actor: Actor,
  { lotId, reason: typed, testStatus }: LotRelease,
  now = systemClock(),
): Promise<Result<{ lotId: number }, LotProblem>> {
  // Checked again at the commit: who may no longer put lots on sale puts no one else's.
  const permission = may(actor, 'lots.release') ? 'lots.release' : 'inventory.see';
  const asStaff = staffTransaction(actor, permission, refuse({ kind: 'not-allowed' }));
  const { zone } = await storeClock(now);
  const today = storeDate(now, zone).toString();
  return asStaff<Result<{ lotId: number }, LotProblem>>(async (tx, actor) => {
    const reason = readReason(typed);
    if (!reason.ok) return reason;
    const lot = await lockLot(tx, lotId);
    if (!lot) return refuse({ kind: 'not-found' });
    const isOthers = testStatus !== undefined || !mayRelease(lot, actor.userId);
    if (permission !== 'lots.release' && isOthers) return refuse({ kind: 'admin-releases' });
    if (lot.status === 'sellable') return succeed({ lotId });
    if (lot.status !== 'untested' && lot.status !== 'quarantined') {
      return refuse({ kind: 'wrong-status', status: lot.status });
    }
    const reasons = (await stateHoldsOf(tx, [lotId])).get(lotId);
    if (reasons) return refuse({ kind: 'held-by-state', reasons });
    const given = testStatus ? { testStatus } : {};
    const problem = releaseProblem(withGiven(lot, given), today);
    if (problem) return refuse(problem);
    await releaseLocked(tx, actor, [{ lot, given }], reason.value, { now, zone });
    await announce(tx, 'inventory');
    return succeed({ lotId });
  });
}

/** A locked lot with the papers that are entered for it. */
export type FilledLot = { lot: LockedLot; given: OwnPapers };

/**
 * Puts lots on sale that `releaseProblem` and `stateHoldsOf` allow, for a caller that has locked their products' stock and announces
 * the change. Short lines get their units first.
 */
export async function releaseLocked(
  tx: Transaction,
  actor: SignedIn,
  released: readonly FilledLot[],
  reason: string,
  clock: Parameters<typeof coverMissing>[3],
): Promise<void> {
  if (released.length === 0) return;
  await writeGiven(tx, released);
  await tx
    .update(lots)
    .set({ status: 'sellable', quarantinedBy: null, staffMayRelease: false })
    .where(
      inArray(
        lots.id,
        released.map(({ lot }) => lot.id),
      ),
    );
  await moveStock(
    tx,
    released.map(({ lot: { id, productId, batchNumber, onHand } }) => ({
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
  const productIds = [...new Set(released.map(({ lot }) => lot.productId))];
  await coverMissing(tx, productIds, actor.userId, clock);
  await recordAudit(
    tx,
    actor,
    released.map(({ lot, given }) => {
      const { before, after } = papersChanged(lot, given);
      return {
        action: 'lot.released' as const,
        subject: 'lot' as const,
        subjectId: String(lot.id),
        before: { status: lot.status, onHand: lot.onHand, testStatus: lot.testStatus, ...before },
        after: {
          status: 'sellable',
          onHand: lot.onHand,
          testStatus: withGiven(lot, given).testStatus,
          ...after,
        },
        reason,
      };
    }),
  );
}

/** Saves what is given for lots that stay off sale, for the same callers; lots that get nothing new leave no trace. */
export async function fillLocked(
  tx: Transaction,
  actor: SignedIn,
  filled: readonly FilledLot[],
  reason: string,
): Promise<void> {
  const changed = filled
    .map((each) => ({ ...each, ...papersChanged(each.lot, each.given) }))
    .filter(({ after }) => Object.keys(after).length > 0);
  if (changed.length === 0) return;
  await writeGiven(tx, changed);
  await recordAudit(
    tx,
    actor,
    changed.map(({ lot, before, after }) => ({
      action: 'lot.edited' as const,
      subject: 'lot' as const,
      subjectId: String(lot.id),
      before,
      after,
      reason,
    })),
  );
}

/** A new test result and a new certificate replace what the lot has; the rest fills what it has none of. */
async function writeGiven(tx: Transaction, filled: readonly FilledLot[]): Promise<void> {
  const rows = filled.map(({ lot: { id }, given }) => ({ id, ...given }));
  // Also writes the number of certificates that only get a file: cached guest pages are invalidated by that column.
  await tx.execute(sql`
    update lots set
      test_status = coalesce(given."testStatus", lots.test_status),
      lab_name = coalesce(lots.lab_name, given."labName"),
      coa_number = coalesce(lots.coa_number, given."coaNumber"),
      total_thc_basis_points = coalesce(lots.total_thc_basis_points, given."totalThcBasisPoints"),
      total_cbd_basis_points = coalesce(lots.total_cbd_basis_points, given."totalCbdBasisPoints"),
      expires_on = coalesce(lots.expires_on, given."expiresOn"),
      coa_key = coalesce(given."coaKey", lots.coa_key)
    from json_to_recordset(${JSON.stringify(rows)}::json) as given (id int, "testStatus" text, "labName" text,
      "coaNumber" text, "totalThcBasisPoints" int, "totalCbdBasisPoints" int, "expiresOn" date, "coaKey" text)
    where lots.id = given.id`);
}

const recorded = [
  'testStatus',
  'labName',
  'coaNumber',
  'totalThcBasisPoints',
  'totalCbdBasisPoints',
  'expiresOn',
] as const;

/** The papers that the given ones change, as the audit log has them. */
function papersChanged(lot: LockedLot, given: OwnPapers): Record<'before' | 'after', AuditState> {
  const filled = withGiven(lot, given);
  const names = recorded.filter((name) => lot[name] !== filled[name]);
  const isNewFile = given.coaKey !== undefined && given.coaKey !== lot.coaKey;
  const of = (from: LockedLot, certificate: string | null | undefined) => ({
    ...Object.fromEntries(names.map((name) => [name, from[name]])),
    ...(isNewFile ? { certificate } : {}),
  });
  return { before: of(lot, lot.coaKey), after: of(filled, given.coaKey) };
}
