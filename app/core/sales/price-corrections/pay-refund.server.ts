/** Pays, at the counter or the desk, the refund due for one order: money leaves the drawer on the day of the press. */
import { eq } from 'drizzle-orm';
import type { Actor } from '#core/ground/access/actor.ts';
import { staffTransaction } from '#core/ground/access/staff-transaction.server.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { paymentDesk } from '#core/sales/cash-desk/payment-desk.server.ts';
import { hasEnded } from '#core/sales/orders/order.ts';
import { planRefund, writeRefund } from '#core/sales/orders/refunds/write-refund.server.ts';
import { lockOrder } from '#core/sales/orders/write-order-status.server.ts';
import { openDrawerFor } from '#core/sales/printing/queue-print.server.ts';
import type { Transaction } from '#db/client.ts';
import { orderItems, orders, refunds } from '#db/schema/orders.ts';
import { correctedLines, priceCorrections } from '#db/schema/price-corrections.ts';
import { fitsInteger } from '#kernel/number.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { asDate, systemClock } from '#kernel/time.ts';
import { announce } from '#platform/live/announce.ts';
import { leftToRefund } from './affected-queries.server.ts';
import type { RefundDueProblem } from './price-correction.ts';

/** `cash` left the drawer, in cents. */
export type PaidRefund = { orderNumber: string; cash: number };

/**
 * An admin has decided it, so everyone who works at the counter may, and none of the limits on refunds counts. Sent
 * again, it pays nothing and answers the same. Never more than is left of the line by now. Refused: what was undone or
 * is not left, what someone else already paid (of two counters one pays), an order that is open, and
 * other cash than the page showed.
 * @param cash the cash that the page asked about, in cents
 */
export async function payRefund(
  actor: Actor,
  { lineId, cash }: { lineId: number; cash: number },
  now = systemClock(),
): Promise<Result<PaidRefund, RefundDueProblem>> {
  const asStaff = staffTransaction(actor, 'orders.manage', refuse({ kind: 'not-allowed' }));
  const settings = await readSettings();
  const { zone } = settings.store;
  return asStaff<Result<PaidRefund, RefundDueProblem>>(async (tx, staff, abandon) => {
    const found = fitsInteger(lineId) ? await lineOf(tx, lineId) : null;
    const order = found && (await lockOrder(tx, found.orderNumber));
    if (!found || !order) return refuse({ kind: 'not-found' });
    const [line] = await tx
      .select()
      .from(correctedLines)
      .where(eq(correctedLines.id, lineId))
      .for('no key update');
    const { orderNumber } = found;
    if (line?.refundId) {
      const [given] = await tx.select().from(refunds).where(eq(refunds.id, line.refundId));
      if (given?.refundedBy !== staff.userId)
        return refuse({ kind: 'refunded-by-other', by: line.settledByName ?? '' });
      return succeed({ orderNumber, cash: given.amount + given.cashRounding });
    }
    if (line?.status !== 'owed') return refuse({ kind: 'not-owed' });
    if (!hasEnded(order.status)) return refuse({ kind: 'still-open' });
    const desk = await paymentDesk(tx);
    const left = await leftToRefund(tx, [{ ...line, item: found.item }], settings);
    const { amount, tax } = left.get(lineId) ?? line;
    const difference = { itemId: found.item.id, amount, tax };
    const plan = await planRefund(tx, order, { difference }, desk);
    if (!plan.ok || order.paymentStatus !== 'paid') return refuse({ kind: 'not-owed' });
    if (plan.value.cash !== cash) return refuse({ kind: 'cash-changed', cash: plan.value.cash });
    const written = await writeRefund(
      tx,
      order,
      plan.value,
      { goods: 'kept', reason: found.reason },
      { by: staff, decidedBy: found.startedByName, desk, now, zone },
    );
    if (!written.ok) return abandon(refuse({ kind: 'not-owed' }));
    await tx
      .update(correctedLines)
      .set({
        ...{ status: 'paid', refundId: written.value.id, amount, tax },
        ...{ settledAt: asDate(now), settledByName: staff.name },
      })
      .where(eq(correctedLines.id, lineId));
    await openDrawerFor(tx, order.id);
    await announce(tx, 'inventory');
    return succeed({ orderNumber, cash });
  });
}

async function lineOf(tx: Transaction, lineId: number) {
  const [found] = await tx
    .select({
      orderNumber: orders.orderId,
      item: orderItems,
      reason: priceCorrections.reason,
      startedByName: priceCorrections.startedByName,
    })
    .from(correctedLines)
    .innerJoin(priceCorrections, eq(priceCorrections.id, correctedLines.correctionId))
    .innerJoin(orderItems, eq(orderItems.reservationId, correctedLines.reservationId))
    .innerJoin(orders, eq(orders.id, orderItems.orderId))
    .where(eq(correctedLines.id, lineId));
  return found ?? null;
}
