import { Temporal } from 'temporal-polyfill';
import { expect, test } from 'vitest';
import type { PostedHours } from '#core/sales/pickup/hours.ts';
import { orderStatuses } from '#kernel/statuses.ts';
import { hasEnded } from '../order.ts';
import { lateChoices, lateMessage, lateOf } from './late-notice.ts';

const day = [{ opens: '10:00', closes: '19:00' }];
const hours: PostedHours = {
  zone: 'America/New_York',
  weekly: { 1: day, 2: day, 3: day, 4: day, 5: day, 6: day, 7: day },
  exceptions: [],
};
const at = (iso: string) => Temporal.Instant.from(iso);
/** 2:00 PM. */
const start = at('2026-06-06T18:00:00Z');
const labels = (now: string, order: Partial<Parameters<typeof lateChoices>[0]> = {}) =>
  lateChoices({ status: 'confirmed', pickupStartsAt: start, isHere: false, ...order }, hours, at(now)).map(
    ({ minutes, label }) => `${minutes}: ${label}`,
  );

test('from three hours before pickup, a customer can choose a later time in steps of 15 minutes', () => {
  expect(labels('2026-06-06T14:59:59Z')).toEqual([]);
  expect(labels('2026-06-06T15:00:00Z')).toEqual([
    '15: Around 2:15 PM',
    '30: Around 2:30 PM',
    '45: Around 2:45 PM',
    '60: Around 3:00 PM',
    '75: Around 3:15 PM',
    '90: Around 3:30 PM',
  ]);
});

test('past times are not offered', () => {
  expect(labels('2026-06-06T18:20:00Z')[0]).toBe('30: Around 2:30 PM');
  expect(labels('2026-06-06T18:30:00Z')[0]).toBe('30: Around 2:30 PM');
  expect(labels('2026-06-06T18:30:01Z')[0]).toBe('45: Around 2:45 PM');
});

test('times at which the store is closed are not offered', () => {
  expect(labels('2026-06-06T22:10:00Z')).toEqual([
    '255: Around 6:15 PM',
    '270: Around 6:30 PM',
    '285: Around 6:45 PM',
  ]);
  expect(labels('2026-06-06T22:50:00Z')).toEqual([]);
  expect(labels('2026-06-07T15:00:00Z')).toEqual([]);
});

test('an order that has ended or has no time offers no late times', () => {
  for (const status of orderStatuses)
    expect(labels('2026-06-06T17:00:00Z', { status }).length > 0, status).toBe(!hasEnded(status));
  expect(labels('2026-06-06T17:00:00Z', { pickupStartsAt: null })).toEqual([]);
});

test('an arrival ends the notice that came before it, and no late time is offered after it', () => {
  const order = {
    status: 'ready' as const,
    pickupStartsAt: new Date('2026-06-06T18:00:00Z'),
    lateMinutes: 45,
    lateSaidAt: new Date('2026-06-06T17:40:00Z'),
  };
  const lateAfter = (time: string) =>
    lateOf({ ...order, arrivedAt: new Date(`2026-06-06T${time}Z`) }, 'America/New_York');
  expect(lateAfter('18:50:00')).toBeNull();
  expect(lateAfter('17:39:59')?.around).toBe('Around 2:45 PM');
  expect(labels('2026-06-06T17:00:00Z', { isHere: true })).toEqual([]);
});

test('the reported time is shown with the order while it is open', () => {
  const order = {
    status: 'ready' as const,
    pickupStartsAt: new Date('2026-06-06T18:00:00Z'),
    lateMinutes: 45,
    lateSaidAt: new Date('2026-06-06T17:40:00Z'),
    arrivedAt: null,
  };
  expect(lateOf(order, 'America/New_York')).toEqual({
    around: 'Around 2:45 PM',
    said: 'Jun 6, 2026 1:40 PM',
  });
  expect(lateOf({ ...order, status: 'completed' }, 'America/New_York')).toBeNull();
  expect(lateOf({ ...order, lateMinutes: null, lateSaidAt: null }, 'America/New_York')).toBeNull();
});

test('during the store’s break, or on a day posted as closed, no late times are offered', () => {
  const closed = { ...hours, exceptions: [{ date: '2026-06-06', closed: true as const }] };
  const order = { status: 'confirmed' as const, pickupStartsAt: start, isHere: false };
  expect(lateChoices(order, closed, at('2026-06-06T17:00:00Z'))).toEqual([]);
  // The last quarter hour before closing is offered, closing time is not.
  const last = { ...order, pickupStartsAt: at('2026-06-06T22:30:00Z') };
  expect(lateChoices(last, hours, at('2026-06-06T22:00:00Z')).map(({ minutes }) => minutes)).toEqual([15]);
  // The store is open at opening time and closed at closing time.
  const first = { ...order, pickupStartsAt: at('2026-06-06T14:00:00Z') };
  expect(lateChoices(first, hours, at('2026-06-06T14:00:00Z'))[0]?.minutes).toBe(15);
  const none = { ...order, pickupStartsAt: at('2026-06-06T23:00:00Z') };
  expect(lateChoices(none, hours, at('2026-06-06T22:50:00Z'))).toEqual([]);
});

test('a report without a time, a moment or a pickup is not shown', () => {
  const order = {
    status: 'ready' as const,
    pickupStartsAt: new Date('2026-06-06T18:00:00Z'),
    lateMinutes: 45,
    lateSaidAt: new Date('2026-06-06T17:40:00Z'),
    arrivedAt: null,
  };
  for (const missing of [{ pickupStartsAt: null }, { lateMinutes: null }, { lateSaidAt: null }])
    expect(lateOf({ ...order, ...missing }, 'America/New_York')).toBeNull();
});

test('every refusal has its own message', () => {
  const said = (['not-found', 'not-now', 'choice-missing', 'too-many'] as const).map((kind) =>
    lateMessage({ kind }),
  );
  expect(new Set(said).size).toBe(4);
  for (const words of said) expect(words).toMatch(/^[A-Z].{10,}\.$/);
});
