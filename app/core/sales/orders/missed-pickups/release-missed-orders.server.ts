/** Releases orders that were not picked up, after the time that the owner set. */
import { and, eq } from 'drizzle-orm';
import { recordAudit } from '#core/ground/audit/record-audit.server.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { pickupPolicy } from '#core/sales/pickup/slots-queries.server.ts';
import { database, inTransaction } from '#db/client.ts';
import { orders } from '#db/schema/orders.ts';
import { systemClock } from '#kernel/time.ts';
import { inBatches } from '#platform/batches.ts';
import { isPaid } from '../order.ts';
import { lockOrder, writeOrderStatus } from '../write-order-status.server.ts';
import { type DueOrder, readDueOrders } from './due-orders-queries.server.ts';
import { isAutoReleased } from './missed-pickup.ts';

/**
 * Returns how many orders were released. A paid order waits for staff, who owe its customer money or goods; so does an order of a day that closed.
 * Safe to repeat: each order is read again under its lock.
 */
export async function releaseMissedOrders(now = systemClock()): Promise<number> {
  const settings = await readSettings();
  const { releaseAfterHours } = settings.missedPickups;
  if (releaseAfterHours === 0) return 0;
  const { zone } = pickupPolicy(settings);
  const isDue = ({ grace, paymentStatus }: DueOrder) =>
    isAutoReleased(grace, releaseAfterHours, now) && !isPaid(paymentStatus);
  const due = (await readDueOrders(database(), settings, now)).filter(isDue);
  const numbers = due.map(({ number }) => number);
  return inBatches('an order that was not picked up', numbers, 1, ([number = '']) =>
    inTransaction(async (tx) => {
      const order = await lockOrder(tx, number);
      if (!order) return 0;
      const again = await readDueOrders(tx, settings, now, { matching: and(eq(orders.id, order.id)) });
      if (!again.some(isDue)) return 0;
      const outcome = await writeOrderStatus(tx, order, 'no_show', { actorId: null, now, zone });
      if (!outcome.ok || !outcome.value.changed) return 0;
      await recordAudit(tx, null, {
        action: 'order.status-changed',
        subject: 'order',
        subjectId: order.id,
        before: { status: order.status },
        after: { status: 'no_show' },
        reason: `Not picked up within ${releaseAfterHours} ${releaseAfterHours === 1 ? 'hour' : 'hours'}`,
      });
      return 1;
    }),
  );
}
