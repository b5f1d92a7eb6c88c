/** Loads the records of an order: staff history, sent messages, stored receipts, the closure it waits in, refunds due. */
import { readActsOfOrder } from '#core/goods/tracking/reports/act-lines-queries.server.ts';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { readClosureOfOrder } from '#core/sales/closures/closures-queries.server.ts';
import { readOwedAt } from '#core/sales/price-corrections/owed-queries.server.ts';
import { systemClock } from '#kernel/time.ts';
import { readHistory } from '#office/audit/history-queries.server.ts';
import { readDeliveries } from '#office/sent-mail/deliveries-queries.server.ts';
import { readStoredReceipts } from './stored-receipts-queries.server.ts';

/** The records of an order. `owed`: the refunds due for it because of a wrong price. */
export async function readOrderRecords(
  actor: SignedIn,
  { id, number }: { id: string; number: string },
  zone: string,
) {
  const [history, deliveries, receipts, closure, stateLines, owedNow] = await Promise.all([
    readHistory(actor, 'order', id, zone),
    readDeliveries(actor, id, zone),
    readStoredReceipts(actor, id, zone),
    readClosureOfOrder(id),
    readActsOfOrder(actor, id, { now: systemClock(), zone }),
    readOwedAt(actor, number),
  ]);
  const owed = owedNow.filter(({ orderNumber }) => orderNumber === number);
  return { history, deliveries, receipts, closure, stateLines, owed };
}
