import { describe, expect, test } from 'vitest';
import { agrees, isAddressedTo, isNameOf, type OwnOrder, receiptWishSchema } from './receipt-wish.ts';

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
const wish = (changes: object = {}) =>
  receiptWishSchema.parse({
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

describe('a receipt is sent for what is stored', () => {
  test('the same time, total and items agree, in any order and zone', () => {
    expect(agrees(wish(), order)).toBe(true);
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
  ])('%s disagrees', (_case, changes) => {
    expect(agrees(wish(changes), order)).toBe(false);
  });

  test('the address and the name are the caller’s own', () => {
    expect(isAddressedTo(wish({ email: 'JANE@example.com' }), 'jane@example.com')).toBe(true);
    expect(isAddressedTo(wish({ email: 'eve@example.com' }), 'jane@example.com')).toBe(false);
    expect(isNameOf(wish(), 'jane@example.com')).toBe(true);
    expect(isNameOf(wish({ name: 'Dear customer, visit evil.example' }), 'jane@example.com')).toBe(false);
  });
});
