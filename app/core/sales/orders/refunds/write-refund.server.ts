/**
 * Writes the refund of an order that the caller has locked and may refund: money, goods, payment status, audit entry and the
 * customer's notification. Add any other effect of a refund here.
 */
import { asc, eq, sql } from 'drizzle-orm';
import type { Temporal } from 'temporal-polyfill';
import { returnLots } from '#core/goods/stock/return-lots.server.ts';
import { recordAudit } from '#core/ground/audit/record-audit.server.ts';
import { recordEvent } from '#core/ground/events/record-event.server.ts';
import { type CashOfOrder, cashToReturn, roundingEntry } from '#core/sales/cash-desk/cash-rounding.ts';
import type { PaymentDesk } from '#core/sales/cash-desk/payment-desk.server.ts';
import type { Transaction } from '#db/client.ts';
import { orders, refunds } from '#db/schema/orders.ts';
import { newId } from '#kernel/ids.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import type { RefundGoods } from '#kernel/statuses.ts';
import { asDate } from '#kernel/time.ts';
import { itemsOf, type OrderItem } from '../write-order-lines.server.ts';
import { type LockedOrder, writePaymentStatus } from '../write-order-status.server.ts';
import {
  type Refund,
  type RefundProblem,
  refundOf,
  unitsLabel,
  unitsRefunded,
  type WantedUnits,
} from './refund.ts';

type StoredRefund = typeof refunds.$inferSelect;

/** What a refund of these units or this amount would be; in cents. */
export type PlannedRefund = {
  items: readonly OrderItem[];
  before: readonly StoredRefund[];
  made: Refund;
  /** Everything refunded of the order with this refund, and the cash to return now. */
  refunded: number;
  cash: number;
};

/** Refuses more units or money than are left. */
export async function planRefund(
  tx: Transaction,
  order: LockedOrder,
  units: WantedUnits,
  { roundsCash }: Pick<PaymentDesk, 'roundsCash'>,
): Promise<Result<PlannedRefund, RefundProblem>> {
  const items = await itemsOf(tx, order.id);
  const before = await refundsOf(tx, order.id);
  const made = refundOf(
    items,
    before.flatMap((refund) => refund.lines),
    units,
  );
  if (!made.ok) return made;
  const { amount } = made.value;
  const cash = cashToReturn(amount, cashOf(order, before), roundsCash);
  const refunded = before.reduce((sum, refund) => sum + refund.amount, amount);
  return succeed({ items, before, made: made.value, refunded, cash });
}

/** Who refunds; `askedBy` asked them, or `decidedBy` decided it and `by` only pays it out. */
export type RefundCause = {
  by: { userId: string; name: string };
  askedBy?: string | undefined;
  decidedBy?: string | undefined;
  desk: PaymentDesk;
  now: Temporal.Instant;
  zone: string;
};

/** Returns the refund's id, and whether everything is refunded now. The caller abandons the transaction after a refusal. */
export async function writeRefund(
  tx: Transaction,
  order: LockedOrder,
  { items, before, made, refunded, cash }: PlannedRefund,
  { goods, reason }: { goods: RefundGoods; reason: string },
  { by, desk, now, zone, ...cause }: RefundCause,
): Promise<Result<{ id: string; whole: boolean }, RefundProblem>> {
  const id = newId<string>();
  const cashRounding = cash - made.amount;
  await tx.insert(refunds).values({
    ...{ id, orderId: order.id, ...made, cashRounding, goods, reason },
    ...{ refundedBy: by.userId, refundedByName: by.name },
    ...{ drawerSessionId: desk.drawerSessionId, createdAt: asDate(now) },
  });
  if (goods === 'returned') await takeGoodsBack(tx, { order, items, before, made, by, clock: { now, zone } });
  const whole = refunded === order.total;
  if (!(await settle(tx, order, whole, { now, by }))) return refuse({ kind: 'nothing-left' });
  await record(tx, order, { made, cashRounding, goods, reason, whole, by, ...cause });
  await recordEvent(tx, { kind: 'order-refunded', orderId: order.id, amount: cash }, by.userId);
  return succeed({ id, whole });
}

function cashOf({ total, cashRounding }: LockedOrder, before: readonly StoredRefund[]): CashOfOrder {
  const refunded = before.reduce((sum, refund) => sum + refund.amount, 0);
  const returned = before.reduce((sum, refund) => sum + refund.cashRounding, refunded);
  return { total, paid: total + cashRounding, refunded, returned };
}

function refundsOf(tx: Transaction, orderId: string): Promise<StoredRefund[]> {
  return tx
    .select()
    .from(refunds)
    .where(eq(refunds.orderId, orderId))
    .orderBy(asc(refunds.createdAt), asc(refunds.id));
}

/** Writes cannabis off, because it never goes back on sale (docs/law.md, Returns); puts other goods back in stock. */
function takeGoodsBack(
  tx: Transaction,
  back: {
    order: LockedOrder;
    items: readonly OrderItem[];
    before: readonly StoredRefund[];
    made: Refund;
    by: RefundCause['by'];
    clock: Parameters<typeof returnLots>[3];
  },
): Promise<void> {
  const { order, items, before, made, by, clock } = back;
  const returned = before.filter(({ goods }) => goods === 'returned').flatMap(({ lines }) => lines);
  const units = made.lines.flatMap(({ itemId, quantity }) => {
    const item = items.find(({ id }) => id === itemId);
    if (!item) return [];
    const { reservationId, productId, productType } = item;
    return [
      {
        reservationId,
        productId,
        quantity,
        cameBackBefore: unitsRefunded(returned, itemId),
        isDestroyed: productType === 'cannabis',
      },
    ];
  });
  return returnLots(tx, units, { actorId: by.userId, orderId: order.id, note: 'Refund' }, clock);
}

/** Marks the payment refunded once nothing is left of it; until then the order only gets a new version. */
async function settle(
  tx: Transaction,
  order: LockedOrder,
  whole: boolean,
  cause: Parameters<typeof writePaymentStatus>[3],
): Promise<boolean> {
  if (whole) return (await writePaymentStatus(tx, order, 'refunded', cause)).ok;
  await tx
    .update(orders)
    .set({ version: sql`${orders.version} + 1`, updatedAt: asDate(cause.now) })
    .where(eq(orders.id, order.id));
  return true;
}

function record(
  tx: Transaction,
  order: LockedOrder,
  done: Pick<RefundCause, 'by' | 'askedBy' | 'decidedBy'> & {
    made: Refund;
    cashRounding: number;
    goods: RefundGoods;
    reason: string;
    whole: boolean;
  },
): Promise<void> {
  const { made, cashRounding, goods, reason, whole, by, askedBy, decidedBy } = done;
  return recordAudit(
    tx,
    { kind: 'user', userId: by.userId, name: by.name },
    {
      action: 'order.refunded',
      subject: 'order',
      subjectId: order.id,
      before: { paymentStatus: order.paymentStatus },
      after: {
        paymentStatus: whole ? 'refunded' : order.paymentStatus,
        refundInCents: made.amount,
        taxInCents: made.tax,
        ...roundingEntry(cashRounding),
        lines: made.lines.every(({ quantity }) => quantity === 0)
          ? [unitsLabel(made.lines)]
          : made.lines.map(({ quantity, name }) => `${quantity} × ${name}`),
        goods,
        ...(askedBy === undefined ? {} : { askedBy }),
        ...(decidedBy === undefined ? {} : { decidedBy }),
      },
      reason,
    },
  );
}
