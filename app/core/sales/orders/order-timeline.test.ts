import { expect, test } from 'vitest';
import { customerWords, timelineOf } from './order-timeline.ts';

const ZONE = 'America/New_York';
const at = (time: string) => new Date(`2026-06-06T${time}Z`);

test('a timeline starts with the reservation and names what happened, not what was mailed', () => {
  const order = { createdAt: at('16:00:00'), completedAt: at('18:05:00'), cancelledAt: null };
  const events = [
    { kind: 'order-placed', at: at('16:00:00') },
    { kind: 'order-confirmed', at: at('16:30:00') },
    { kind: 'order-mail-requested', at: at('16:31:00') },
    { kind: 'order-completed', at: at('18:05:00') },
  ];
  expect(timelineOf(order, events, ZONE)).toEqual([
    { label: 'Reserved', at: 'Jun 6, 2026 12:00 PM' },
    { label: 'Confirmed', at: 'Jun 6, 2026 12:30 PM' },
    { label: 'Completed', at: 'Jun 6, 2026 2:05 PM' },
  ]);
});

test('an order without events has its start and its end', () => {
  const order = { createdAt: at('16:00:00'), completedAt: null, cancelledAt: at('17:00:00') };
  expect(timelineOf(order, [], ZONE).map(({ label }) => label)).toEqual(['Reserved', 'Canceled']);
});

test('the customer reads what the store did in words for customers', () => {
  const order = { createdAt: at('16:00:00'), completedAt: null, cancelledAt: null };
  const events = ['order-changed', 'order-short', 'order-complete-again', 'order-ready'].map((kind) => ({
    kind,
    at: at('17:00:00'),
  }));
  expect(timelineOf(order, events, ZONE, customerWords).map(({ label }) => label)).toEqual([
    'Reserved',
    'Changed by the store',
    'Something is missing',
    'Complete again',
    'Ready for pickup',
  ]);
});

test('orders from before events show their end from their own times, and nothing twice', () => {
  const order = { createdAt: at('16:00:00'), completedAt: at('18:05:00'), cancelledAt: null };
  const label = (moments: { label: string }[]) => moments.map((moment) => moment.label);
  expect(label(timelineOf(order, [], ZONE))).toEqual(['Reserved', 'Completed']);
  const confirmed = [{ kind: 'order-confirmed', at: at('16:30:00') }];
  expect(timelineOf(order, confirmed, ZONE)).toEqual([
    { label: 'Reserved', at: 'Jun 6, 2026 12:00 PM' },
    { label: 'Confirmed', at: 'Jun 6, 2026 12:30 PM' },
    { label: 'Completed', at: 'Jun 6, 2026 2:05 PM' },
  ]);
  const kinds = ['order-changed', 'order-short', 'order-complete-again'].map((kind) => ({
    kind,
    at: at('17:00:00'),
  }));
  expect(label(timelineOf({ ...order, completedAt: null }, kinds, ZONE))).toEqual([
    'Reserved',
    'Changed',
    'Units missing',
    'Units complete again',
  ]);
});

test('details that only an event has are shown beside it: where to, and around when', () => {
  const order = { createdAt: at('16:00:00'), completedAt: null, cancelledAt: null };
  const orderId = '0190a6c0-1234-7abc-8def-0123456789ab';
  const moved = { kind: 'order-moved', orderId, from: null, to: '2026-06-07T18:00:00Z' };
  const late = { kind: 'order-running-late', orderId, around: '2026-06-07T18:45:00Z' };
  const changes = [
    { name: 'Heron', from: 2, to: 3 },
    { name: 'Plover', from: 1, to: 0 },
    { name: 'Kestrel', from: 0, to: 2 },
  ];
  const changed = { kind: 'order-items-changed', orderId, changes };
  const events = [moved, late, changed].map((payload) => ({
    kind: payload.kind,
    at: at('17:00:00'),
    payload,
  }));
  expect(timelineOf(order, events, ZONE).slice(1)).toEqual([
    { label: 'Moved by the customer', at: 'Jun 6, 2026 1:00 PM', detail: 'to Jun 7, 2026 2:00 PM' },
    { label: 'Running late', at: 'Jun 6, 2026 1:00 PM', detail: 'around 2:45 PM' },
    {
      label: 'Items changed by the customer',
      at: 'Jun 6, 2026 1:00 PM',
      detail: '– 3 × Heron instead of 2, Plover removed, 2 × Kestrel added',
    },
  ]);
  const unreadable = [{ kind: 'order-moved', at: at('17:00:00'), payload: { kind: 'order-moved' } }];
  expect(timelineOf(order, unreadable, ZONE)[1]).not.toHaveProperty('detail');
});

test('an arrival is in its place, after the late notice that it ended', () => {
  const orderId = '0190a6c0-1234-7abc-8def-0123456789ab';
  const late = { kind: 'order-running-late', orderId, around: '2026-06-06T18:45:00Z' };
  const events = [
    { kind: late.kind, at: at('17:40:00'), payload: late },
    { kind: 'order-completed', at: at('18:55:00') },
  ];
  const order = { createdAt: at('16:00:00'), completedAt: at('18:55:00'), cancelledAt: null };
  const moments = timelineOf({ ...order, arrivedAt: at('18:50:00'), arrivalNumber: 3 }, events, ZONE);
  expect(moments.map(({ label, detail = '' }) => `${label} ${detail}`.trim())).toEqual([
    'Reserved',
    'Running late around 2:45 PM',
    'At the store number P3 in the line',
    'Completed',
  ]);
});
