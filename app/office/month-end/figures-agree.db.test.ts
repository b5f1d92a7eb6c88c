/**
 * Ten orders over the end of a month and the end of daylight time: the books, their page, file and paper, the lists behind
 * them, the cash reports and Order Analytics all say the same, to the cent.
 */
import { eq } from 'drizzle-orm';
import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { invalidateSettings } from '#core/ground/settings/settings-queries.server.ts';
import { foldSales } from '#core/records/analytics/fold-sales.server.ts';
import { readAnalytics } from '#core/records/analytics/report-queries.server.ts';
import { bookRows } from '#core/records/books/book-rows.ts';
import { readBooks } from '#core/records/books/books-queries.server.ts';
import { drawBooks } from '#core/records/books/draw-books.server.ts';
import { sumOfCash, sumOfClasses } from '#core/records/books/figures.ts';
import { money } from '#core/records/books/present-books.ts';
import { type ReceiptListState, receiptList } from '#core/records/books/receipt-list.ts';
import { eachReceipt } from '#core/records/books/receipts-queries.server.ts';
import { readCashDay } from '#core/sales/cash-desk/cash-day-queries.server.ts';
import { invalidateTaxRules } from '#core/sales/compliance/tax-queries.server.ts';
import { changeOrderStatus } from '#core/sales/orders/change-order-status.server.ts';
import { handOverOrder } from '#core/sales/orders/hand-over/hand-over-order.server.ts';
import { recordRefund } from '#core/sales/orders/refunds/record-refund.server.ts';
import { taxRules } from '#db/schema/compliance.ts';
import { orders } from '#db/schema/orders.ts';
import { storeSettings } from '#db/schema/settings.ts';
import { parseDate } from '#kernel/time.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { checkInvariants } from '#tests/support/invariants.ts';
import { aMug, anOrder, bringTo, edit, NOW, openForOrders, storedOrder } from '#tests/support/orders.ts';
import { pdfText } from '#tests/support/pdf-text.ts';
import { aPerson } from '#tests/support/people.ts';
import { SHOWN_ID } from '#tests/support/shown-id.ts';
import { presentMonthEnd } from './present-month-end.ts';

const zone = 'America/New_York';
const today = Temporal.PlainDate.from('2026-12-31');

let fresh: FreshDatabase;
let admin: SignedIn;
/** $17.50 after $2.50 off, taxed at 12 % and 4 %; and $3.33, taxed at 12 %. */
let mug: number;
let towel: number;
beforeAll(async () => {
  fresh = await freshDatabase();
  await openForOrders(fresh.db);
  await fresh.db.insert(storeSettings).values({ name: 'discounts', value: { enabled: true } });
  const rule = { taxClass: 'merchandise', name: 'County tax', rate: 400, from: '2024-01-01' };
  await fresh.db.insert(taxRules).values(rule);
  invalidateSettings();
  invalidateTaxRules();
  admin = await aPerson(fresh.db, { role: 'admin' });
  const offer = { discountFrom: '2026-01-01', discountUntil: '2026-12-31', discountTerms: 'One each.' };
  mug = await aMug(fresh.db, {
    onHand: 100,
    retailPrice: 2000,
    discount: 250,
    wholesalePrice: 600,
    ...offer,
  });
  towel = await aMug(fresh.db, { onHand: 100, retailPrice: 333, taxClass: 'clothing', wholesalePrice: 100 });
});
afterAll(() => fresh.stop());

type Lines = Parameters<typeof anOrder>[1];

/** Placed at this moment. */
async function placed(at: string, lines: Lines): Promise<string> {
  const number = await anOrder(await aPerson(fresh.db), lines);
  await fresh.db
    .update(orders)
    .set({ createdAt: new Date(at) })
    .where(eq(orders.orderId, number));
  return number;
}

async function handOver(number: string, at: string): Promise<string> {
  await bringTo(admin, number, 'ready');
  const { version } = await storedOrder(fresh.db, number);
  const input = { version, ...SHOWN_ID, cashReceived: 1_000_000 };
  expect(await handOverOrder(admin, number, input, Temporal.Instant.from(at))).toMatchObject({ ok: true });
  return number;
}

async function sayAll(from: string, to: string) {
  const days = { from: parseDate(from) ?? expect.fail(), to: parseDate(to) ?? expect.fail() };
  const books = (await readBooks(admin, { days, zone, today })) ?? expect.fail();
  const { figures } = books;
  const sales = sumOfClasses(figures.classes);
  const cash = sumOfCash(figures.cash);
  const sum = async (filters: ReceiptListState['filters'], name: 'amount' | 'tax' | 'discount') => {
    const state = { filters: { from, to, ...filters }, sort: receiptList.defaultSort, position: null };
    let total = 0;
    for await (const row of eachReceipt(admin, state, zone) ?? []) total += row[name];
    return total;
  };
  const rows = bookRows(figures);
  const inFile = (section: string, figure: string) =>
    rows.find((row) => row.section === section && row.item === 'Total' && row.figure === figure)?.value;
  const page = presentMonthEnd(books, days, { today, zone, licenseType: 'Microbusiness' });
  const byDay = [];
  for (let day = days.from; Temporal.PlainDate.compare(day, days.to) <= 0; day = day.add({ days: 1 }))
    byDay.push((await readCashDay(admin, day)) ?? expect.fail());
  const about = { store: 'Farm', status: 'Open', at: new Date(0), mark: null };
  const paper = pdfText(await drawBooks(figures, about)).flat();
  return { figures, sales, cash, sum, inFile, page, byDay, paper };
}

test('books, page, file, paper, lists, cash reports and analytics agree, by the day of the hand-over', async () => {
  const [october30, october31] = ['2026-10-30T16:00:00Z', '2026-10-31T16:00:00Z'];
  await handOver(await placed(october30, [[mug, 1]]), '2026-11-01T03:59:59Z');
  await handOver(
    await placed(october31, [
      [mug, 1],
      [towel, 1],
    ]),
    '2026-11-01T04:00:00Z',
  );
  await handOver(await placed(october31, [[towel, 3]]), '2026-11-01T05:30:00Z');
  await handOver(await placed(october31, [[towel, 1]]), '2026-11-01T06:30:00Z');
  const edited = await placed(october30, [[mug, 1]]);
  await edit(fresh.db, admin, edited, { to: [[mug, 2]] });
  await handOver(edited, '2026-10-31T18:00:00Z');
  for (const to of ['cancelled', 'no_show'] as const) {
    const lost = await placed(october31, [[mug, 5]]);
    const later = to === 'no_show' ? Temporal.Instant.from('2026-11-02T16:00:00Z') : NOW;
    const input = { orderId: lost, to, reason: 'Called', version: null };
    expect(await changeOrderStatus(admin, input, later)).toMatchObject({ ok: true });
  }
  const given = await handOver(await placed(october30, [[mug, 2]]), '2026-10-30T18:00:00Z');
  const { version, items } = await storedOrder(fresh.db, given);
  const units = new Map(items.map(({ id }) => [id, 1]));
  const refund = { units, goods: 'returned', reason: 'Wrong size', version } as const;
  const november1 = Temporal.Instant.from('2026-11-02T04:30:00Z');
  expect(await recordRefund(admin, given, refund, november1)).toMatchObject({
    ok: true,
    value: { amount: 2030 },
  });
  const last = await handOver(await placed(october31, [[mug, 1]]), '2026-11-02T15:00:00Z');
  // A wrong price: $2.50, of which the order's own ratio is tax: 280 of 2030 cents, so 34.
  const wrongPrice = {
    units: { amount: 250 },
    goods: 'kept',
    reason: 'Wrong price',
    version: (await storedOrder(fresh.db, last)).version,
  } as const;
  expect(await recordRefund(admin, last, wrongPrice, november1.add({ hours: 24 }))).toMatchObject({
    value: { amount: 250, cash: 250 },
  });
  await placed(october31, [[mug, 4]]);

  // October: 1 + 2 + 2 mugs at $17.50. November: 2 mugs and 5 towels, less the mug that came back and $2.50.
  const expected = [
    {
      days: ['2026-10-01', '2026-10-31'] as const,
      sales: {
        units: 5,
        gross: 10_000,
        discount: 1250,
        refunded: 0,
        net: 8750,
        tax: 1400,
        cost: 3000,
        uncosted: 0,
      },
      ...{ orders: 3, taken: 10_150, returned: 0, placed: { orders: 1, total: 8120 } },
    },
    {
      days: ['2026-11-01', '2026-11-30'] as const,
      sales: {
        units: 6,
        gross: 5665,
        discount: 500,
        refunded: 1966,
        net: 3199,
        tax: 446,
        cost: 1100,
        uncosted: 0,
      },
      ...{ orders: 4, taken: 5925, returned: 2280, placed: { orders: 0, total: 0 } },
    },
  ];
  for (const isFolded of [false, true]) {
    if (isFolded) await foldSales();
    for (const { days, sales, orders: count, taken, returned, placed: open } of expected) {
      const said = await sayAll(days[0], days[1]);
      expect(said.figures).toMatchObject({ orders: count, placed: open, corrections: [] });
      expect(said.sales).toEqual(sales);
      expect(said.cash).toMatchObject({ taken, returned });
      expect(taken - returned).toBe(sales.net + sales.tax);
      expect(said.page).toMatchObject({
        cashDifference: null,
        orders: { text: String(count) },
        total: {
          net: { text: money(sales.net) },
          tax: { text: money(sales.tax) },
          gross: { text: money(sales.gross) },
        },
        taxTotal: money(sales.tax),
        cashTotal: { net: money(taken - returned) },
      });
      expect(said.paper).toEqual(
        expect.arrayContaining([money(sales.net), money(sales.tax), money(taken - returned)]),
      );
      expect(said.inFile('Sales', 'Net sales')).toBe((sales.net / 100).toFixed(2));
      expect(said.inFile('Tax', 'Tax')).toBe((sales.tax / 100).toFixed(2));
      expect((await said.sum({}, 'amount')) - (await said.sum({ kind: 'refund' }, 'amount'))).toBe(sales.net);
      expect((await said.sum({}, 'tax')) - (await said.sum({ kind: 'refund' }, 'tax'))).toBe(sales.tax);
      expect(await said.sum({}, 'discount')).toBe(sales.discount);
      const lines = said.byDay.flatMap((day) => day.people);
      expect([taken, returned]).toEqual([
        lines.reduce((sum, line) => sum + line.taken, 0),
        lines.reduce((sum, line) => sum + line.returned, 0),
      ]);
    }
    // Order Analytics counts what was not lost on the day it was placed: all in October.
    const range = {
      from: parseDate('2026-10-01') ?? expect.fail(),
      to: parseDate('2026-10-31') ?? expect.fail(),
    };
    const asked = {
      range: { days: range, compared: range, comparedWith: 'itself' },
      breakdown: 'category',
      zone,
    } as const;
    expect((await readAnalytics(admin, asked))?.figures).toMatchObject({
      orders: 8,
      revenue: 8750 + 5165 + 4 * 1750,
    });
    expect(await checkInvariants(fresh.db)).toEqual([]);
  }
});
