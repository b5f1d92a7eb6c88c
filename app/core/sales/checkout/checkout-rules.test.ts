import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import { defaultSettings } from '#core/ground/settings/settings.ts';
import { NO_USAGE } from '#core/sales/compliance/purchase-limits.ts';
import { cents } from '#kernel/money.ts';
import { type CheckoutFacts, type CheckoutLine, checkCheckout, checkoutMessage } from './checkout-rules.ts';

const day = (text: string) => Temporal.PlainDate.from(text);
const local = (text: string) =>
  Temporal.PlainDateTime.from(text).toZonedDateTime('America/New_York').toInstant();
const hours = [{ opens: '10:00', closes: '19:00' }];

const lots = (free: number, expiresOn: string | null = null) => [
  { lotId: 1, batchNumber: 'B-1', expiresOn, free },
];

const aLine = (inputs: Partial<CheckoutLine> = {}): CheckoutLine => ({
  productId: 7,
  name: 'Beaverkill',
  quantity: 1,
  lots: lots(10),
  productType: 'cannabis',
  requiresId: true,
  limitCategory: 'flower',
  limitMg: 3_500,
  ...inputs,
});
const aLure = (inputs: Partial<CheckoutLine> = {}) =>
  aLine({ productType: 'fly-fishing', requiresId: false, limitCategory: null, limitMg: null, ...inputs });

function check(inputs: Partial<CheckoutFacts> = {}) {
  return checkCheckout({
    isBanned: false,
    missed: { missed: 0, limit: 0, openOrder: null },
    isRejected: false,
    lines: [aLine()],
    slotStartsAt: local('2026-11-20T15:00'),
    birth: day('1990-05-05'),
    today: day('2026-11-20'),
    now: local('2026-11-20T12:00'),
    policy: {
      zone: 'America/New_York',
      weekly: { 1: hours, 2: hours, 3: hours, 4: hours, 5: hours, 6: hours, 7: hours },
      exceptions: [],
      slotMinutes: 30,
      leadMinutes: 60,
      capacity: 12,
      horizonDays: 7,
    },
    minimumAge: 21,
    limits: { cannabisMg: 85_048, concentrateMg: 24_000, edibleThcMg: 'inside-concentrate' },
    alreadyToday: NO_USAGE,
    held: { lines: 0, units: 0, orders: 0 },
    holds: { ...defaultSettings().holds, hasPickedUp: true },
    ...inputs,
  });
}
const refused = (problem: object) => ({ ok: false, problem });

test('a valid cart of an adult gets its slot', () => {
  expect(check()).toMatchObject({ ok: true, value: { slot: { localStart: '15:00' } } });
});

test('a customer under 21 cannot reserve cannabis, but can on the 21st birthday', () => {
  expect(check({ birth: day('2005-11-21') })).toEqual(refused({ kind: 'under-age', minimum: 21 }));
  expect(check({ birth: day('2005-11-20') }).ok).toBe(true);
});

test('restricted lines need a date of birth, and a fishing lure does not', () => {
  expect(check({ birth: null })).toEqual(refused({ kind: 'birth-date-missing', minimum: 21 }));
  expect(check({ birth: null, lines: [aLure()] }).ok).toBe(true);
  expect(check({ birth: null, lines: [aLure(), aLure({ requiresId: true })] })).toEqual(
    refused({ kind: 'birth-date-missing', minimum: 21 }),
  );
});

test('cannabis stays restricted even if staff forgot to mark it', () => {
  const unmarked = [aLine({ requiresId: false })];
  expect(check({ birth: null, lines: unmarked })).toEqual(
    refused({ kind: 'birth-date-missing', minimum: 21 }),
  );
  expect(check({ isRejected: true, lines: unmarked })).toEqual(refused({ kind: 'under-age', minimum: 21 }));
});

test('a customer rejected by staff cannot reserve restricted products, whatever the birth date on file', () => {
  expect(check({ isRejected: true })).toEqual(refused({ kind: 'under-age', minimum: 21 }));
  expect(check({ isRejected: true, lines: [aLure()] }).ok).toBe(true);
});

test('a banned customer cannot reserve anything', () => {
  expect(check({ isBanned: true, lines: [aLure()] })).toEqual(refused({ kind: 'banned' }));
});

test('a time that is not offered is refused', () => {
  for (const time of ['2026-11-20T15:10', '2026-11-20T12:30', '2026-11-20T20:00', '2027-11-20T15:00']) {
    expect(check({ slotStartsAt: local(time) })).toEqual(refused({ kind: 'slot-unavailable' }));
  }
});

test('every line that is short is named with its available units', () => {
  const lines = [
    aLine({ quantity: 3, lots: lots(2) }),
    aLure({ productId: 8, name: 'Lure', lots: [] }),
    aLure(),
  ];
  const short = [
    { productId: 7, name: 'Beaverkill', wanted: 3, available: 2 },
    { productId: 8, name: 'Lure', wanted: 1, available: 0 },
  ];
  expect(check({ lines })).toEqual(refused({ kind: 'not-available', lines: short }));
  expect(checkoutMessage({ kind: 'not-available', lines: short })).toMatch(
    /Only 2 of Beaverkill left\. Lure is sold out\./,
  );
});

test('three ounces are the limit, earlier reservations included', () => {
  const over = check({ lines: [aLine({ quantity: 2 })], alreadyToday: { ...NO_USAGE, flower: 80_000 } });
  expect(over).toMatchObject(refused({ kind: 'over-limit', problem: { kind: 'too-much', limit: 'flower' } }));
});

test('an open order is in the way of a customer who missed too many pickups, before any other check of the cart', () => {
  const missed = { missed: 3, limit: 3, openOrder: 'ORD045' };
  expect(check({ missed, slotStartsAt: null })).toEqual(
    refused({ kind: 'missed-too-many', missed: 3, openOrder: 'ORD045' }),
  );
  expect(check({ missed: { ...missed, openOrder: null } }).ok).toBe(true);
});

test('the first problem in the specification’s order is the one reported', () => {
  const wrong: Partial<CheckoutFacts> = {
    lines: [],
    slotStartsAt: null,
    birth: null,
    alreadyToday: { ...NO_USAGE, flower: 85_048 },
  };
  const said: string[] = [];
  const repairs: Partial<CheckoutFacts>[] = [
    { lines: [aLine()] },
    { slotStartsAt: local('2026-11-20T09:00') },
    { birth: day('2010-01-01') },
    { birth: day('1990-01-01') },
    { slotStartsAt: local('2026-11-20T15:00') },
    { alreadyToday: NO_USAGE },
  ];
  let facts = wrong;
  for (const repair of repairs) {
    const outcome = check(facts);
    said.push(outcome.ok ? 'ok' : outcome.problem.kind);
    facts = { ...facts, ...repair };
  }
  expect(said).toEqual([
    'cart-empty',
    'pickup-time-missing',
    'birth-date-missing',
    'under-age',
    'slot-unavailable',
    'over-limit',
  ]);
  expect(check(facts).ok).toBe(true);
});

describe('the specification’s messages', () => {
  test.each([
    [{ kind: 'not-signed-in' } as const, 'You must be logged in to complete checkout.'],
    [{ kind: 'cart-empty' } as const, 'Your cart is empty.'],
    [{ kind: 'pickup-time-missing' } as const, 'Please select a pickup time'],
    [
      { kind: 'birth-date-missing', minimum: 21 } as const,
      'Please enter your date of birth (21+ required for purchase).',
    ],
    [
      { kind: 'under-age', minimum: 21 } as const,
      'You must be at least 21 years old to order restricted items.',
    ],
  ])('%o', (problem, words) => {
    expect(checkoutMessage(problem)).toBe(words);
  });

  test('start the message of a failed order', () => {
    expect(checkoutMessage({ kind: 'order-failed' })).toMatch(/^Order creation failed/);
  });

  test('a price change names both totals', () => {
    const message = checkoutMessage({ kind: 'price-changed', before: cents(1_000), now: cents(1_120) });
    expect(message).toContain('$10.00');
    expect(message).toContain('$11.20');
  });
});

test('a pickup after the last day of the lots is refused, with the last possible day', () => {
  const soon = [...lots(3, '2026-11-20'), { lotId: 2, batchNumber: 'B-2', expiresOn: '2026-11-30', free: 1 }];
  const later = local('2026-11-22T15:00');
  expect(check({ lines: [aLine({ quantity: 2, lots: soon })] }).ok).toBe(true);
  expect(check({ lines: [aLine({ lots: soon })], slotStartsAt: later }).ok).toBe(true);
  const outcome = check({ lines: [aLine({ quantity: 2, lots: soon })], slotStartsAt: later });
  const expiring = [{ productId: 7, name: 'Beaverkill', wanted: 2, goodThen: 1, lastDay: '2026-11-20' }];
  expect(outcome).toEqual(refused({ kind: 'expires-before-pickup', lines: expiring }));
  expect(checkoutMessage({ kind: 'expires-before-pickup', lines: expiring })).toBe(
    'We can hand out 2 of Beaverkill until Nov 20, 2026: please choose a pickup by then, or take 1 for the time you chose.',
  );
});

test('a cart beyond the units held for one customer is refused', () => {
  const held = { lines: 3, units: 58, orders: 2 };
  expect(check({ lines: [aLure({ quantity: 2 })], held }).ok).toBe(true);
  expect(check({ lines: [aLure({ quantity: 3 })], held })).toMatchObject({
    ok: false,
    problem: { kind: 'too-much-held', problem: { counted: 'units', held: 58, allowed: 60 } },
  });
});

test('until the first pickup a cart may have twelve units, in two orders', () => {
  const holds = { ...defaultSettings().holds, hasPickedUp: false };
  const none = { lines: 0, units: 0, orders: 0 };
  expect(check({ lines: [aLure({ quantity: 12, lots: lots(20) })], held: none, holds }).ok).toBe(true);
  expect(check({ lines: [aLure({ quantity: 13, lots: lots(20) })], held: none, holds })).toMatchObject({
    problem: { problem: { counted: 'units', held: 0, allowed: 12, untilPickup: true } },
  });
  const two = { lines: 2, units: 2, orders: 2 };
  expect(check({ held: { ...two, orders: 1 }, holds }).ok).toBe(true);
  expect(check({ held: two, holds })).toMatchObject({
    problem: { problem: { counted: 'orders', held: 2, allowed: 2, untilPickup: true } },
  });
  expect(check({ held: two, holds: { ...holds, hasPickedUp: true } }).ok).toBe(true);
});

test.each<[Parameters<typeof checkoutMessage>[0], RegExp]>([
  [{ kind: 'banned' }, /cannot reserve.*call us/],
  [{ kind: 'slot-unavailable' }, /pickup time.*choose another.*cart is saved/],
  [{ kind: 'slot-full' }, /filled up.*choose another.*cart is saved/],
  [
    { kind: 'not-available', lines: [{ productId: 7, name: 'Haze', wanted: 2, available: 1 }] },
    /^Only 1 of Haze left\. Nothing has been reserved yet\.$/,
  ],
  [{ kind: 'over-limit', problem: { kind: 'content-unknown', name: 'Haze' } }, /^Haze cannot be reserved/],
  [{ kind: 'cart-changed' }, /cart has changed.*reserve again/],
  [{ kind: 'order-failed' }, /Nothing was reserved and your cart is saved/],
])('the message for %j says what happened and what to do', (problem, words) => {
  expect(checkoutMessage(problem)).toMatch(words);
});

test('the last unit can be reserved, and so can a cart exactly at the limit', () => {
  expect(check({ lines: [aLine({ quantity: 10, lots: lots(10) })] }).ok).toBe(true);
  expect(check({ lines: [aLine()], alreadyToday: { ...NO_USAGE, flower: 85_048 - 3_500 } }).ok).toBe(true);
});

test('a higher minimum age applies, even to a customer rejected by staff', () => {
  expect(check({ birth: day('2003-01-01'), minimumAge: 25 })).toEqual(
    refused({ kind: 'under-age', minimum: 25 }),
  );
  expect(check({ isRejected: true, minimumAge: 25 })).toEqual(refused({ kind: 'under-age', minimum: 25 }));
});
