import { expect, test } from 'vitest';
import { factSchema, subjectOf } from './fact.ts';

const id = '0190a6c0-1234-7abc-8def-0123456789ab';

test.each([
  ['order-placed', 'orderId'],
  ['order-cancelled', 'orderId'],
  ['receipt-requested', 'orderId'],
  ['reservation-made', 'reservationId'],
  ['reservation-cancelled', 'reservationId'],
  ['reservation-expired', 'reservationId'],
])('%s is about its %s', (kind, name) => {
  expect(subjectOf(factSchema.parse({ kind, [name]: id }))).toBe(id);
  expect(factSchema.safeParse({ kind, [name]: 'ORD001' }).success).toBe(false);
  expect(factSchema.safeParse({ kind }).success).toBe(false);
});

test('what nobody knows has not happened', () => {
  expect(factSchema.safeParse({ kind: 'order-eaten', orderId: id }).success).toBe(false);
});
