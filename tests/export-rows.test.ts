/** Tests the columns of exports that have a sign, a unit or a rounding, with literal values. */
import { expect, test } from 'vitest';
import { blankProduct } from '#core/goods/catalogue/products/blank-product.ts';
import { inventoryCsvRow } from '#core/goods/catalogue/products/export-inventory.server.ts';
import { countCsvRow } from '#core/goods/counts/export-count.server.ts';
import { lotCsvRow } from '#core/goods/reconciliation/export-day.server.ts';
import { ledgerCsvRow, lotListCsvRow } from '#core/goods/stock/lots/export-lots.server.ts';
import { lotRow } from '#core/goods/stock/lots/lot-list-queries.server.ts';
import { wasteCsvRow } from '#core/goods/stock/waste/export-waste.server.ts';
import { reportRows } from '#core/records/analytics/export-report.server.ts';
import { orderCsvRow } from '#core/sales/orders/list/export-orders.server.ts';

type Of<Row extends (...of: never[]) => unknown> = Parameters<Row>[0];

test.each([
  [30, 27, -3, '-10.50'],
  [30, 31, 1, '3.50'],
  [30, null, null, null],
])('a lot expected at %s and counted at %s differs by %s', (expected, counted, difference, value) => {
  const line = { expected, counted, state: 'differs', found: null, value: value && Number(value) * 100 };
  expect(countCsvRow(line as Of<typeof countCsvRow>)).toMatchObject({ expected, counted, difference, value });
});

test.each([
  [3_500, 3.5],
  [28_349, 28.349],
  [0, 0],
  [null, null],
])('waste of %s mg is %s g', (weightMg, grams) => {
  const record = { weightMg, units: 2, reason: 'damaged', state: 'waiting' };
  expect(wasteCsvRow(record as Of<typeof wasteCsvRow>)).toMatchObject({ units: 2, grams });
});

test('a product has every unit in the building as stock, its prices in dollars, and its amount with its unit', () => {
  const product = {
    ...blankProduct({ categoryId: 1, productType: 'cannabis', taxClass: 'cannabis' }),
    ...{ onHand: 20, held: 6, retailPrice: 2_450, wholesalePrice: 1_205, forSale: false },
    offSale: { untested: 1, quarantined: 2, recalled: 4, expired: 8 },
    ...{ limitCategory: 'flower', limitMg: 3_500, lowStockLevel: null },
  };
  expect(inventoryCsvRow(product as unknown as Of<typeof inventoryCsvRow>)).toMatchObject({
    ...{ stock: 35, retailPrice: '24.50', wholesalePrice: '12.05', forSale: 'no', limitMg: '3.5 g' },
  });
});

test('a lot opens with what it closed with, less what came in and plus what went out', () => {
  const moved = {
    ...{
      received: 40,
      sold: -12,
      returned: 1,
      waste: -2,
      damaged: -3,
      sample: -1,
      theft: -4,
      counted: 5,
      moved: -6,
    },
  };
  const lot = { ledger: 100, shelf: 98, state: 101, differences: [] };
  expect(lotCsvRow('2026-11-05', lot as unknown as Parameters<typeof lotCsvRow>[1], moved)).toMatchObject({
    ...{ opening: 82, ...moved, ledger: 100, shelf: 98, state: 101 },
  });
});

test.each([
  ['completed', 2_000, '36.81'],
  ['completed', 5_681, '0.00'],
  ['cancelled', 0, '0.00'],
  ['no_show', 0, '0.00'],
])('an order that is %s, with %i cents refunded, is worth %s', (status, refunded, net) => {
  const order = {
    ...{ number: 'ORD042', createdAt: new Date('2026-11-05T14:02:03Z'), pickupStartsAt: null, status },
    ...{ discount: 519, subtotal: 5_100, tax: 581, total: 5_681, refunded },
  };
  expect(orderCsvRow(order as Of<typeof orderCsvRow>, 'America/New_York')).toMatchObject({
    created_at: '2026-11-05 09:02:03',
    ...{ discount: '5.19', subtotal: '51.00', tax: '5.81', total: '56.81' },
    ...{ refunded: (refunded / 100).toFixed(2), net },
  });
});

test.each([
  ['sellable', 20, 6, 14],
  ['sellable', 6, 6, 0],
  ['quarantined', 20, 0, 0],
])('of a lot that is %s, %i on hand and %i held, %i are available', (status, onHand, held, available) => {
  const lot = {
    ...{ id: 7, product: 'Kestrel Moon', status, onHand, held, expiresOn: '2026-11-30', testStatus: null },
    createdAt: new Date('2026-11-05T04:59:59Z'),
  };
  const row = lotRow(lot as unknown as Parameters<typeof lotRow>[0], 'America/New_York');
  expect(lotListCsvRow(row)).toMatchObject({
    ...{ id: 7, onHand, held, available, expiresOn: '2026-11-30', test: null },
    // The store's day, which was not yet over.
    received: 'Nov 4, 2026',
  });
});

test.each([
  ['sale', -2, -2, 18, 'Sold'],
  ['hold', 0, 1, 20, 'Held'],
  ['received', 20, 0, 20, 'Received'],
])(
  'a ledger row of units %s has its change, what it did to holds, and the balance after it',
  (reason, change, held, balance, word) => {
    const row = {
      ...{ reason, change, held, balance, who: 'Kim Reyes', orderId: 'ORD042', note: null },
      createdAt: new Date('2026-11-01T06:30:00Z'),
    };
    expect(ledgerCsvRow(row as unknown as Of<typeof ledgerCsvRow>, 'America/New_York')).toMatchObject({
      // The second half past one of the day on which clocks go back.
      at: '2026-11-01 01:30:00',
      ...{ reason: word, change, held, balance },
    });
  },
);

test('a report has dollars, shares of its parts to four places, and a total without a share', () => {
  const sums = { orders: null, units: 3, discount: 519, refunded: 1_005, tax: 612 };
  const report = {
    parts: [
      { ...sums, name: 'cannabis', revenue: 5_100 },
      { ...sums, name: 'apparel', revenue: 2_550, discount: 0 },
    ],
    figures: { ...sums, orders: 4, revenue: 7_650 },
  };
  const days = { from: '2026-11-01', to: '2026-11-30' };
  const rows = reportRows(report as unknown as Parameters<typeof reportRows>[0], 'product-type', days);
  const money = { discounts: '5.19', refunds: '10.05', tax: '6.12' };
  expect(rows).toMatchObject([
    { ...days, ...money, name: 'Cannabis', orders: null, units: 3, revenue: '51.00', share: '0.6667' },
    { ...days, ...money, orders: null, discounts: '0.00', revenue: '25.50', share: '0.3333' },
    { ...days, ...money, name: 'Total', orders: 4, revenue: '76.50', share: null },
  ]);
});

test('a report of statuses has shares of orders, and nothing sold has none', () => {
  const sums = { units: 0, discount: 0, refunded: 0, tax: 0, revenue: 0 };
  const days = { from: '2026-11-01', to: '2026-11-30' };
  const shares = (orders: readonly number[]) =>
    reportRows(
      {
        parts: orders.map((of) => ({ ...sums, name: 'completed', orders: of })),
        figures: { ...sums, orders: 0 },
      } as unknown as Parameters<typeof reportRows>[0],
      'status',
      days,
    ).map(({ share }) => share);
  expect(shares([3, 1])).toEqual(['0.7500', '0.2500', null]);
  expect(shares([0])).toEqual([null, null]);
});
