/** What was refunded in another system: whole, in part, by a column or by a row of its own. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readFiles } from '#tests/support/former/read-files.ts';
import type { OrderRecord } from '../records.ts';
import { dollars } from './cells.ts';

const totalOf = ({ lines }: OrderRecord) =>
  lines.reduce((all, { unitPrice, quantity, tax }) => all + unitPrice * quantity + tax, 0);
const taxOf = ({ lines }: OrderRecord) => lines.reduce((all, { tax }) => all + tax, 0);

async function salesOf(files: Record<string, string>) {
  const { records, notes, reasons } = await readFiles('order', files);
  return {
    reasons,
    leftOut: notes.filter(({ isLeftOut }) => isLeftOut).length,
    records,
    sales: records.map((record) => [
      record.sourceId.split('/')[1],
      record.status,
      record.paymentStatus,
      totalOf(record),
    ]),
  };
}

const SHOPIFY =
  'Name,Email,Financial Status,Paid at,Subtotal,Shipping,Taxes,Total,Discount Amount,Created at,Lineitem quantity,Lineitem name,Lineitem price,Lineitem sku,Billing Name,Cancelled at,Refunded Amount';
const PART = 'Partly refunded: it comes over without the refunded amount';

describe('a sale of Shopify', () => {
  const text = `${SHOPIFY}
#1,a@example.com,partially_refunded,,50.00,0,4.00,54.00,0,2025-11-24 14:00:00 -0500,1,Hat,30.00,HAT,A,,10.80
#1,a@example.com,,,,,,,,2025-11-24 14:00:00 -0500,2,Cap,10.00,CAP,A,,
#2,a@example.com,refunded,,30.00,0,2.40,32.40,0,2025-11-23 14:00:00 -0500,1,Hat,30.00,HAT,A,,32.40
#3,a@example.com,paid,,30.00,0,2.40,32.40,0,2025-11-22 14:00:00 -0500,1,Hat,30.00,HAT,A,,32.40
#4,a@example.com,paid,,30.00,0,2.40,32.40,0,2025-11-21 14:00:00 -0500,1,Hat,30.00,HAT,A,,0.00
#5,a@example.com,partially_refunded,,30.00,0,2.40,32.40,0,2025-11-20 14:00:00 -0500,1,Hat,30.00,HAT,A,,
#6,a@example.com,partially_refunded,,30.00,0,2.40,32.40,0,2025-11-19 14:00:00 -0500,1,Hat,30.00,HAT,A,2025-11-19 15:00:00 -0500,5.00
`;
  test('that was refunded whole is refunded, and one in part counts the rest, to the cent', async () => {
    const { sales, reasons, records } = await salesOf({ 'orders.csv': text });
    expect(sales).toEqual([
      ['#1', 'completed', 'paid', 4320],
      ['#2', 'cancelled', 'refunded', 3240],
      ['#3', 'cancelled', 'refunded', 3240],
      ['#4', 'completed', 'paid', 3240],
      ['#5', 'completed', 'paid', 3240],
      ['#6', 'cancelled', 'refunded', 3240],
    ]);
    // A fifth of the money, and of its tax.
    expect(taxOf(records[0] as OrderRecord)).toBe(320);
    expect(reasons).toEqual([
      `orders.csv, line 2: ${PART}`,
      'orders.csv, line 7: Refunded in part, and no column says how much: it comes over with its whole total',
    ]);
  });
});

describe('a sale of WooCommerce', () => {
  const head =
    'Order Number,Order Status,Order Date,Email (Billing),Order Refund Amount,Order Total Amount,Order Total Tax Amount,SKU,Item Name,Quantity (- Refund),Item Cost';
  test('has the units that are left, and is not reduced twice', async () => {
    const { sales, records } = await salesOf({
      'orders.csv': `${head}
11,completed,2025-11-24 10:00,a@example.com,10.80,32.40,2.40,CAP,Cap,2,10.00
12,completed,2025-11-24 11:00,a@example.com,21.60,54.00,4.00,CAP,Cap,0,20.00
12,completed,2025-11-24 11:00,a@example.com,21.60,54.00,4.00,HAT,Hat,1,30.00
13,refunded,2025-11-24 12:00,a@example.com,32.40,32.40,2.40,CAP,Cap,0,30.00
`,
    });
    expect(sales).toEqual([
      ['11', 'completed', 'paid', 2160],
      ['12', 'completed', 'paid', 3240],
      ['13', 'cancelled', 'refunded', 3240],
    ]);
    expect(
      records.map(({ lines }) => lines.map(({ name, quantity, unitPrice }) => [name, quantity, unitPrice])),
    ).toEqual([[['Cap', 2, 1000]], [['Hat', 1, 3000]], [['Cap', 1, 3000]]]);
  });

  test('whose only total is less its refund is not reduced by it', async () => {
    const { sales } = await salesOf({
      'orders.csv':
        'Order Number,Order Status,Order Date,Email (Billing),Order Refund Amount,Order Total Amount (- Refund),Item Name,Quantity,Item Cost\n14,completed,2025-11-24 10:00,a@example.com,10,20,Cap,3,10\n',
    });
    expect(sales).toEqual([['14', 'completed', 'paid', 2000]]);
  });
});

describe('a return of Square', () => {
  const head =
    'Date,Time,Time Zone,Category,Item,Qty,Price Point Name,SKU,Gross Sales,Discounts,Net Sales,Tax,Transaction ID,Event Type,Customer ID';
  const sale = (id: string, item: string, units: number, cents: number, who = 'SQ1', date = '11/20/2025') =>
    `${date},10:00:00,Eastern Time (US & Canada),,${item},${units},Regular,,${dollars(cents)},0,${dollars(cents)},${dollars(cents / 10)},${id},${cents < 0 ? 'Refund' : 'Payment'},${who}`;
  const rows = [
    sale('R1', 'Hat', -1, -3000, 'SQ1', '11/25/2025'),
    sale('R2', 'Cap', -1, -1000, 'SQ1', '11/25/2025'),
    sale('R3', 'Hat', -1, -3000, 'SQ9', '11/25/2025'),
    sale('R4', 'Pin', -1, -500, '', '11/25/2025'),
    sale('T1', 'Hat', 1, 3000),
    sale('T2', 'Cap', 3, 3000),
    sale('T3', 'Hat', 1, 3000, 'SQ2'),
    sale('T4', 'Pin', 1, 500, ''),
    sale('T5', 'Cap', 1, 1000, 'SQ1', '11/29/2025'),
  ];
  test.each([
    ['first', rows],
    ['last', rows.toReversed()],
  ])('with a number of its own, %s in the file, is taken off the sale of its customer', async (_, lines) => {
    const { sales, reasons, leftOut, records } = await salesOf({ 'items.csv': [head, ...lines].join('\n') });
    expect(sales.toSorted()).toEqual([
      ['T1', 'cancelled', 'refunded', 3300],
      ['T2', 'completed', 'paid', 2200],
      ['T3', 'completed', 'paid', 3300],
      ['T4', 'cancelled', 'refunded', 550],
      // It was sold after the return.
      ['T5', 'completed', 'paid', 1100],
    ]);
    expect(records.find(({ sourceId }) => sourceId.endsWith('T2'))?.lines).toMatchObject([
      { name: 'Cap', quantity: 2, unitPrice: 1000, tax: 200 },
    ]);
    expect(reasons.filter((reason) => reason.includes('taken off the sale')).length).toBe(3);
    expect(leftOut).toBe(1);
    expect(reasons.find((reason) => reason.includes('nothing is taken off'))).toMatch(
      /^items.csv, line [48]:/,
    );
  });

  test('of the list of transactions is taken off by its amount, from the same customer', async () => {
    const { sales } = await salesOf({
      'transactions.csv': `Date,Time,Time Zone,Gross Sales,Discounts,Net Sales,Tax,Partial Refunds,Total Collected,Fees,Net Total,Transaction ID,Description,Event Type,Customer ID,Transaction Status
11/25/2025,10:00:00,Eastern Time (US & Canada),$0.00,$0.00,$0.00,$0.00,-$5.00,-$5.00,$0.00,-$5.00,R1,Custom amount,Refund,SQ1,Complete
11/20/2025,10:00:00,Eastern Time (US & Canada),$30.00,$0.00,$30.00,$2.40,$0.00,$32.40,-$0.98,$31.42,T1,Hat x 1,Payment,SQ1,Complete
11/20/2025,11:00:00,Eastern Time (US & Canada),$30.00,$0.00,$30.00,$2.40,$0.00,$32.40,-$0.98,$31.42,T2,Hat x 1,Payment,SQ2,Complete
`,
    });
    expect(sales).toEqual([
      ['T1', 'completed', 'paid', 2740],
      ['T2', 'completed', 'paid', 3240],
    ]);
  });
});

describe('a return of a point of sale', () => {
  test('of Lightspeed with negative units is taken off, and one that is void is not', async () => {
    const head =
      'Date,Receipt Number,Line Type,Customer Code,Customer Name,Quantity,Subtotal,Sales Tax,Discount,Total,Paid,Details,Register,Status,Sku';
    const { sales } = await salesOf({
      'sales.csv': `${head}
2025-11-24 14:05:09,77,Sale,JO,Jo Doe,2,36.00,2.88,0,38.88,38.88,2 X Mug,Main,CLOSED,
2025-11-24 14:05:09,77,Sale Line,JO,Jo Doe,2,36.00,2.88,0,38.88,,Mug,Main,CLOSED,MUG
2025-11-24 14:05:09,77,Payment,JO,Jo Doe,,,,,,38.88,Cash,Main,CLOSED,
2025-11-25 14:05:09,78,Sale,JO,Jo Doe,-1,-18.00,-1.44,0,-19.44,-19.44,-1 X Mug,Main,CLOSED,
2025-11-25 14:05:09,78,Sale Line,JO,Jo Doe,-1,-18.00,-1.44,0,-19.44,,Mug,Main,CLOSED,MUG
2025-11-25 14:05:09,78,Payment,JO,Jo Doe,,,,,,-19.44,Cash,Main,CLOSED,
2025-11-26 14:05:09,79,Sale Line,JO,Jo Doe,-1,-18.00,-1.44,0,-19.44,,Mug,Main,VOIDED,MUG
`,
    });
    expect(sales).toEqual([['77', 'completed', 'paid', 1944]]);
  });

  test.each([
    [
      'Treez',
      'date_close,ticket_id,ticketline_id,sale_type,customer_id,product_name,product_id,quantity,gross_sales,net_sales,taxes,original_ticket_id',
      '11/25/2025,2,1,REFUND,C1,Hat,H,-1,-30,-30,-2.40,1',
      '11/24/2025,1,1,SALE,C1,Hat,H,2,60,60,4.80,',
    ],
    [
      'Dutchie',
      'Transaction Date,Transaction ID,Transaction Type,Customer ID,Product,SKU,Package ID,Quantity,Gross Sales,Net Sales,Tax,Original Transaction ID',
      '11/25/2025,2,Return,,Hat,H,P,1,30,30,2.40,1',
      '11/24/2025,1,Retail,,Hat,H,P,2,60,60,4.80,',
    ],
    [
      'Flowhub',
      'Completed On,Order ID,Budtender,Customer ID,Product Name,SKU,Quantity,Net Sales,Taxes,Order Status,Original Order ID',
      '11/25/2025,2,B,C2,Hat,H,-1,-30,-2.40,Refunded,1',
      '11/24/2025,1,B,C1,Hat,H,2,60,4.80,Completed,',
    ],
    [
      'Cova',
      'Date,Invoice #,Transaction Type,Customer,Product,Catalog SKU,Classification,Net Sold,Net Sales,Tax,Original Invoice #',
      '11/25/2025,2,Return,Jo,Hat,H,F,-1,-30,-2.40,1',
      '11/24/2025,1,Sale,Jo,Hat,H,F,2,60,4.80,',
    ],
  ])('of %s is taken off the sale whose number it names', async (system, head, back, sold) => {
    const { sales, records } = await salesOf({ 'sales.csv': [head, back, sold].join('\n') });
    expect(sales).toEqual([['1', 'completed', 'paid', 3240]]);
    expect(records[0]?.sourceId).toBe(`${system}/1`);
    expect(records[0]?.lines).toMatchObject([{ quantity: 1, unitPrice: 3000, tax: 240 }]);
  });

  test('under the number of its sale is taken off it, and one of an earlier sale off that one', async () => {
    const { sales, reasons } = await salesOf({
      'list.csv': `Order number,Date,Customer email,Product,Quantity,Net sales
1,1/2/2026,a@example.com,Hat,1,30
2,1/3/2026,a@example.com,Cap,2,20
2,1/3/2026,a@example.com,Cap,-1,-10
2,1/3/2026,a@example.com,Hat,-1,-30
`,
    });
    expect(sales).toEqual([
      ['1', 'cancelled', 'refunded', 3000],
      ['2', 'completed', 'paid', 1000],
    ]);
    expect(reasons).toEqual([
      `list.csv, line 3: ${PART}`,
      'list.csv, line 5: A return: it is taken off the sale that it is of',
    ]);
  });

  test('is taken off one sale, once, even if two would do', async () => {
    const { records } = await salesOf({
      'list.csv':
        'Order number,Date,Customer email,Product,Quantity,Net sales\n1,1/2/2026,a@example.com,Hat,1,30\n2,1/3/2026,a@example.com,Hat,1,30\n3,1/4/2026,a@example.com,Hat,-1,-30\n',
    });
    expect(records.filter(({ status }) => status === 'completed').map(totalOf)).toEqual([3000]);
  });
});

const aSale = fc.record({
  lines: fc.array(
    fc.record({ units: fc.integer({ min: 1, max: 9 }), price: fc.integer({ min: 0, max: 99_999 }) }),
    {
      minLength: 1,
      maxLength: 4,
    },
  ),
  tax: fc.integer({ min: 0, max: 9999 }),
  shipping: fc.integer({ min: 0, max: 2000 }),
  discount: fc.integer({ min: 0, max: 3000 }),
  refund: fc.integer({ min: 0, max: 300_000 }),
});

test('whatever is refunded, a sale is its total less the refund to the cent, or refunded whole', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(aSale, { minLength: 1, maxLength: 5 }), async (wanted) => {
      const sums = wanted.map(({ lines, tax, shipping, discount }) =>
        Math.max(
          0,
          lines.reduce((all, { units, price }) => all + units * price, 0) + tax + shipping - discount,
        ),
      );
      const rows = wanted.flatMap(({ lines, tax, refund }, at) =>
        lines.map(
          ({ units, price }, line) =>
            `#${at + 1},a@example.com,paid,,,,${line === 0 ? dollars(tax) : ''},${line === 0 ? dollars(sums[at] ?? 0) : ''},,2025-11-24,${units},P${line},${dollars(price)},P${line},A,,${line === 0 ? dollars(refund) : ''}`,
        ),
      );
      const { records } = await readFiles('order', { 'o.csv': [SHOPIFY, ...rows].join('\n') });
      expect(records.map((record) => [record.status === 'cancelled', totalOf(record)])).toEqual(
        wanted.map(({ refund }, at) => {
          const total = sums[at] ?? 0;
          return refund > 0 && refund >= total ? [true, total] : [false, total - refund];
        }),
      );
      for (const { lines } of records)
        for (const { unitPrice, tax, quantity, unitDiscount } of lines)
          expect(Math.min(unitPrice, tax, quantity - 1, unitDiscount)).toBeGreaterThanOrEqual(0);
    }),
    { numRuns: 150 },
  );
});
