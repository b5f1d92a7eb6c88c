/** Tests that the pick list's sums by product match its orders. */
import { expect, test } from 'vitest';
import { byProduct, type PickOrder, readNumbers, readPicked } from './pick-list.ts';

const order = (number: string, lines: Partial<PickOrder['lines'][number]>[]): PickOrder => ({
  number,
  customer: 'Robin Hale',
  pickup: '2:00 PM',
  status: 'Reserved',
  note: '',
  takeOut: [],
  customerNote: null,
  pickupName: null,
  lines: lines.map((line) => ({
    productId: 1,
    name: 'Kestrel',
    size: null,
    quantity: 1,
    shelves: [],
    batches: [{ number: 'B-1', quantity: line.quantity ?? 1 }],
    missing: 0,
    ...line,
  })),
});

test('by product, it sums units and lots of all orders, sorted by name, with their orders', () => {
  const orders = [
    order('ORD001', [{ quantity: 2 }, { productId: 2, name: 'Amber', batches: [], missing: 1 }]),
    order('ORD002', [
      {
        quantity: 3,
        batches: [
          { number: 'B-1', quantity: 1 },
          { number: 'B-2', quantity: 2 },
        ],
      },
    ]),
  ];
  const before = structuredClone(orders);
  expect(byProduct(orders)).toMatchObject([
    { name: 'Amber', quantity: 1, missing: 1, batches: [], orders: ['ORD001'] },
    {
      name: 'Kestrel',
      quantity: 5,
      missing: 0,
      batches: [
        { number: 'B-1', quantity: 3 },
        { number: 'B-2', quantity: 2 },
      ],
      orders: ['ORD001', 'ORD002'],
    },
  ]);
  // The order by order view is unchanged.
  expect(orders).toEqual(before);
});

test('by product, it follows the shelves, and what has no shelf comes last', () => {
  const lines = [
    { productId: 1, name: 'Zinnia', shelves: [] },
    { productId: 2, name: 'Amber', shelves: ['A10'] },
    { productId: 3, name: 'Birch', shelves: ['A2'] },
    { productId: 4, name: 'Aster', shelves: [] },
    { productId: 5, name: 'Cedar', shelves: ['A2'] },
  ];
  const second = { productId: 2, name: 'Amber', shelves: ['A10', 'A1'] };
  const found = byProduct([order('ORD001', lines), order('ORD002', [second])]);
  expect(found.map(({ name, shelves }) => [name, ...shelves])).toEqual([
    ['Amber', 'A1', 'A10'],
    ['Birch', 'A2'],
    ['Cedar', 'A2'],
    ['Aster'],
    ['Zinnia'],
  ]);
});

test('order numbers in a URL are read once each, and anything else is skipped', () => {
  expect(readNumbers('ORD001.ORD002.ORD001.x..ORD1')).toEqual(['ORD001', 'ORD002']);
  expect(readNumbers(null)).toEqual([]);
  expect(readNumbers(Array.from({ length: 150 }, (_, at) => `ORD${1000 + at}`).join('.'))).toHaveLength(100);
});

test.each([
  ['', null, '/admin/orders'],
  ['day=2026-06-06', null, '/admin/orders'],
  ['orders=ORD001&list=status%3Dready', ['ORD001'], '/admin/orders?status=ready'],
  ['orders=x', [], '/admin/orders'],
  ['orders=ORD001&list=//evil.example/?status=never', ['ORD001'], '/admin/orders'],
])('%j asks for %j and links back to %s', (query, numbers, back) => {
  expect(readPicked(new URLSearchParams(query))).toEqual({ numbers, back });
});
