import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import { openOrderStatuses } from '#kernel/statuses.ts';
import {
  calendarOf,
  formatOrderNumber,
  hasEnded,
  isOrderNumber,
  mayCustomerCancel,
  orderCourse,
  orderMachine,
  orderStatusLabel,
  orderStatusVerb,
  orderTones,
  paymentMachine,
  paymentStatusLabel,
  paymentStatusTone,
  usualStep,
} from './order.ts';

describe('the states of orders and payments', () => {
  test('can all be reached', () => {
    for (const machine of [orderMachine, paymentMachine]) {
      expect([...machine.reachable()].sort()).toEqual([...machine.states].sort());
    }
  });

  test('end with completed, canceled or missed', () => {
    for (const last of ['completed', 'cancelled', 'no_show'] as const) {
      expect(orderMachine.states.filter((next) => orderMachine.mayGo(last, next))).toEqual([]);
    }
  });

  test('before the end can all change to canceled or missed, and only ready to completed', () => {
    for (const open of ['pending', 'confirmed', 'packing', 'ready'] as const) {
      expect(orderMachine.mayGo(open, 'cancelled') && orderMachine.mayGo(open, 'no_show')).toBe(true);
      expect(orderMachine.mayGo(open, 'completed')).toBe(open === 'ready');
    }
  });

  test('allow a refund only after a payment', () => {
    expect(paymentMachine.states.filter((from) => paymentMachine.mayGo(from, 'refunded'))).toEqual(['paid']);
  });

  test('have the colors of the specification', () => {
    const tones = Object.values(orderTones);
    expect(new Set(tones).size).toBe(orderMachine.states.length);
    expect(tones.map((tone) => tone.replace(/-\d$/, ''))).toEqual([
      'yellow',
      'yellow',
      'yellow',
      'yellow',
      'green',
      'red',
      'yellow',
    ]);
    expect(paymentMachine.states.map(paymentStatusTone)).toEqual(['yellow', 'yellow', 'green', 'red']);
  });
});

describe('a customer may cancel', () => {
  const pickup = Temporal.Instant.from('2026-11-20T20:00:00Z');
  const before = pickup.subtract({ seconds: 1 });
  const order = { status: 'pending', paymentStatus: 'pay_on_pickup', pickupStartsAt: pickup } as const;

  test('until the pickup time has come', () => {
    expect(mayCustomerCancel(order, before)).toBe(true);
    expect(mayCustomerCancel(order, pickup)).toBe(false);
    expect(mayCustomerCancel({ ...order, pickupStartsAt: null }, pickup)).toBe(true);
  });

  test('until someone packs the order', () => {
    const allowed = orderMachine.states.filter((status) => mayCustomerCancel({ ...order, status }, before));
    expect(allowed).toEqual(['pending', 'confirmed']);
  });

  test('until the order is paid', () => {
    const allowed = paymentMachine.states.filter((paymentStatus) =>
      mayCustomerCancel({ ...order, paymentStatus }, before),
    );
    expect(allowed).toEqual(['pay_on_pickup', 'pending']);
  });
});

describe('order numbers', () => {
  test.each([
    [1, 'ORD001'],
    [42, 'ORD042'],
    [999, 'ORD999'],
    [1000, 'ORD1000'],
    [1234567, 'ORD1234567'],
  ])('%i reads %s', (number, text) => {
    expect(formatOrderNumber(number)).toBe(text);
  });

  test('never lose a digit, and can be read back', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }), (number) => {
        const text = formatOrderNumber(number);
        expect(text).toMatch(/^ORD\d{3,}$/);
        expect(Number(text.slice(3))).toBe(number);
      }),
    );
  });

  test('are whole and positive', () => {
    for (const wrong of [0, -1, 1.5, Number.NaN]) expect(() => formatOrderNumber(wrong)).toThrow(RangeError);
  });
});

describe('the transition tables', () => {
  test('lead from placed to completed in single steps, or skip packing', () => {
    expect(orderMachine.initial).toEqual(['pending', 'confirmed']);
    expect(orderMachine.transitions).toEqual({
      pending: ['confirmed', 'cancelled', 'no_show'],
      confirmed: ['packing', 'ready', 'cancelled', 'no_show'],
      packing: ['ready', 'cancelled', 'no_show'],
      ready: ['completed', 'cancelled', 'no_show'],
      completed: [],
      cancelled: [],
      no_show: [],
    });
  });

  test('lead from due to paid, and from paid to refunded', () => {
    expect(paymentMachine.initial).toEqual(['pay_on_pickup', 'pending']);
    expect(paymentMachine.transitions).toEqual({
      pay_on_pickup: ['paid'],
      pending: ['paid'],
      paid: ['refunded'],
      refunded: [],
    });
  });

  test('have a different label for every state', () => {
    for (const [machine, label] of [
      [orderMachine, orderStatusLabel],
      [paymentMachine, paymentStatusLabel],
    ] as const) {
      const words = Object.values(label);
      expect(Object.keys(label)).toEqual(machine.states);
      expect(new Set(words).size).toBe(words.length);
      for (const each of words) expect(each).toMatch(/^[A-Z][a-z]+( [a-z]+)*$/);
    }
  });

  test('an invalid order number throws an error that names it', () => {
    expect(() => formatOrderNumber(1.5)).toThrow('Not an order number: 1.5');
  });
});

test('the usual next step skips packing, and an order that has ended has none', () => {
  expect(orderMachine.states.map(usualStep)).toEqual([
    'confirmed',
    'ready',
    'ready',
    'completed',
    null,
    null,
    null,
  ]);
});

test('open orders are those that have not ended', () => {
  expect(openOrderStatuses).toEqual(orderMachine.states.filter((status) => !hasEnded(status)));
});

test('three of the states are final, and the usual way leads through the others', () => {
  expect(orderMachine.states.filter(hasEnded)).toEqual(['completed', 'cancelled', 'no_show']);
  expect(orderCourse).toEqual(['pending', 'confirmed', 'packing', 'ready', 'completed']);
});

test('every state has its own verb that brings an order there', () => {
  const verbs = orderMachine.states.map((state) => orderStatusVerb[state]);
  expect(new Set(verbs).size).toBe(orderMachine.states.length);
  for (const verb of verbs) expect(verb).toMatch(/^[A-Z][a-z]/);
});

test('an order number is ORD and three to ten digits, with nothing around them', () => {
  for (const text of ['ORD001', 'ORD1234567890']) expect(isOrderNumber(text)).toBe(true);
  for (const text of ['ORD01', 'ORD12345678901', 'xORD001', 'ORD001x', 'ORDabc', 'ord001', ''])
    expect(isOrderNumber(text)).toBe(false);
});

test('the pickup of an open order can be added to a calendar, and removed if it is canceled before its time', () => {
  const now = Temporal.Instant.from('2026-06-06T16:00:00Z');
  const [before, after] = [now.subtract({ minutes: 1 }), now.add({ minutes: 1 })];
  for (const status of ['pending', 'confirmed', 'packing', 'ready'] as const) {
    expect(calendarOf({ status, pickupStartsAt: after }, now)).toBe('add');
    expect(calendarOf({ status, pickupStartsAt: before }, now)).toBe('add');
    expect(calendarOf({ status, pickupStartsAt: null }, now)).toBeNull();
  }
  expect(calendarOf({ status: 'cancelled', pickupStartsAt: after }, now)).toBe('remove');
  expect(calendarOf({ status: 'cancelled', pickupStartsAt: before }, now)).toBeNull();
  for (const status of ['completed', 'no_show'] as const)
    expect(calendarOf({ status, pickupStartsAt: after }, now)).toBeNull();
});
