import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import { orderStatuses } from '#kernel/statuses.ts';
import { mayCustomerChangeItems } from '../order.ts';
import {
  addingRefusal,
  itemsMessage,
  itemsRefusal,
  linesChangedSince,
  MOST_ITEM_CHANGES,
} from './items-change.ts';

const NOON = Temporal.Instant.from('2026-06-06T16:00:00Z');

describe('items can be changed by the customer', () => {
  const order = { status: 'pending', paymentStatus: 'pay_on_pickup', pickupStartsAt: null } as const;

  test('until packing starts', () => {
    const statuses = orderStatuses.filter((status) => mayCustomerChangeItems({ ...order, status }, NOON));
    expect(statuses).toEqual(['pending', 'confirmed']);
  });

  test('until the order is paid, and until its pickup time', () => {
    expect(mayCustomerChangeItems({ ...order, paymentStatus: 'paid' }, NOON)).toBe(false);
    expect(mayCustomerChangeItems({ ...order, pickupStartsAt: NOON.add({ seconds: 1 }) }, NOON)).toBe(true);
    expect(mayCustomerChangeItems({ ...order, pickupStartsAt: NOON }, NOON)).toBe(false);
  });

  test('and each refusal says why, and to call', () => {
    const words = (status: 'packing' | 'pending', paymentStatus: 'paid' | 'pay_on_pickup') =>
      itemsMessage({ kind: 'too-late', status, paymentStatus });
    expect(words('packing', 'pay_on_pickup')).toBe(
      'This order is ‘Packing’, so its items can no longer be changed here. Please call us.',
    );
    expect(words('pending', 'paid')).toMatch(/^This order is paid, .* Please call us\.$/);
    expect(words('pending', 'pay_on_pickup')).toMatch(
      /^The pickup time of this order has come, .* call us\.$/,
    );
  });
});

test('before anything is chosen the page knows that an order cannot change: too late, or changed too often', () => {
  const order = { status: 'pending', paymentStatus: 'pay_on_pickup', pickupStartsAt: null } as const;
  expect(itemsRefusal(order, MOST_ITEM_CHANGES - 1, NOON)).toBeNull();
  expect(itemsRefusal(order, MOST_ITEM_CHANGES, NOON)).toEqual({ kind: 'changed-often' });
  expect(itemsRefusal({ ...order, status: 'packing' }, 0, NOON)).toMatchObject({ kind: 'too-late' });
});

test('items can be added until the lead time before pickup, to the minute, at any time without a pickup, and not in a pause', () => {
  const refusal = (startsAt: Temporal.Instant | null, now = NOON, paused: string | null = null) =>
    addingRefusal(startsAt, { paused, leadMinutes: 60 }, now)?.kind ?? null;
  expect(refusal(NOON.add({ minutes: 60 }))).toBeNull();
  expect(refusal(NOON.add({ minutes: 60 }), NOON.add({ seconds: 1 }))).toBe('too-close');
  expect(refusal(null)).toBeNull();
  expect(refusal(null, NOON, 'We are counting.')).toBe('paused');
});

test('changed lines are listed one by one, and unchanged lines are left out', () => {
  const seen = [
    { productId: 1, quantity: 2 },
    { productId: 2, quantity: 1 },
    { productId: 3, quantity: 1 },
  ];
  const now = [
    { productId: 1, quantity: 3, name: 'Kestrel' },
    { productId: 3, quantity: 1, name: 'Plover' },
    { productId: 4, quantity: 2, name: 'Heron' },
  ];
  expect(linesChangedSince(seen, now, (id) => `Product ${id}`)).toEqual([
    'It has 3 × Kestrel now, not 2.',
    'Product 2 is no longer in it.',
    'It has 2 × Heron now.',
  ]);
  expect(linesChangedSince(now, now, String)).toEqual([]);
});
