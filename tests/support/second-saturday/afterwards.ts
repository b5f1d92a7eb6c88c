/**
 * What customers ask for after they paid, and what needs Ada's yes on the same screen: exchanges, refunds, corrections of cash,
 * the drawer without a sale, and hand-overs that were not accepted.
 */
import { eq } from 'drizzle-orm';
import { readExchange } from '#core/sales/orders/exchange/exchange-queries.server.ts';
import { readRefundable } from '#core/sales/orders/refunds/refunds-queries.server.ts';
import { readOrderCash } from '#counter/afterwards/order-cash-queries.server.ts';
import { orders, refunds, refusedHandOvers } from '#db/schema/orders.ts';
import { newId } from '#kernel/ids.ts';
import { patiently, type Tablet, words } from '../saturday.ts';
import type { Floor } from './floor.ts';
import type { VisitKind } from './visits.ts';

/** How many of each were done, to which orders; `yes` in Ada's name. */
export type Afterwards = Record<'exchanged' | 'refunded' | 'corrected' | 'noSale' | 'yes', number> & {
  orders: Set<string>;
};

export const nothingYet = (): Afterwards => ({
  ...{ exchanged: 0, refunded: 0, corrected: 0, noSale: 0, yes: 0, orders: new Set() },
});

/** On one tablet, so that its sums are known, before the drawer of these orders is counted. */
export async function afterwards(floor: Floor, tablet: Tablet, done: Afterwards): Promise<void> {
  const leftWith = (kind: VisitKind) => {
    const numbers = ofKind(floor, kind).filter((number) => !done.orders.has(number));
    for (const number of numbers) done.orders.add(number);
    return numbers;
  };
  for (const [nth, number] of leftWith('exchange').entries())
    done.exchanged += await exchange(floor, tablet, number, nth);
  for (const number of leftWith('refund')) {
    await refundWithYes(floor, tablet, number);
    done.refunded += 1;
    done.yes += 1;
  }
  for (const [nth, number] of leftWith('cash').entries()) {
    const asks = nth % 2 === 0;
    await correct(floor, tablet, number, asks);
    done.corrected += 1;
    if (asks) done.yes += 1;
  }
  for (let nth = 0; nth < Math.ceil(floor.visits.length / 30); nth++) {
    await openDrawer(floor, tablet);
    done.noSale += 1;
    done.yes += 1;
  }
}

/** In the store: what the tablet without a network handed over is not paid before it is sent. */
function ofKind({ visits, world }: Floor, kind: VisitKind): string[] {
  const left = new Set(world.left.filter(({ isOffline }) => !isOffline).map(({ number }) => number));
  return visits.filter((visit) => visit.kind === kind && left.has(visit.number)).map(({ number }) => number);
}

/** A wrong jar: another one of it, or of another product. What goes out is not recalled: `take` says which batch. */
async function exchange(floor: Floor, tablet: Tablet, number: string, nth: number): Promise<number> {
  const { send, world, products } = floor;
  const order = await patiently(() => readRefundable(tablet.staff, number));
  const line = order?.lines.find(({ left }) => left > 0);
  if (!order || !line) throw new Error(`${number} has nothing to exchange`);
  const out = products[nth % products.length] ?? 0;
  const wanted = { back: { itemId: line.id, quantity: 1 }, out: { productId: out, quantity: 1 } };
  const shown = await patiently(() => readExchange(order, wanted));
  if (!shown || shown.needsId) throw new Error(`${number} cannot be exchanged`);
  const query = new URLSearchParams({ back: line.id, out: String(out), units: '1' });
  const { to, status, text } = await send(tablet, `/counter/orders/${number}/exchange?${query}`, {
    ...{ key: newId<string>(), version: String(order.version), due: String(shown.due) },
    ...{ reason: 'The wrong jar', cashReceived: (Math.max(0, shown.due) / 100).toFixed(2) },
  });
  if (!/ORD\d+/.test(to)) throw new Error(`an exchange answers ${status}: ${words(text)}`);
  world.cash += shown.due;
  return 1;
}

/** More than staff may return: refused, and with a yes it is done in Ada's name. */
async function refundWithYes(floor: Floor, tablet: Tablet, number: string): Promise<void> {
  const { shop, send, yes, world } = floor;
  const order = await patiently(() => readRefundable(tablet.staff, number));
  if (!order) throw new Error(`${number} cannot be refunded`);
  const cash = order.lines.length > 0 ? await totalOf(floor, number) : 0;
  const fields = {
    ...{ whole: '1', goods: 'kept', reason: 'Lid broken' },
    ...{ version: String(order.version), confirmed: String(cash) },
  };
  const path = `/counter/orders/${number}/refund`;
  const alone = await send(tablet, path, fields);
  if (alone.status === 302) throw new Error(`staff refunded ${cash} of ${number} without a yes`);
  const wrong = await send(tablet, path, { ...fields, ...yes, pin: '000000' });
  if (wrong.status === 302) throw new Error('a wrong PIN was a yes');
  const answer = await send(tablet, path, { ...fields, ...yes });
  if (answer.status !== 302) throw new Error(`a refund answers ${answer.status}: ${words(answer.text)}`);
  const rows = await patiently(() =>
    shop.db
      .select({ amount: refunds.amount, by: refunds.refundedByName })
      .from(refunds)
      .innerJoin(orders, eq(orders.id, refunds.orderId))
      .where(eq(orders.orderId, number)),
  );
  const [row] = rows;
  if (rows.length !== 1 || row?.by !== 'Ada Owner') throw new Error(`${number}: ${JSON.stringify(rows)}`);
  world.cash -= row.amount;
}

async function totalOf({ shop }: Floor, number: string): Promise<number> {
  const [order] = await patiently(() => shop.db.select().from(orders).where(eq(orders.orderId, number)));
  return order?.total ?? 0;
}

/** Twenty more were received than typed, and given back or not: what the drawer holds changes only with a yes. */
async function correct(floor: Floor, tablet: Tablet, number: string, asks: boolean): Promise<void> {
  const { send, world, yes } = floor;
  const cash = await patiently(() => readOrderCash(number));
  if (!cash) throw new Error(`${number} has no cash`);
  const [received, change] = [cash.received + 2_000, cash.change + (asks ? 0 : 2_000)];
  const fields = {
    ...{ key: newId<string>(), reason: 'A bill more', seenReceived: String(cash.received) },
    ...{ seenChange: String(cash.change), received: (received / 100).toFixed(2) },
    change: (change / 100).toFixed(2),
  };
  const path = `/counter/orders/${number}/cash`;
  if (asks) {
    const alone = await send(tablet, path, fields);
    if (alone.status === 302) throw new Error(`the drawer was corrected by ${number} without a yes`);
  }
  const answer = await send(tablet, path, asks ? { ...fields, ...yes } : fields);
  if (answer.status !== 302) throw new Error(`a correction answers ${answer.status}: ${words(answer.text)}`);
  if (asks) world.cash += 2_000;
}

async function openDrawer({ send, yes }: Floor, tablet: Tablet): Promise<void> {
  const fields = { intent: 'no-sale', key: newId<string>(), reason: 'Change for a twenty' };
  const alone = await send(tablet, '/counter/cash', fields);
  if (alone.status === 302) throw new Error('the drawer was opened without a yes');
  const answer = await send(tablet, '/counter/cash', { ...fields, ...yes });
  if (answer.status !== 302) throw new Error(`no sale answers ${answer.status}: ${words(answer.text)}`);
}

/** Hand-overs of the tablet without a network that were not accepted, by now handed over again. @returns how many */
export async function settleAll({ shop, send, yes }: Floor, tablet: Tablet): Promise<number> {
  const rows = await patiently(() => shop.db.select({ id: refusedHandOvers.id }).from(refusedHandOvers));
  for (const { id } of rows) {
    const fields = { intent: 'settle', id, note: 'Brought back, and handed over again', ...yes };
    const { status, text } = await send(tablet, '/counter/end-of-day', fields);
    if (status !== 302) throw new Error(`a settlement answers ${status}: ${words(text)}`);
  }
  return rows.length;
}
