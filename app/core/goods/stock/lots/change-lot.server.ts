/** Locks a lot's product stock and records lot changes in the audit log, for every command that changes a lot. */

import { eq, inArray } from 'drizzle-orm';
import type { SignedIn } from '#core/ground/access/actor.ts';
import type { AuditState } from '#core/ground/audit/audit.ts';
import { recordAudit } from '#core/ground/audit/record-audit.server.ts';
import type { Transaction } from '#db/client.ts';
import { products } from '#db/schema/catalogue.ts';
import { lots } from '#db/schema/stock.ts';
import type { LotStatus } from '#kernel/statuses.ts';
import { announce } from '#platform/live/announce.ts';
import { lockStock } from '../move-stock.server.ts';
import type { SalePapers } from './lots.ts';

export type LockedLot = {
  id: number;
  productId: number;
  productType: string;
  batchNumber: string;
  status: LotStatus;
  expiresOn: string | null;
  onHand: number;
  /** Units promised to customers. */
  held: number;
  quarantinedBy: string | null;
  staffMayRelease: boolean;
  /** The stored file of its certificate. */
  coaKey: string | null;
} & SalePapers;

/** Locks the stock of the lot's product, then reads the lot; null when the lot does not exist. */
export async function lockLot(tx: Transaction, lotId: number): Promise<LockedLot | null> {
  const [lot] = await tx.select({ productId: lots.productId }).from(lots).where(eq(lots.id, lotId));
  if (!lot) return null;
  await lockStock(tx, [lot.productId]);
  const [locked] = await readLockedLots(tx, [lotId]);
  return locked ?? null;
}

/** Reads lots whose products' stock the caller has locked. */
export function readLockedLots(tx: Transaction, lotIds: readonly number[]): Promise<LockedLot[]> {
  return tx
    .select({
      id: lots.id,
      productId: lots.productId,
      productType: products.productType,
      batchNumber: lots.batchNumber,
      status: lots.status,
      testStatus: lots.testStatus,
      labName: lots.labName,
      coaNumber: lots.coaNumber,
      totalThcBasisPoints: lots.totalThcBasisPoints,
      totalCbdBasisPoints: lots.totalCbdBasisPoints,
      expiresOn: lots.expiresOn,
      onHand: lots.onHand,
      held: lots.held,
      quarantinedBy: lots.quarantinedBy,
      staffMayRelease: lots.staffMayRelease,
      coaKey: lots.coaKey,
    })
    .from(lots)
    .innerJoin(products, eq(products.id, lots.productId))
    .where(inArray(lots.id, [...lotIds]));
}

/** Records who changed the lot, its old and new values and the reason, and notifies open pages. */
export async function recordLotChange(
  tx: Transaction,
  change: {
    action:
      | 'lot.received'
      | 'lot.quarantined'
      | 'lot.recalled'
      | 'lot.released'
      | 'lot.counted'
      | 'lot.count-undone'
      | 'lot.edited';
    lotId: number;
    actor: SignedIn;
    before: AuditState | null;
    after: AuditState;
    reason: string;
  },
): Promise<void> {
  const { lotId, actor, ...rest } = change;
  await recordAudit(tx, actor, { ...rest, subject: 'lot', subjectId: String(lotId) });
  await announce(tx, 'inventory');
}
