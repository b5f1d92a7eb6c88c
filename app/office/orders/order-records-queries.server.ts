/** Loads the records of an order: staff history, sent messages, stored receipts, the closure it waits in. */
import { readActsOfOrder } from '#core/goods/tracking/reports/act-lines-queries.server.ts';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { readClosureOfOrder } from '#core/sales/closures/closures-queries.server.ts';
import { systemClock } from '#kernel/time.ts';
import { readHistory } from '#office/audit/history-queries.server.ts';
import { readDeliveries } from '#office/sent-mail/deliveries-queries.server.ts';
import { readStoredReceipts } from './stored-receipts-queries.server.ts';

/** The records of an order by its row id. */
export async function readOrderRecords(actor: SignedIn, id: string, zone: string) {
  const [history, deliveries, receipts, closure, stateLines] = await Promise.all([
    readHistory(actor, 'order', id, zone),
    readDeliveries(actor, id, zone),
    readStoredReceipts(actor, id, zone),
    readClosureOfOrder(id),
    readActsOfOrder(actor, id, { now: systemClock(), zone }),
  ]);
  return { history, deliveries, receipts, closure, stateLines };
}
