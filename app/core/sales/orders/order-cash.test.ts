import { describe, expect, test } from 'vitest';
import { cashDue, cashForOrder } from './order-cash.ts';

describe('the cash for an order', () => {
  const order = { status: 'ready', paymentStatus: 'pay_on_pickup', total: 1802, cashRounding: 0 } as const;

  test('is rounded as the store rounds today, until it is paid', () => {
    expect(cashForOrder(order, true)).toBe(1800);
    expect(cashForOrder(order, false)).toBe(1802);
  });

  test('is what was paid, whatever the store does today', () => {
    for (const rounds of [true, false]) {
      const paid = { ...order, status: 'completed', paymentStatus: 'paid' } as const;
      expect(cashForOrder({ ...paid, cashRounding: -2 }, rounds)).toBe(1800);
      expect(cashForOrder(paid, rounds)).toBe(1802);
    }
  });

  test('is due until it is paid', () => {
    expect(cashDue(order, true)).toBe(1800);
    expect(cashDue({ ...order, paymentStatus: 'paid' }, true)).toBe(0);
  });

  test('is not rounded if it ended without a payment', () => {
    expect(cashForOrder({ ...order, status: 'cancelled' }, true)).toBe(1802);
  });
});
