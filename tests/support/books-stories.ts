/**
 * Random stories of orders, with offers, corrections of prices, exchanges and refunds, after which the books are
 * compared with a plain sum over all rows and the lists behind them.
 */
import { eq, inArray, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { expect } from 'vitest';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { invalidateSettings } from '#core/ground/settings/settings-queries.server.ts';
import { foldSales, rebuildSales } from '#core/records/analytics/fold-sales.server.ts';
import { sumOfCash, sumOfClasses } from '#core/records/books/figures.ts';
import { bookFigures } from '#core/records/books/figures-queries.server.ts';
import type { JournalEntry } from '#core/records/books/journal/journal.ts';
import { quickBooksRows } from '#core/records/books/journal/journal-files.ts';
import { readJournal } from '#core/records/books/journal/journal-queries.server.ts';
import { type ReceiptListState, receiptList } from '#core/records/books/receipt-list.ts';
import { eachReceipt } from '#core/records/books/receipts-queries.server.ts';
import { invalidateTaxRules } from '#core/sales/compliance/tax-queries.server.ts';
import { changeOrderStatus } from '#core/sales/orders/change-order-status.server.ts';
import { handOverOrder } from '#core/sales/orders/hand-over/hand-over-order.server.ts';
import { recordRefund } from '#core/sales/orders/refunds/record-refund.server.ts';
import { inSnapshot, inTransaction } from '#db/client.ts';
import { taxRules } from '#db/schema/compliance.ts';
import { orderItems, orders, pickupReservations, refunds } from '#db/schema/orders.ts';
import { storeSettings } from '#db/schema/settings.ts';
import { refundGoods } from '#kernel/statuses.ts';
import { correctThePrice, exchangeOne, runOffers } from './books-changes.ts';
import { type FreshDatabase, freshDatabase } from './database.ts';
import { checkInvariants } from './invariants.ts';
import { aMug, anOrder, bringTo, edit, NOW, openForOrders, roundCash, storedOrder } from './orders.ts';
import { aPerson, aProduct } from './people.ts';
import { SHOWN_ID } from './shown-id.ts';

const zone = 'America/New_York';
const today = Temporal.PlainDate.from('2026-12-31');

/** One for both classes where the plain sums have one figure. */
const ACCOUNTS = {
  ...{ cash: 'Cash', cannabisSales: 'Sales', otherSales: 'Sales', discounts: 'Discounts' },
  ...{ refunds: 'Refunds', cannabisTax: 'Tax', salesTax: 'Tax', rounding: 'Rounding', advance: 'Advance' },
  ...{ costOfGoods: 'Cost', inventory: 'Inventory' },
};

/** List prices of the shelf, in cents. */
const PRICES = [1799, 333, 4501] as const;

let fresh: FreshDatabase;
let admins: SignedIn[];
let shelf: number[];
async function open(): Promise<void> {
  fresh = await freshDatabase();
  await openForOrders(fresh.db);
  await fresh.db.insert(storeSettings).values([
    { name: 'discounts', value: { enabled: true } },
    { name: 'accounting', value: ACCOUNTS },
  ]);
  invalidateSettings();
  admins = [await aPerson(fresh.db, { role: 'admin' }), await aPerson(fresh.db, { role: 'admin' })];
  const offer = { discountFrom: '2026-01-01', discountUntil: '2026-12-31', discountTerms: 'One each.' };
  shelf = [
    await aMug(fresh.db, {
      onHand: 5000,
      wholesalePrice: 600,
      retailPrice: PRICES[0],
      discount: 301,
      ...offer,
    }),
    await aMug(fresh.db, { onHand: 5000, retailPrice: PRICES[1], taxClass: 'clothing' }),
    await aProduct(fresh.db, {
      ...{ onHand: 5000, limitMg: 1, wholesalePrice: 1001, retailPrice: PRICES[2], discount: 500, ...offer },
    }),
  ];
  await runOffers(admins[0] as SignedIn, shelf);
}

/** Within two days of a change of the clock, at any minute: Mar 8 at 2 AM clocks skip an hour, Nov 1 at 2 AM repeat it. */
const moment = fc
  .record({
    change: fc.constantFrom('2026-03-08T07:00:00Z', '2026-11-01T06:00:00Z'),
    minutes: fc.integer({ min: -2880, max: 2880 }),
  })
  .map(({ change, minutes }) => Temporal.Instant.from(change).add({ minutes }));
const units = fc
  .array(fc.nat(3), { minLength: 3, maxLength: 3 })
  .filter((all) => all.some((count) => count > 0));
const rates = fc.array(fc.integer({ min: 1, max: 1500 }), { minLength: 0, maxLength: 2 });
const story = fc.record({
  placed: moment,
  paid: moment,
  rates,
  lines: units,
  edited: fc.option(units),
  end: fc.constantFrom('open', 'completed', 'completed', 'completed', 'cancelled'),
  refunds: fc.array(fc.record({ at: moment, units, goods: fc.constantFrom(...refundGoods) }), {
    maxLength: 3,
  }),
  exchanged: fc.option(fc.nat(2)),
  corrected: fc.option(fc.record({ which: fc.nat(2), cut: fc.integer({ min: 1, max: 60 }), at: moment })),
  by: fc.nat(1),
  folds: fc.boolean(),
  rounds: fc.boolean(),
});
type Story = typeof story extends fc.Arbitrary<infer T> ? T : never;

const linesOf = (all: readonly number[]) =>
  shelf.flatMap((id, at) => ((all[at] ?? 0) > 0 ? [[id, all[at] ?? 0] as const] : []));

/** The rules from now on: one on cannabis for each rate, and one on everything. */
async function changeTaxes(of: readonly number[]): Promise<void> {
  await fresh.db.delete(taxRules);
  await fresh.db.insert(taxRules).values([
    { taxClass: '*', name: 'Sales tax', rate: 800 + (of[0] ?? 0), from: '2024-01-01' },
    ...of.map((rate, index) => ({
      taxClass: 'cannabis',
      name: `Excise ${index}`,
      rate,
      from: '2024-01-01',
    })),
  ]);
  invalidateTaxRules();
}

async function live({
  placed,
  paid,
  rates: of,
  lines,
  edited,
  end,
  refunds: given,
  exchanged,
  corrected,
  by,
  folds,
  rounds,
}: Story) {
  const admin = admins[by] as SignedIn;
  await roundCash(fresh.db, admin, rounds);
  await changeTaxes(of);
  const number = await anOrder(await aPerson(fresh.db), linesOf(lines));
  const createdAt = new Date(placed.epochMilliseconds);
  await fresh.db.update(orders).set({ createdAt }).where(eq(orders.orderId, number));
  if (edited) await edit(fresh.db, admin, number, { to: linesOf(edited) });
  if (end === 'cancelled')
    await changeOrderStatus(admin, { orderId: number, to: end, reason: 'Called', version: null }, NOW);
  if (end === 'completed') {
    await bringTo(admin, number, 'ready');
    const { version } = await storedOrder(fresh.db, number);
    const input = { version, ...SHOWN_ID, idExpiresOn: '2030-01-01', cashReceived: 1_000_000 };
    expect(await handOverOrder(admin, number, input, NOW)).toMatchObject({ ok: true });
    if (exchanged !== null) await exchangeOne(fresh.db, admin, number, shelf[exchanged] ?? 0);
    await fresh.db
      .update(orders)
      .set({ paidAt: new Date(paid.epochMilliseconds), completedAt: new Date(paid.epochMilliseconds) })
      .where(eq(orders.orderId, number));
    for (const refund of given) await giveBack(admins[1 - by] as SignedIn, number, refund);
  }
  if (corrected) {
    const reserved = (await storedOrder(fresh.db, number)).items.map(({ reservationId }) => reservationId);
    await fresh.db
      .update(pickupReservations)
      .set({ createdAt })
      .where(inArray(pickupReservations.id, reserved));
    const { which, cut, at } = corrected;
    const [productId = 0, rightPrice] = [shelf[which], (PRICES[which] ?? 0) - cut];
    const wrong = { productId, rightPrice, placed, at };
    await correctThePrice(fresh.db, { admin, desk: admins[1 - by] as SignedIn }, wrong);
  }
  if (folds) await foldSales();
}

async function giveBack(
  admin: SignedIn,
  number: string,
  { at, units: wanted, goods }: Story['refunds'][number],
) {
  const { id, version, items } = await storedOrder(fresh.db, number);
  const before = (await fresh.db.select().from(refunds).where(eq(refunds.orderId, id))).flatMap(
    (row) => row.lines,
  );
  const chosen = items.map((item) => {
    const gone = before.reduce((sum, line) => (line.itemId === item.id ? sum + line.quantity : sum), 0);
    return [item.id, Math.min(item.quantity - gone, wanted[shelf.indexOf(item.productId)] ?? 0)] as const;
  });
  if (chosen.every(([, count]) => count === 0)) return;
  const input = { units: new Map(chosen), goods, reason: 'Wrong size', version } as const;
  expect(await recordRefund(admin, number, input, at)).toMatchObject({ ok: true });
}

const dayOf = (at: Date) =>
  Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(zone).toPlainDate().toString();
const sumOf = <Row>(rows: readonly Row[], amount: (row: Row) => number) =>
  rows.reduce((sum, row) => sum + amount(row), 0);

/** Added up row by row, in this program. */
async function plainSums(from: string, to: string) {
  const isWithin = (at: Date | null) => at !== null && dayOf(at) >= from && dayOf(at) <= to;
  const all = await fresh.db.select().from(orderItems).innerJoin(orders, eq(orders.id, orderItems.orderId));
  const sold = all.filter(
    ({ orders: { status, completedAt } }) => status === 'completed' && isWithin(completedAt),
  );
  const given = (await fresh.db.select().from(refunds)).filter(({ createdAt }) => isWithin(createdAt));
  const back = given.flatMap(({ lines, goods }) =>
    lines.map((line) => ({
      ...line,
      goods,
      item: all.find(({ order_items }) => order_items.id === line.itemId)?.order_items,
    })),
  );
  const gross = sumOf(sold, ({ order_items: { listPrice, quantity } }) => listPrice * quantity);
  const discount = sumOf(sold, ({ order_items: { unitDiscount, quantity } }) => unitDiscount * quantity);
  const refunded = sumOf(back, ({ amount }) => amount);
  const paid = (await fresh.db.select().from(orders)).filter(({ paidAt }) => isWithin(paidAt));
  return {
    orders: new Set(sold.map(({ orders: { id } }) => id)).size,
    sales: {
      units:
        sumOf(sold, ({ order_items }) => order_items.quantity) -
        sumOf(back, ({ quantity, goods }) => (goods === 'returned' ? quantity : 0)),
      ...{ gross, discount, refunded, net: gross - discount - refunded },
      tax: sumOf(sold, ({ order_items }) => order_items.tax) - sumOf(back, ({ tax }) => tax),
      cost:
        sumOf(sold, ({ order_items: { unitCost, quantity } }) => (unitCost ?? 0) * quantity) -
        sumOf(back, ({ goods, quantity, item }) =>
          goods === 'returned' ? (item?.unitCost ?? 0) * quantity : 0,
        ),
      uncosted:
        sumOf(sold, ({ order_items: { unitCost, amount } }) => (unitCost === null ? amount : 0)) -
        sumOf(back, ({ item, amount }) => (item?.unitCost === null ? amount : 0)),
    },
    taxed: sumOf(sold, ({ order_items }) => sumOf(order_items.taxParts, ({ amount }) => amount)),
    bases: sumOf(sold, ({ order_items }) => sumOf(order_items.taxParts, ({ base }) => base)),
    taxBack: sumOf(back, ({ taxParts }) => sumOf(taxParts, ({ amount }) => amount)),
    cash: {
      taken: sumOf(paid, ({ total }) => total),
      returned: sumOf(given, ({ amount }) => amount),
      rounding: sumOf(paid, ({ cashRounding }) => cashRounding) - sumOf(given, (row) => row.cashRounding),
      cash:
        sumOf(paid, ({ total, cashRounding }) => total + cashRounding) -
        sumOf(given, ({ amount, cashRounding }) => amount + cashRounding),
    },
  };
}

async function compare(from: string, to: string): Promise<void> {
  const days = { from: Temporal.PlainDate.from(from), to: Temporal.PlainDate.from(to) };
  const figures = await inSnapshot((tx) => bookFigures(tx, { days, zone }, today));
  const plain = await plainSums(from, to);
  const total = sumOfClasses(figures.classes);
  expect(figures.orders).toBe(plain.orders);
  expect(total).toEqual(plain.sales);
  expect(sumOfCash(figures.cash)).toEqual(plain.cash);
  expect(sumOf(figures.rules, ({ amount }) => amount)).toBe(plain.taxed);
  expect(sumOf(figures.rules, ({ base }) => base)).toBe(plain.bases);
  expect(sumOf(figures.rules, ({ refunded }) => refunded)).toBe(plain.taxBack);
  expect(figures.corrections).toEqual([]);
  const behind = async (filters: ReceiptListState['filters']) => {
    const state = { filters: { from, to, ...filters }, sort: receiptList.defaultSort, position: null };
    const rows = [];
    for await (const row of eachReceipt(admins[0] as SignedIn, state, zone) ?? []) rows.push(row);
    return rows;
  };
  for (const { taxClass, ...of } of figures.classes) {
    const [sales, back] = [
      await behind({ class: taxClass }),
      await behind({ kind: 'refund', class: taxClass }),
    ];
    expect({
      gross: sumOf(sales, ({ amount, discount: off }) => amount + off),
      discount: sumOf(await behind({ class: taxClass, only: 'discounted' }), (row) => row.discount),
      refunded: sumOf(back, ({ amount }) => amount),
      tax: sumOf(sales, (row) => row.tax) - sumOf(back, (row) => row.tax),
      cost: sumOf(sales, (row) => row.cost) - sumOf(back, (row) => row.cost),
    }).toEqual({ gross: of.gross, discount: of.discount, refunded: of.refunded, tax: of.tax, cost: of.cost });
  }
  for (const { ruleId, amount, refunded: given } of figures.rules)
    expect([
      sumOf(await behind({ rule: ruleId }), (row) => row.tax),
      sumOf(await behind({ kind: 'refund', rule: ruleId }), (row) => row.tax),
    ]).toEqual([amount, given]);
  for (const { userId } of admins) {
    const own = figures.cash.filter(({ personId }) => personId === userId);
    expect(sumOf(await behind({ kind: 'taken', person: userId }), (row) => row.amount)).toBe(
      sumOf(own, ({ taken }) => taken),
    );
    expect(sumOf(await behind({ kind: 'returned', person: userId }), (row) => row.amount)).toBe(
      sumOf(own, ({ returned }) => returned),
    );
  }
  for (const per of ['day', 'span'] as const) {
    const journal = await readJournal(admins[0] as SignedIn, { days, zone, today }, per);
    if (per === 'day' && from.slice(0, 4) === to.slice(0, 4) && to.endsWith('12-31'))
      expect(journal).toEqual({ ok: false, problem: { kind: 'too-many-days' } });
    else expect(journal.ok && inFiles(journal.value.entries)).toEqual(expectedIn(plain));
  }
  const open = await behind({ only: 'placed' });
  expect(figures.placed).toEqual({ orders: open.length, total: sumOf(open, (row) => row.amount + row.tax) });
}

/** By account, debits less credits, as a program reads them back from the file; each entry is even. */
function inFiles(entries: readonly JournalEntry[]): Record<string, number> {
  const sums: Record<string, number> = {};
  const even: Record<string, number> = {};
  for (const { number, account, debits, credits } of quickBooksRows(entries)) {
    const cents = Math.round(Number(debits ?? 0) * 100) - Math.round(Number(credits ?? 0) * 100);
    sums[String(account)] = (sums[String(account)] ?? 0) + cents;
    even[String(number)] = (even[String(number)] ?? 0) + cents;
  }
  expect(Object.values(even).filter((sum) => sum !== 0)).toEqual([]);
  return Object.fromEntries(Object.entries(sums).filter(([, sum]) => sum !== 0));
}

/** Debits less credits of the accounts that the shop's settings name. */
function expectedIn({ sales, cash }: Awaited<ReturnType<typeof plainSums>>): Record<string, number> {
  const sums = {
    Cash: cash.cash,
    Sales: -sales.gross,
    Discounts: sales.discount,
    Refunds: sales.refunded,
    Tax: -sales.tax,
    Rounding: -cash.rounding,
    Advance: sales.net + sales.tax - (cash.taken - cash.returned),
    Cost: sales.cost,
    Inventory: -sales.cost,
  };
  return Object.fromEntries(Object.entries(sums).filter(([, sum]) => sum !== 0));
}

/** Six orders' stories in each run, with the books compared after them: not folded into the totals, and folded. */
export async function compareBooks(runs: number): Promise<void> {
  await open();
  await fc.assert(
    fc.asyncProperty(fc.array(story, { minLength: 6, maxLength: 6 }), async (stories) => {
      for (const each of stories) await live(each);
      const spans = [
        ['2026-03-08', '2026-03-08'],
        ['2026-11-01', '2026-11-01'],
        ['2026-03-01', '2026-05-31'],
        ['2026-01-01', '2026-12-31'],
      ] as const;
      for (const [from, to] of spans) await compare(from, to);
      await foldSales();
      for (const [from, to] of spans) await compare(from, to);
    }),
    { numRuns: runs, seed: 20261124, endOnFailure: true },
  );
  await inTransaction((tx) => rebuildSales(tx, zone));
  await compare('2026-10-01', '2026-11-30');
  expect(await checkInvariants(fresh.db)).toEqual([]);
  const { rows } = await fresh.db.execute(sql`select from refunds`);
  expect(rows.length).toBeGreaterThan(runs);
  const { rows: changed } = await fresh.db.execute<Record<string, number>>(sql`
    select (select count(*)::int from order_items where offer_id is not null) as offered,
      (select count(*)::int from corrected_lines where status = 'paid') as back,
      (select count(*)::int from exchanges) as exchanged`);
  for (const count of Object.values(changed[0] ?? {})) expect(count).toBeGreaterThan(0);
  await fresh.stop();
}
