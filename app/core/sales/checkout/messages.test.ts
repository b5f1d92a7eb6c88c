/** Tests the refusals of a reservation: each problem has its own message, in the right place, with its status. */
import { describe, expect, test } from 'vitest';
import { cents } from '#kernel/money.ts';
import { fieldOf, readCheckoutForm } from '#shop/checkout/checkout-form.ts';
import { refusalInit } from '#shop/kit/answer-of.ts';
import { agoLabel, type CheckoutProblem, checkoutMessage } from './checkout-rules.ts';
import { type ReserveProblem, reservedMessage, reserveMessage, reserveProblemKind } from './reserve-rules.ts';

const held = { kind: 'too-much-held', counted: 'units', held: 3, allowed: 5, untilPickup: false } as const;
const unknown = { kind: 'content-unknown', name: 'Kestrel' } as const;

const ofCheckout: readonly [CheckoutProblem, number, ReturnType<typeof fieldOf>][] = [
  [{ kind: 'not-signed-in' }, 401, null],
  [{ kind: 'banned' }, 403, null],
  [{ kind: 'paused', words: 'We are counting.' }, 409, null],
  [{ kind: 'missed-too-many', missed: 3, openOrder: 'ORD045' }, 409, null],
  [{ kind: 'cart-empty' }, 422, null],
  [{ kind: 'pickup-time-missing' }, 422, 'pickup'],
  [{ kind: 'birth-date-missing', minimum: 21 }, 422, 'birthDate'],
  [{ kind: 'under-age', minimum: 21 }, 422, 'birthDate'],
  [{ kind: 'slot-unavailable' }, 409, 'pickup'],
  [{ kind: 'slot-full' }, 409, 'pickup'],
  [
    { kind: 'not-available', lines: [{ productId: 1, name: 'Kestrel', wanted: 3, available: 1 }] },
    409,
    'lines',
  ],
  [
    {
      kind: 'expires-before-pickup',
      lines: [{ productId: 1, name: 'Kestrel', wanted: 3, goodThen: 1, lastDay: '2026-11-22' }],
    },
    409,
    'pickup',
  ],
  [{ kind: 'over-limit', problem: unknown }, 409, 'lines'],
  [{ kind: 'too-much-held', problem: held }, 422, 'lines'],
  [{ kind: 'too-many-orders', allowed: 6, minutes: 25 }, 429, null],
  [{ kind: 'same-again', minutesAgo: 7 }, 409, null],
  [{ kind: 'reservation-gone', orderId: null }, 409, null],
  [{ kind: 'reservation-gone', orderId: 'ORD007' }, 409, null],
  [{ kind: 'price-changed', before: cents(100), now: cents(120) }, 409, 'lines'],
  [{ kind: 'cart-changed' }, 409, null],
  [{ kind: 'key-missing' }, 400, null],
  [{ kind: 'order-failed' }, 503, null],
];

const ofReserve: readonly [ReserveProblem, string][] = [
  [{ kind: 'not-signed-in' }, 'not-signed-in'],
  [{ kind: 'banned' }, 'banned'],
  [{ kind: 'paused', words: 'We are counting.' }, 'conflict'],
  [{ kind: 'not-found' }, 'not-found'],
  [{ kind: 'not-available', name: 'Kestrel', available: 0 }, 'conflict'],
  [{ kind: 'not-available', name: 'Kestrel', available: 2 }, 'conflict'],
  [{ kind: 'age', problem: { kind: 'birth-date-missing', minimum: 21 } }, 'not-allowed'],
  [{ kind: 'age', problem: { kind: 'under-age', minimum: 21 } }, 'not-allowed'],
  [{ kind: 'expires-before-pickup', name: 'Kestrel', lastDay: '2026-11-22' }, 'conflict'],
  [{ kind: 'over-limit', problem: unknown }, 'over-limit'],
  [{ kind: 'too-much-held', problem: held }, 'over-limit'],
  [{ kind: 'too-many-orders', allowed: 6, minutes: 25 }, 'over-limit'],
  [{ kind: 'same-again', name: 'Kestrel', minutesAgo: 7 }, 'conflict'],
  [{ kind: 'changed' }, 'conflict'],
];

describe('the messages of checkout', () => {
  test.each(ofCheckout)('answer %j with %i beside %s', (problem, status, field) => {
    expect(refusalInit(problem).status).toBe(status);
    expect(fieldOf(problem)).toBe(field);
  });

  test('differ for each problem, and none is empty', () => {
    const said = ofCheckout.map(([problem]) => checkoutMessage(problem));
    expect(new Set(said).size).toBe(ofCheckout.length);
    for (const message of said) expect(message).toMatch(/^\S.{15,}/);
    expect(checkoutMessage({ kind: 'reservation-gone', orderId: 'ORD007' })).toContain('ORD007');
    expect(checkoutMessage({ kind: 'same-again', minutesAgo: 7 })).toContain('7 minutes ago');
  });

  test('allow the same items again only if the form says so', () => {
    const form = new FormData();
    expect(readCheckoutForm(form)).toMatchObject({ again: false, slotStartsAt: null, key: '' });
    form.set('again', 'no');
    expect(readCheckoutForm(form).again).toBe(false);
    form.set('again', 'yes');
    expect(readCheckoutForm(form).again).toBe(true);
    form.set('slot', new Blob(['2026-11-21T20:00Z']));
    expect(readCheckoutForm(form).slotStartsAt).toBeNull();
  });
});

describe('the messages of Reserve for Pickup', () => {
  test.each(ofReserve)('classify %j as %s', (problem, kind) => {
    expect(reserveProblemKind(problem)).toBe(kind);
  });

  test('differ for each problem, and name the product', () => {
    const said = ofReserve.map(([problem]) => reserveMessage(problem));
    expect(new Set(said).size).toBe(ofReserve.length);
    for (const message of said) expect(message).toMatch(/^\S.{15,}/);
    for (const [problem] of ofReserve)
      if ('name' in problem) expect(reserveMessage(problem)).toContain('Kestrel');
  });

  test('report the current state of a reservation after a repeated attempt', () => {
    const made = { reservationId: 'r', quantity: 2, name: 'Kestrel' };
    const until = 'Tue, Nov 24, 6:00 PM, when we close';
    expect(reservedMessage({ ...made, became: { kind: 'held', until } })).toBe(
      'Reserved 2 of Kestrel. Held until Tue, Nov 24, 6:00 PM, when we close.',
    );
    expect(reservedMessage({ ...made, became: { kind: 'held', until: null } })).toBe(
      'Reserved 2 of Kestrel.',
    );
    expect(reservedMessage({ ...made, became: { kind: 'ordered', orderId: 'ORD007' } })).toContain(
      'order ORD007',
    );
    expect(reservedMessage({ ...made, became: { kind: 'ended' } })).toContain('has ended');
  });

  test('give elapsed time in minutes', () => {
    expect([0, 1, 2, 10].map(agoLabel)).toEqual([
      'a minute ago',
      'a minute ago',
      '2 minutes ago',
      '10 minutes ago',
    ]);
  });
});
