import { expect, test } from 'vitest';
import { orderStatusEvents } from '#kernel/statuses.ts';
import { eventSchema, subjectOf } from './event.ts';

const id = '0190a6c0-1234-7abc-8def-0123456789ab';

test.each([
  ...Object.values(orderStatusEvents).map((kind) => [kind, 'orderId']),
  ...['order-changed', 'order-not-ready', 'order-short', 'order-complete-again', 'receipt-requested'].map(
    (kind) => [kind, 'orderId'],
  ),
  ...['made', 'cancelled', 'expired', 'short', 'complete-again'].map((what) => [
    `reservation-${what}`,
    'reservationId',
  ]),
] as [string, string][])('%s is about its %s', (kind, name) => {
  expect(subjectOf(eventSchema.parse({ kind, [name]: id }))).toBe(id);
  expect(eventSchema.safeParse({ kind, [name]: 'ORD001' }).success).toBe(false);
  expect(eventSchema.safeParse({ kind }).success).toBe(false);
});

test('a security change is about its person', () => {
  const event = { kind: 'security-changed', userId: id, change: 'passkey-added', device: 'Firefox on Linux' };
  expect(subjectOf(eventSchema.parse(event))).toBe(id);
  expect(eventSchema.safeParse({ ...event, change: 'door-painted' }).success).toBe(false);
});

test('an unknown kind of event is refused', () => {
  expect(eventSchema.safeParse({ kind: 'order-eaten', orderId: id }).success).toBe(false);
});
