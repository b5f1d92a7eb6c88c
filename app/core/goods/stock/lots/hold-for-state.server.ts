/** Takes lots off sale because the state does not let them be sold: a quarantine by no person. */
import { and, eq, inArray } from 'drizzle-orm';
import { recordAudit } from '#core/ground/audit/record-audit.server.ts';
import type { Transaction } from '#db/client.ts';
import { lots } from '#db/schema/stock.ts';
import type { StateHoldReason } from '#kernel/statuses.ts';
import { announce } from '#platform/live/announce.ts';
import type { StoreClock } from '../hold-lots.server.ts';
import { takeOffSale } from '../take-off-sale.server.ts';
import { holdReasonWords } from './state-hold.ts';

/** Of its audit entry. */
const BY_THE_STATE = 'Held by the state';

/**
 * Takes those of the lots off sale that are on sale: reserved units move to other lots or are missing, as for a quarantine
 * by a person. Only admins put them back, once the state lets them. Call it under the lock on their products' stock.
 * @param held why, by lot
 */
export async function quarantineForState(
  tx: Transaction,
  held: ReadonlyMap<number, readonly StateHoldReason[]>,
  clock: StoreClock,
): Promise<void> {
  const leaving = await tx
    .select({ id: lots.id, productId: lots.productId, batchNumber: lots.batchNumber, onHand: lots.onHand })
    .from(lots)
    .where(and(inArray(lots.id, [...held.keys()]), eq(lots.status, 'sellable')))
    .orderBy(lots.productId, lots.id);
  if (leaving.length === 0) return;
  const { missing } = await takeOffSale(tx, leaving, 'quarantined', null, clock);
  const ids = leaving.map(({ id }) => id);
  await tx.update(lots).set({ quarantinedBy: null, staffMayRelease: false }).where(inArray(lots.id, ids));
  await recordAudit(
    tx,
    null,
    leaving.map(({ id, onHand }) => ({
      action: 'lot.quarantined' as const,
      subject: 'lot' as const,
      subjectId: String(id),
      before: { status: 'sellable', onHand },
      after: { status: 'quarantined', onHand, ...(leaving.length === 1 ? { missing } : {}) },
      reason: `${BY_THE_STATE}: ${holdReasonWords(held.get(id) ?? [])}`,
    })),
  );
  await announce(tx, 'inventory');
}
