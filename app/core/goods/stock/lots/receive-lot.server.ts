/** Receives a lot: counts its units, writes the ledger, and puts it on sale if its test allows that. */

import { eq } from 'drizzle-orm';
import { type Actor, may, type SignedIn } from '#core/ground/access/actor.ts';
import { staffTransaction } from '#core/ground/access/staff-transaction.server.ts';
import { storeClock } from '#core/ground/settings/store-clock.server.ts';
import type { Transaction } from '#db/client.ts';
import { products } from '#db/schema/catalogue.ts';
import { lots } from '#db/schema/stock.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import type { TestStatus } from '#kernel/statuses.ts';
import { cleanLine, isPlainText } from '#kernel/text.ts';
import { parseDate, storeDate, systemClock } from '#kernel/time.ts';
import { databaseErrorCode } from '#platform/database-error.ts';
import { coverMissing } from '../hold-lots.server.ts';
import { lockStock, moveStock } from '../move-stock.server.ts';
import { isStateDown } from '../outage/open-outage-queries.server.ts';
import { recordLotChange } from './change-lot.server.ts';
import { isGoodOn, isLotSize, type LotPapers, type LotProblem, mayBeSold, receivingNeeds } from './lots.ts';
import { heldTags } from './state-hold-queries.server.ts';

export type LotDelivery = {
  productId: number;
  batchNumber: string;
  /** Units, at least 1. */
  quantity: number;
  testStatus: TestStatus | null;
  /** The last store-local day it may be handed out, yyyy-mm-dd; null if it does not expire. */
  expiresOn: string | null;
  /** Found in a count instead of delivered: the ledger says so. */
  found?: { note: string };
  /** The stored file of its certificate, for a caller that has locked it. */
  coaKey?: string;
} & Partial<Omit<LotPapers, 'batchNumber' | 'testStatus' | 'expiresOn'>>;

/** `quarantined`: it could be on sale, but the state does not let its package be sold. */
export type ReceivedLot = { lotId: number; status: 'sellable' | 'untested' | 'quarantined' };

const UNIQUE_VIOLATION = '23505';

/**
 * Receives the lot. Cannabis without a passed test or what its certificate says, and a package that the state does not let be
 * sold, are in the building but not on sale until `releaseLot`. So is what someone receives who may not put lots on sale.
 * Short units are covered first. Refuses: actors who may not receive, a product that does
 * not exist, a batch number that the product already has, a lot whose last day has passed, and any lot while the state's
 * tracking system is down.
 */
export async function receiveLot(
  actor: Actor,
  delivery: LotDelivery,
  now = systemClock(),
): Promise<Result<ReceivedLot, LotProblem>> {
  const asStaff = staffTransaction(actor, receivingNeeds(actor), refuse({ kind: 'not-allowed' }));
  const { zone } = await storeClock(now);
  try {
    return await asStaff<Result<ReceivedLot, LotProblem>>((tx, actor) =>
      receiveWithin(tx, actor, delivery, { now, zone }),
    );
  } catch (error) {
    if (databaseErrorCode(error) === UNIQUE_VIOLATION) return refuse({ kind: 'batch-taken' });
    throw error;
  }
}

/** For a command that has checked the permissions; refuses what `receiveLot` refuses. */
export async function receiveWithin(
  tx: Transaction,
  actor: SignedIn,
  delivery: LotDelivery,
  { now, zone }: Parameters<typeof coverMissing>[3],
): Promise<Result<ReceivedLot, LotProblem>> {
  const batchNumber = cleanLine(delivery.batchNumber);
  if (batchNumber === '') return refuse({ kind: 'batch-missing' });
  if (!isPlainText(batchNumber)) return refuse({ kind: 'not-plain' });
  if (!isLotSize(delivery.quantity)) return refuse({ kind: 'quantity-invalid' });
  const days = [delivery.harvestedOn, delivery.curedOn, delivery.packagedOn, delivery.expiresOn];
  if (days.some((day) => day && parseDate(day) === null)) return refuse({ kind: 'date-invalid' });
  if (!isGoodOn(delivery, storeDate(now, zone).toString())) return refuse({ kind: 'expired' });
  return receive(tx, actor, { ...delivery, batchNumber }, { now, zone });
}

async function receive(
  tx: Transaction,
  actor: SignedIn,
  { productId, batchNumber, quantity, testStatus, expiresOn, found, ...papers }: LotDelivery,
  clock: Parameters<typeof coverMissing>[3],
): Promise<Result<ReceivedLot, LotProblem>> {
  // A lot found in a count was in the building before.
  if (!found && (await isStateDown(tx))) return refuse({ kind: 'state-down' });
  const stock = await lockStock(tx, [productId]);
  if (!stock.has(productId)) return refuse({ kind: 'not-found' });
  const [product] = await tx
    .select({ productType: products.productType })
    .from(products)
    .where(eq(products.id, productId));
  const isComplete = mayBeSold(product?.productType ?? '', { testStatus, ...papers });
  const isHeld = (await heldTags(tx, [papers.packageTag])).size > 0;
  const waits = !isComplete || (!isHeld && !may(actor, 'lots.release'));
  const status = waits ? 'untested' : isHeld ? 'quarantined' : 'sellable';
  const [lot] = await tx
    .insert(lots)
    .values({ productId, batchNumber, testStatus, expiresOn, status, ...papers })
    .returning({ id: lots.id });
  if (!lot) throw new Error('a lot was not written');
  const isForSale = status === 'sellable';
  await moveStock(
    tx,
    [
      {
        productId,
        lotId: lot.id,
        onHand: isForSale ? quantity : 0,
        held: 0,
        setAside: isForSale ? 0 : quantity,
        reason: found ? 'count' : 'received',
        note: found?.note ?? null,
      },
    ],
    actor.userId,
  );
  if (isForSale) await coverMissing(tx, [productId], actor.userId, clock);
  await recordLotChange(tx, {
    action: 'lot.received',
    lotId: lot.id,
    actor,
    before: null,
    after: { productId, batchNumber, status, testStatus, expiresOn, onHand: quantity },
    reason: found?.note ?? 'received',
  });
  return succeed({ lotId: lot.id, status });
}
