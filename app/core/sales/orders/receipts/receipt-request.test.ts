import { describe, expect, test } from 'vitest';
import { statusOf } from '#platform/requests/problem-status.ts';
import {
  agrees,
  isAddressedTo,
  isNameOf,
  type OwnOrder,
  type ReceiptProblem,
  receiptMessage,
  receiptProblemKind,
  receiptRequestSchema,
} from './receipt-request.ts';

const order: OwnOrder = {
  id: '0190',
  orderId: 'ORD007',
  pickupStartsAt: new Date('2026-11-28T19:00:00Z'),
  total: 10_005,
  items: [
    { productId: 1, quantity: 2 },
    { productId: 5, quantity: 1 },
  ],
};
const input = (changes: object = {}) =>
  receiptRequestSchema.parse({
    email: 'jane@example.com',
    name: 'jane',
    items: [
      { productId: 5, quantity: 1, price: 1, name: 'whatever the browser says' },
      { productId: 1, quantity: 2 },
    ],
    pickupTime: '2026-11-28T14:00:00-05:00',
    total: '100.05',
    ...changes,
  });

describe('a receipt request compared with the stored order', () => {
  test('agrees with the same time, total and items, in any order and zone', () => {
    expect(agrees(input(), order)).toBe(true);
  });

  test.each([
    ['another total', { total: '100.06' }],
    ['another time', { pickupTime: '2026-11-28T14:30:00-05:00' }],
    ['fewer items', { items: [{ productId: 1, quantity: 2 }] }],
    [
      'another quantity',
      {
        items: [
          { productId: 1, quantity: 1 },
          { productId: 5, quantity: 1 },
        ],
      },
    ],
    [
      'other items',
      {
        items: [
          { productId: 2, quantity: 2 },
          { productId: 5, quantity: 1 },
        ],
      },
    ],
  ])('disagrees: %s', (_case, changes) => {
    expect(agrees(input(changes), order)).toBe(false);
  });

  test('must have the caller’s own address and name', () => {
    expect(isAddressedTo(input({ email: 'JANE@example.com' }), 'jane@example.com')).toBe(true);
    expect(isAddressedTo(input({ email: 'eve@example.com' }), 'jane@example.com')).toBe(false);
    expect(isNameOf(input(), 'jane@example.com')).toBe(true);
    expect(isNameOf(input({ name: 'Dear customer, visit evil.example' }), 'jane@example.com')).toBe(false);
  });
});

describe('the schema of a receipt request accepts', () => {
  const takes = (changes: object) =>
    receiptRequestSchema.safeParse({
      email: 'jane@example.com',
      name: 'jane',
      items: [{ productId: 1, quantity: 1 }],
      pickupTime: '2026-11-28T14:00:00-05:00',
      total: '1.00',
      ...changes,
    }).success;

  test('texts of limited length that can be stored', () => {
    expect(takes({ email: 'e'.repeat(254), name: 'n'.repeat(254), orderId: 'o'.repeat(40) })).toBe(true);
    expect(takes({ email: 'e'.repeat(255) })).toBe(false);
    expect(takes({ name: 'n'.repeat(255) })).toBe(false);
    expect(takes({ orderId: 'o'.repeat(41) })).toBe(false);
    expect(takes({ name: 'jane\0' })).toBe(false);
  });

  test('one to two hundred items, each with a product and a quantity', () => {
    const items = (count: number) => ({
      items: Array.from({ length: count }, () => ({ productId: 1, quantity: 1 })),
    });
    expect([0, 1, 200, 201].map((count) => takes(items(count)))).toEqual([false, true, true, false]);
    for (const [productId, quantity] of [
      [0, 1],
      [-1, 1],
      [1.5, 1],
      [1, 0],
      [1, 1.5],
      [1, 100_001],
    ]) {
      expect(takes({ items: [{ productId, quantity }] })).toBe(false);
    }
    expect(takes({ items: [{ productId: 1, quantity: 100_000 }] })).toBe(true);
  });

  test('a time with its zone, and a total in dollars and cents', () => {
    expect(takes({ pickupTime: '2026-11-28T19:00:00Z' })).toBe(true);
    expect(takes({ pickupTime: '2026-11-28T19:00:00' })).toBe(false);
    expect(takes({ total: '999999999.99' })).toBe(true);
    for (const total of ['1', '1.0', '1.000', 'x1.00', '1.00x', '.00', '1234567890.00', '1,00']) {
      expect(takes({ total }), total).toBe(false);
    }
  });
});

describe('the details of a receipt request', () => {
  test.each([
    [5, '0.05'],
    [100, '1.00'],
    [123_456, '1234.56'],
  ])('read %i cents as %s', (total, text) => {
    expect(agrees(input({ total: text }), { ...order, total })).toBe(true);
    expect(agrees(input({ total: text }), { ...order, total: total + 1 })).toBe(false);
  });

  test('add up a product on two lines', () => {
    const items = [
      { productId: 1, quantity: 1 },
      { productId: 5, quantity: 1 },
      { productId: 1, quantity: 1 },
    ];
    expect(agrees(input({ items }), order)).toBe(true);
    expect(agrees(input(), { ...order, items })).toBe(true);
    expect(agrees(input({ items: [...items, { productId: 9, quantity: 1 }] }), order)).toBe(false);
  });

  test('never name a pickup time for an order without one', () => {
    expect(agrees(input(), { ...order, pickupStartsAt: null })).toBe(false);
  });

  test('compare address and name in any case, without surrounding spaces', () => {
    expect(isAddressedTo(input({ email: '  Jane@Example.com ' }), 'jane@EXAMPLE.com')).toBe(true);
    expect(isNameOf(input({ name: ' JANE ' }), 'Jane@example.com')).toBe(true);
    expect(isNameOf(input({ name: 'example.com' }), 'jane@example.com')).toBe(false);
  });
});

test('every refusal has its own message and status', () => {
  const problems: ReceiptProblem[] = [
    { kind: 'signed-out' },
    { kind: 'suspended' },
    { kind: 'other-address' },
    { kind: 'no-such-order' },
    { kind: 'disagrees' },
    { kind: 'too-many', seconds: 60 },
  ];
  const words = problems.map(receiptMessage);
  expect(new Set(words).size).toBe(problems.length);
  for (const [at, about] of [
    /sign in/i,
    /suspended/,
    /your own/,
    /not found/,
    /does not match/,
    /again/,
  ].entries()) {
    expect(words[at]).toMatch(about);
  }
  expect(problems.map((problem) => statusOf({ kind: receiptProblemKind(problem) }))).toEqual([
    401, 403, 403, 404, 409, 429,
  ]);
});

test.each(['0000-01-01T00:00:00Z', '0001-01-01T00:00:00+14:00', '0099-05-05T00:00:00Z'])(
  'an impossible pickup time (%s) is malformed',
  (pickupTime) => {
    expect(() => input({ pickupTime })).toThrow();
  },
);
