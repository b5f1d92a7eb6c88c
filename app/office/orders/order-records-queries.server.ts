/** Loads the records of an order: staff history, sent messages, stored receipts, the closure it waits in. */
import type { SignedIn } from '#core/ground/access/actor.ts';
import { readClosureOfOrder } from '#core/sales/closures/closures-queries.server.ts';
import { readHistory } from '#office/audit/history-queries.server.ts';
import { readDeliveries } from '#office/sent-mail/deliveries-queries.server.ts';
import { readStoredReceipts } from './stored-receipts-queries.server.ts';

/** The records of an order by its row id. */
export async function readOrderRecords(actor: SignedIn, id: string, zone: string) {
  const [history, deliveries, receipts, closure] = await Promise.all([
    readHistory(actor, 'order', id, zone),
    readDeliveries(actor, id, zone),
    readStoredReceipts(actor, id, zone),
    readClosureOfOrder(id),
  ]);
  return { history, deliveries, receipts, closure };
}
