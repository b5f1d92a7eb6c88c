/**
 * Ten orders over the end of a month, worked out by hand. Order pages, receipts, the download, the API, lists, cash
 * reports, books, tax, Analytics and the inspector's files show these cents and no others.
 */
import { eq } from 'drizzle-orm';
import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readOrder } from '#api/orders-queries.server.ts';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { invalidateSettings } from '#core/ground/settings/settings-queries.server.ts';
import { filesAbout } from '#core/records/account-data/person-data-queries.server.ts';
import { exportReport } from '#core/records/analytics/export-report.server.ts';
import { foldSales } from '#core/records/analytics/fold-sales.server.ts';
import { readAnalytics } from '#core/records/analytics/report-queries.server.ts';
import { cellsOf } from '#core/records/binder/binder.ts';
import { salesFiles } from '#core/records/binder/sales-files-queries.server.ts';
import { bookRows } from '#core/records/books/book-rows.ts';
import { readBooks } from '#core/records/books/books-queries.server.ts';
import { drawBooks } from '#core/records/books/draw-books.server.ts';
import { sumOfCash, sumOfClasses } from '#core/records/books/figures.ts';
import { receiptList } from '#core/records/books/receipt-list.ts';
import { eachReceipt } from '#core/records/books/receipts-queries.server.ts';
import { takenOn } from '#core/sales/cash-desk/cash-day.ts';
import { readCashDay } from '#core/sales/cash-desk/cash-day-queries.server.ts';
import { cashDayRows } from '#core/sales/cash-desk/cash-day-rows.ts';
import { drawCashDay } from '#core/sales/cash-desk/draw-cash-day.server.ts';
import { invalidateTaxRules } from '#core/sales/compliance/tax-queries.server.ts';
import { changeOrderStatus } from '#core/sales/orders/change-order-status.server.ts';
import { handOverOrder } from '#core/sales/orders/hand-over/hand-over-order.server.ts';
import { exportOrders } from '#core/sales/orders/list/export-orders.server.ts';
import { orderList } from '#core/sales/orders/list/order-list.ts';
import { readOrderDetails } from '#core/sales/orders/order-details-queries.server.ts';
import { drawReceipt } from '#core/sales/orders/receipts/draw-receipt.server.ts';
import { readAnyReceipt } from '#core/sales/orders/receipts/receipt-queries.server.ts';
import { recordRefund } from '#core/sales/orders/refunds/record-refund.server.ts';
import type { WantedUnits } from '#core/sales/orders/refunds/refund.ts';
import { taxRules } from '#db/schema/compliance.ts';
import { orders } from '#db/schema/orders.ts';
import { storeSettings } from '#db/schema/settings.ts';
import { cents, formatCents } from '#kernel/money.ts';
import { readManagedOrder } from '#office/orders/managed-order-queries.server.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { checkInvariants } from '#tests/support/invariants.ts';
import { aMug, anOrder, bringTo, edit, NOW, openForOrders, storedOrder } from '#tests/support/orders.ts';
import { pdfText, pdfWords } from '#tests/support/pdf-text.ts';
import { aPerson, aProduct } from '#tests/support/people.ts';
import { SHOWN_ID } from '#tests/support/shown-id.ts';

const zone = 'America/New_York';
const today = Temporal.PlainDate.from('2026-12-31');

let fresh: FreshDatabase;
let admin: SignedIn;
/** By its number in the table below. */
const placed = new Map<number, { number: string; customer: SignedIn }>();

/**
 * Cents. Flower is $40.00; gummies are $25.00 with $2.50 off, and their tax is owed on $25.00; a mug is $18.00; a towel is
 * $3.33 and untaxed. Cannabis: state 9 % and local 4 %. Mugs: 8 %.
 */
const expected = [
  // 1 flower: 360 + 160 tax.
  { id: 1, discount: 0, subtotal: 4000, tax: 520, total: 4520, refunded: 0 },
  // Discount. 2 gummies: 2 × 2250; tax on 5000: 450 + 200.
  { id: 2, discount: 500, subtotal: 4500, tax: 650, total: 5150, refunded: 0 },
  // Refund by item. 2 mugs: 3600 + 288; one comes back: 1800 + 144.
  { id: 3, discount: 0, subtotal: 3600, tax: 288, total: 3888, refunded: 1944 },
  // Refund by amount, a wrong price of $2.50. Flower and mug: 5800; 520 + 144 tax.
  { id: 4, discount: 0, subtotal: 5800, tax: 664, total: 6464, refunded: 250 },
  // Edited from a mug to a mug and 3 towels: 1800 + 999; 144 tax.
  { id: 5, discount: 0, subtotal: 2799, tax: 144, total: 2943, refunded: 0 },
  // Canceled. 2 flower: 8000; 720 + 320 tax.
  { id: 6, discount: 0, subtotal: 8000, tax: 1040, total: 9040, refunded: 0 },
  // Not picked up. 1 flower.
  { id: 7, discount: 0, subtotal: 4000, tax: 520, total: 4520, refunded: 0 },
  // Both taxes and a discount. 2 gummies, 1 flower: 4500 + 4000; tax on 9000: 810 + 360.
  { id: 8, discount: 500, subtotal: 8500, tax: 1170, total: 9670, refunded: 0 },
  // Reserved on October 31, handed over on November 1. Flower and mug.
  { id: 9, discount: 0, subtotal: 5800, tax: 664, total: 6464, refunded: 0 },
  // Still open. 1 flower.
  { id: 10, discount: 0, subtotal: 4000, tax: 520, total: 4520, refunded: 0 },
] as const;
const isLost = (id: number) => id === 6 || id === 7;
const handedOver = [1, 2, 3, 4, 5, 8, 9];

/** By day of the hand-over or refund. */
const months = [
  {
    from: '2026-10-01',
    to: '2026-10-31',
    // 1, 2, 3, 4, 5, 8: 4000 + 4500 + 3600 + 5800 + 2799 + 8500 = 29199, with the discounts 30199; less one mug.
    sales: { units: 13, gross: 30199, discount: 1000, refunded: 1800, net: 27399, tax: 3292 },
    orders: 6,
    open: { orders: 1, total: 4520 },
    // 4520 + 5150 + 3888 + 6464 + 2943 + 9670; one mug with its tax.
    cash: { taken: 32635, returned: 1944 },
    // State: 9 % of 4000 + 5000 + 4000 + 9000; local 4 %; sales 8 % of 3600 + 1800 + 1800, less 144.
    tax: { State: [1980, 0], Local: [880, 0], Sales: [576, 144] },
    // By day of the order: also 9 and 10. 29199 + 5800 + 4000 - 1800; 3436 + 664 + 520 - 144.
    placed: {
      ...{ orders: 8, revenue: 37199, tax: 4476, discount: 1000, refunded: 1800, units: 16 },
      ...{ cancelled: 1, noShows: 1 },
    },
  },
  {
    from: '2026-11-01',
    to: '2026-11-30',
    // Order 9, less $2.50: 250 × 5800 / 6464 = 225, and 25 of tax.
    sales: { units: 2, gross: 5800, discount: 0, refunded: 225, net: 5575, tax: 639 },
    orders: 1,
    open: { orders: 0, total: 0 },
    cash: { taken: 6464, returned: 250 },
    // 250 over 4000, 520, 1800 and 144: 155, 20, 70 and 5. The 20 over 360 and 160: 14 and 6.
    tax: { State: [360, 14], Local: [160, 6], Sales: [144, 5] },
    placed: {
      ...{ orders: 0, revenue: -225, tax: -25, discount: 0, refunded: 225, units: 0 },
      ...{ cancelled: 0, noShows: 0 },
    },
  },
] as const;

beforeAll(async () => {
  fresh = await freshDatabase();
  await openForOrders(fresh.db);
  await fresh.db.insert(storeSettings).values({ name: 'discounts', value: { enabled: true } });
  await fresh.db.delete(taxRules);
  const from = '2024-01-01';
  await fresh.db.insert(taxRules).values([
    { taxClass: 'cannabis', name: 'State', rate: 900, from },
    { taxClass: 'cannabis', name: 'Local', rate: 400, from },
    { taxClass: 'merchandise', name: 'Sales', rate: 800, from },
  ]);
  invalidateSettings();
  invalidateTaxRules();
  admin = await aPerson(fresh.db, { role: 'admin' });
  const flower = await aProduct(fresh.db, { onHand: 50, retailPrice: 4000 });
  const gummies = await aProduct(fresh.db, {
    ...{ onHand: 50, retailPrice: 2500, discount: 250, discountTerms: 'One each.' },
    ...{ discountFrom: '2026-01-01', discountUntil: '2026-12-31' },
  });
  const mug = await aMug(fresh.db, { onHand: 50 });
  const towel = await aMug(fresh.db, { onHand: 50, retailPrice: 333, taxClass: 'clothing' });

  const october10 = '2026-10-10T16:00:00Z';
  const october31 = '2026-10-31T20:00:00Z';
  await place(1, october10, [[flower, 1]]);
  await place(2, october10, [[gummies, 2]]);
  await place(3, october10, [[mug, 2]]);
  const both = [
    [flower, 1],
    [mug, 1],
  ] as const;
  await place(4, october10, both);
  await place(5, october10, [[mug, 1]]);
  await place(6, october10, [[flower, 2]]);
  await place(7, october10, [[flower, 1]]);
  const discounted = [
    [gummies, 2],
    [flower, 1],
  ] as const;
  await place(8, october10, discounted);
  await place(9, october31, both);
  await place(10, october31, [[flower, 1]]);
  const edited = [
    [mug, 1],
    [towel, 3],
  ] as const;
  expect(await edit(fresh.db, admin, numberOf(5), { to: edited })).toMatchObject({ ok: true });
  await lose(6, 'cancelled');
  await lose(7, 'no_show');
  // On October 31, a second before midnight at the store; order 9 at midnight.
  for (const id of [1, 2, 3, 4, 5, 8]) await handOver(id, '2026-11-01T03:59:59Z');
  await handOver(9, '2026-11-01T04:00:00Z');
  const { items } = await storedOrder(fresh.db, numberOf(3));
  await refund(3, new Map([[items[0]?.id ?? '', 1]]), 'returned', '2026-11-01T03:59:59Z');
  await refund(4, { amount: 250 }, 'kept', '2026-11-02T15:00:00Z');
});
afterAll(() => fresh.stop());

const orderOf = (id: number) => placed.get(id) ?? expect.fail(`no order ${id}`);
const numberOf = (id: number) => orderOf(id).number;

async function place(id: number, at: string, lines: Parameters<typeof anOrder>[1]): Promise<void> {
  const customer = await aPerson(fresh.db);
  const number = await anOrder(customer, lines);
  const createdAt = new Date(at);
  await fresh.db.update(orders).set({ createdAt }).where(eq(orders.orderId, number));
  placed.set(id, { number, customer });
}

async function lose(id: number, to: 'cancelled' | 'no_show'): Promise<void> {
  const at = to === 'no_show' ? Temporal.Instant.from('2026-10-20T16:00:00Z') : NOW;
  const input = { orderId: numberOf(id), to, reason: 'Called', version: null };
  expect(await changeOrderStatus(admin, input, at)).toMatchObject({ ok: true });
}

async function handOver(id: number, at: string): Promise<void> {
  await bringTo(admin, numberOf(id), 'ready');
  const { version } = await storedOrder(fresh.db, numberOf(id));
  const input = { version, ...SHOWN_ID, cashReceived: 100_000 };
  expect(await handOverOrder(admin, numberOf(id), input, Temporal.Instant.from(at))).toMatchObject({
    ok: true,
  });
}

async function refund(id: number, units: WantedUnits, goods: 'kept' | 'returned', at: string): Promise<void> {
  const { version } = await storedOrder(fresh.db, numberOf(id));
  const input = { units, goods, reason: 'Wrong price', version };
  expect(await recordRefund(admin, numberOf(id), input, Temporal.Instant.from(at))).toMatchObject({
    ok: true,
  });
}

async function all<T>(rows: AsyncIterable<T> | null): Promise<T[]> {
  const found: T[] = [];
  for await (const row of rows ?? []) found.push(row);
  return found;
}

const money = (amount: number) => formatCents(cents(amount));
const inFile = (amount: number) => (amount / 100).toFixed(2);
const span = { from: '2026-10-01', to: '2026-11-30' };

test('every page, paper and program shows an order’s discount, tax, total and refunds to the cent', async () => {
  for (const { id, subtotal, tax, total, refunded } of expected) {
    const { number, customer } = orderOf(id);
    const sums = { subtotal, tax, total, refunded };
    const details = await readOrderDetails(customer, number);
    expect({ id, ...details?.view }).toMatchObject({ id, ...sums });
    const refunds = refunded === 0 ? [] : [{ amount: money(refunded) }];
    expect(details?.refunds).toMatchObject(refunds);
    const managed = await readManagedOrder(admin, number, zone);
    expect({ ...managed, id }).toMatchObject({ id, ...sums, refunds });
    expect({ id, ...(await readOrder('store', number)) }).toMatchObject({ id, ...sums });
    expect(await readOrder({ userId: customer.userId }, number)).toMatchObject(sums);

    const receipt = await readAnyReceipt((await storedOrder(fresh.db, number)).id);
    expect(receipt).toMatchObject({ subtotal: money(subtotal), total: money(total), refunds });
    const paper = pdfWords(await drawReceipt(receipt, new Date(0)));
    for (const amount of [subtotal, total, ...(refunded > 0 ? [refunded] : [])])
      expect(paper).toContain(money(amount));

    let page = '';
    for await (const file of filesAbout(customer, '2026-12-31'))
      if (file.name === 'orders.html') page = Buffer.concat(await all(file.content as never)).toString();
    expect(page).toContain(`Total</td><td></td><td></td><td>${money(total)}</td>`);
    expect(page.match(/Refunded/g)?.length ?? 0).toBe(refunds.length);
    if (refunded > 0) expect(page).toContain(`<td>-${money(refunded)}</td>`);
  }
});

test('the lists of orders, for the owner and for an inspector, hold the same, and a lost order earns nothing', async () => {
  const csv = await exportOrders(admin, orderList.parse(new URLSearchParams()), zone);
  const [file] = salesFiles;
  if (!csv.ok || file?.name !== 'sales/orders.csv') throw new Error('no files');
  const ours = new Map((await all(csv.value)).map((row) => [row.order_id, row]));
  const { rows } = await fresh.db.execute<Record<string, string>>(file.query(span));
  const theirs = new Map(rows.map((row) => [row.order_id, cellsOf(file, row)]));
  for (const { id, discount, subtotal, tax, total, refunded } of expected) {
    const wanted = {
      ...{ subtotal: inFile(subtotal), tax: inFile(tax), total: inFile(total), refunded: inFile(refunded) },
      net: inFile(isLost(id) ? 0 : total - refunded),
    };
    expect({ id, ...ours.get(numberOf(id)) }).toMatchObject({ id, ...wanted, discount: inFile(discount) });
    expect({ id, ...theirs.get(numberOf(id)) }).toMatchObject({ id, ...wanted });
  }
});

test.each(months)('cash, books, tax, receipts and Analytics of $from agree with it', async (month) => {
  const days = { from: Temporal.PlainDate.from(month.from), to: Temporal.PlainDate.from(month.to) };
  const { sales, cash, placed: counted } = month;
  for (const isFolded of [false, true]) {
    if (isFolded) await foldSales();
    const { figures } = (await readBooks(admin, { days, zone, today })) ?? expect.fail();
    expect(figures).toMatchObject({ orders: month.orders, placed: month.open, corrections: [] });
    expect(sumOfClasses(figures.classes)).toMatchObject(sales);
    expect(sumOfCash(figures.cash)).toMatchObject({ ...cash, cash: cash.taken - cash.returned });
    // What was sold with its tax is the cash.
    expect(sales.net + sales.tax).toBe(cash.taken - cash.returned);
    const paper = pdfText(
      await drawBooks(figures, { store: 'Farm', status: 'Open', at: new Date(0), mark: null }),
    ).flat();
    const rows = bookRows(figures);
    const inBooks = (section: string, item: string, figure: string) =>
      rows.find(
        (row) => row.section === section && String(row.item).startsWith(item) && row.figure === figure,
      )?.value;
    for (const [rule, [amount, refunded]] of Object.entries(month.tax)) {
      expect(inBooks('Tax', rule, 'Tax before refunds')).toBe(inFile(amount));
      expect(inBooks('Tax', rule, 'Tax refunded')).toBe(inFile(refunded));
      expect(inBooks('Tax', rule, 'Tax')).toBe(inFile(amount - refunded));
      expect(paper).toContain(money(amount - refunded));
    }
    expect(inBooks('Tax', 'Total', 'Tax')).toBe(inFile(sales.tax));
    expect(inBooks('Sales', 'Total', 'Net sales')).toBe(inFile(sales.net));
    expect(paper).toEqual(expect.arrayContaining([money(sales.net), money(sales.tax)]));

    let [taken, returned] = [0, 0];
    for (const day of ['2026-10-31', '2026-11-01', '2026-11-02'].filter((text) =>
      text.startsWith(month.from.slice(0, 7)),
    )) {
      const report = (await readCashDay(admin, Temporal.PlainDate.from(day))) ?? expect.fail();
      taken += takenOn(report).taken;
      returned += takenOn(report).returned;
      const about = { store: 'Farm', status: 'Closed', at: new Date(0), mark: null };
      const drawn = pdfWords(await drawCashDay(report, about));
      for (const person of report.people) {
        expect(drawn).toContain(money(person.taken - person.returned));
        const value = (figure: string) =>
          cashDayRows(report).find((row) => row.section === 'Person' && row.figure === figure)?.value;
        expect([value('Taken'), value('Returned')]).toEqual([inFile(person.taken), inFile(person.returned)]);
      }
    }
    expect({ taken, returned }).toEqual(cash);

    const receiptsOf = async (kind: object) =>
      all(
        eachReceipt(
          admin,
          {
            filters: { from: month.from, to: month.to, ...kind },
            sort: receiptList.defaultSort,
            position: null,
          },
          zone,
        ),
      );
    const sumOf = (list: readonly { amount: number; tax: number }[], name: 'amount' | 'tax') =>
      list.reduce((sum, row) => sum + row[name], 0);
    const [receipts, given] = [await receiptsOf({}), await receiptsOf({ kind: 'refund' })];
    expect(sumOf(receipts, 'amount') - sumOf(given, 'amount')).toBe(sales.net);
    expect(sumOf(receipts, 'tax') - sumOf(given, 'tax')).toBe(sales.tax);

    const range = { days, compared: days, comparedWith: 'itself' };
    for (const breakdown of ['category', 'product-type', 'status'] as const) {
      const report = (await readAnalytics(admin, { range, breakdown, zone })) ?? expect.fail();
      expect(report.figures).toMatchObject(counted);
      expect(report.parts.reduce((sum, part) => sum + part.revenue, 0)).toBe(counted.revenue);
      const downloaded = await exportReport(admin, { range, breakdown, zone });
      expect(downloaded.ok && downloaded.value.at(-1)).toMatchObject({
        ...{ revenue: inFile(counted.revenue), tax: inFile(counted.tax), refunds: inFile(counted.refunded) },
        ...{ discounts: inFile(counted.discount), units: counted.units, orders: counted.orders },
      });
    }
  }
  expect(await checkInvariants(fresh.db)).toEqual([]);
});

test('exactly the orders that were handed over have a receipt', async () => {
  for (const { id } of expected) {
    const { status } = await storedOrder(fresh.db, numberOf(id));
    expect({ id, status: status === 'completed' }).toEqual({ id, status: handedOver.includes(id) });
  }
});
