/** Loads how an order ended at the counter: who handed it over and when, the change, its receipt; or why it ended. */
import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import { phoneOf } from '#core/ground/notifications/preferences-queries.server.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { givenWords } from '#core/sales/orders/cash-corrections/cash-correction.ts';
import { readCashGiven } from '#core/sales/orders/cash-corrections/cash-given-queries.server.ts';
import { paidBackOf } from '#core/sales/orders/exchange/exchange.ts';
import { readExchangesOf } from '#core/sales/orders/exchange/exchange-queries.server.ts';
import { idRefusalLabel } from '#core/sales/orders/hand-over/id-check.ts';
import { orderStatusLabel } from '#core/sales/orders/order.ts';
import { readRefunds } from '#core/sales/orders/refunds/refunds-queries.server.ts';
import { type PrinterChoice, readPrinterChoices } from '#core/sales/printing/printers-queries.server.ts';
import { database } from '#db/client.ts';
import { events } from '#db/schema/events.ts';
import { mailMessages } from '#db/schema/mail.ts';
import { deliveries } from '#db/schema/notifications.ts';
import { exchanges, handOvers, idChecks, orders } from '#db/schema/orders.ts';
import { newId } from '#kernel/ids.ts';
import { cents, formatCents } from '#kernel/money.ts';
import type { MailStatus } from '#kernel/statuses.ts';
import { formatDateTime, formatTime, instantOf } from '#kernel/time.ts';

/** Cents. */
export type HandedOverCash = {
  owed: number;
  /** What rounding added to the total for `owed`. */
  rounding: number;
  received: number;
  change: number;
  /** What was corrected since, oldest first: '2:10 PM, Kim Reyes: $100.00 received, $49.60 given back before. Typed $100' */
  corrected: string[];
  /** What is returned for an exchange, in place of change; 0 for any other order. */
  paidBack: number;
};

/** The other half of an exchange. */
export type ExchangedWith = { number: string; words: string };

export type SentReceipt = { channel: 'email' | 'sms'; status: MailStatus; at: string };

export type ClosedOrder =
  | {
      kind: 'handed-over';
      /** Of the form that completed it; null if it had none. */
      key: string | null;
      /** null for an order that was completed before its cash was stored. */
      cash: HandedOverCash | null;
      by: string | null;
      at: string;
      /** Refunds since, oldest first: 'Refunded $5.60 on Nov 30, 2026, 2:10 PM, by Kim Reyes' */
      refunded: { id: string; words: string }[];
      /** Units came back for this order, or went out for units of it. */
      exchanges: ExchangedWith[];
      /** What may be done with it still: a wholly refunded order has nothing left. */
      mayRefund: boolean;
      email: string;
      /** The last two digits of the customer's verified number; null without a number or a text gateway. */
      phone: string | null;
      sent: SentReceipt[];
      /** Where a receipt can be printed. */
      printers: PrinterChoice[];
      /** Of the next receipt to a typed address. */
      newKey: string;
    }
  | {
      kind: 'ended';
      /** 'Under age', or the status for an order that was not refused at the counter. */
      why: string;
      isRefused: boolean;
      note: string;
      by: string | null;
      at: string;
    };

/** Checks no permission: the page has read the order for staff. @param id the row's id of an order that has ended */
export async function readClosedOrder(id: string): Promise<ClosedOrder> {
  const [row] = await database()
    .select({ order: orders, done: handOvers })
    .from(orders)
    .leftJoin(handOvers, eq(handOvers.orderId, orders.id))
    .where(eq(orders.id, id));
  if (!row) throw new Error('an order that was read is gone');
  const { order, done } = row;
  const { zone } = (await readSettings()).store;
  const at = (date: Date) => formatDateTime(instantOf(date), zone);
  if (order.status === 'completed')
    return {
      kind: 'handed-over',
      key: done?.key ?? null,
      cash: await cashOf(order, zone),
      refunded: (await readRefunds(id, zone)).map(({ id, cents: amount, cashRounding, at, by }) => ({
        id,
        words: `Refunded ${formatCents(cents(amount + cashRounding))} on ${at}, by ${by}`,
      })),
      exchanges: await readExchangesOf(id),
      mayRefund: order.paymentStatus === 'paid',
      by: done?.handedOverByName ?? order.paidByName,
      at: at(order.completedAt ?? order.updatedAt),
      email: order.userEmail,
      phone: (await phoneOf(order.userId))?.slice(-2) ?? null,
      sent: await sentReceipts(id, at),
      printers: await readPrinterChoices(),
      newKey: newId<string>(),
    };
  const [refused] = await database()
    .select()
    .from(idChecks)
    .where(and(eq(idChecks.orderId, id), eq(idChecks.outcome, 'refused')))
    .orderBy(desc(idChecks.createdAt))
    .limit(1);
  return {
    kind: 'ended',
    why: refused?.refusal ? idRefusalLabel[refused.refusal] : orderStatusLabel[order.status],
    isRefused: refused !== undefined,
    note: refused?.note ?? '',
    by: refused?.checkedByName ?? null,
    at: at(refused?.createdAt ?? order.cancelledAt ?? order.updatedAt),
  };
}

async function cashOf(
  { id, cashRounding }: Pick<typeof orders.$inferSelect, 'id' | 'cashRounding'>,
  zone: string,
): Promise<HandedOverCash | null> {
  const given = await readCashGiven(database(), id);
  if (!given) return null;
  const [exchange] = await database().select().from(exchanges).where(eq(exchanges.orderId, id));
  const { owed, received, change, corrections } = given;
  return {
    ...{ owed, received, change, paidBack: paidBackOf(exchange?.due ?? 0) },
    // An order that was paid before had no cash due here; an exchange was rounded in its halves.
    rounding: owed === 0 || exchange ? 0 : cashRounding,
    corrected: corrections.map(
      ({ before, reason, by, at }) =>
        `${formatTime(instantOf(at), zone)}, ${by}: ${givenWords(before)} before. ${reason}`,
    ),
  };
}

/** The newest email and the newest text message with the receipt. */
async function sentReceipts(id: string, at: (date: Date) => string): Promise<SentReceipt[]> {
  const rows = await database()
    .selectDistinctOn([deliveries.channel], {
      channel: deliveries.channel,
      status: sql<MailStatus>`coalesce(${mailMessages.status}, ${deliveries.status})`,
      createdAt: deliveries.createdAt,
    })
    .from(events)
    .innerJoin(deliveries, eq(deliveries.eventId, events.id))
    .leftJoin(mailMessages, eq(mailMessages.id, deliveries.mailId))
    .where(
      and(
        eq(events.subjectId, id),
        inArray(events.kind, ['order-completed', 'receipt-requested', 'receipt-link-requested']),
        inArray(deliveries.channel, ['email', 'sms']),
      ),
    )
    .orderBy(deliveries.channel, desc(deliveries.createdAt));
  return rows.map(({ channel, status, createdAt }) => ({
    channel: channel === 'sms' ? 'sms' : 'email',
    status,
    at: at(createdAt),
  }));
}
