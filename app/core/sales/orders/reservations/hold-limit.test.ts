import { expect, test } from 'vitest';
import { checkHolds, holdLimitMessage } from './hold-limit.ts';

const caps = {
  ...{ unitsPerCustomer: 10, linesPerCustomer: 3, hasPickedUp: true },
  ...{ unitsUntilPickup: 4, ordersUntilPickup: 2 },
};
const first = { ...caps, hasPickedUp: false };

test('holds up to the cap are allowed, and beyond it refused with the number and what to do', () => {
  const one = { lines: 1, orders: 1 };
  expect(checkHolds({ units: 8, lines: 2, orders: 2 }, { units: 2, ...one }, caps).ok).toBe(true);
  const units = checkHolds({ units: 8, lines: 2, orders: 2 }, { units: 3, ...one }, caps);
  expect(units).toEqual({
    ok: false,
    problem: { kind: 'too-much-held', counted: 'units', held: 8, allowed: 10, untilPickup: false },
  });
  const lines = checkHolds({ units: 3, lines: 3, orders: 3 }, { units: 1, ...one }, caps);
  expect(lines).toMatchObject({ ok: false, problem: { counted: 'products', held: 3, allowed: 3 } });
});

test('until the first pickup fewer units are held, in fewer orders; never more than for others', () => {
  const one = { lines: 1, orders: 1 };
  expect(checkHolds({ units: 3, lines: 1, orders: 1 }, { units: 1, ...one }, first).ok).toBe(true);
  expect(checkHolds({ units: 3, lines: 1, orders: 1 }, { units: 2, ...one }, first)).toMatchObject({
    problem: { counted: 'units', held: 3, allowed: 4, untilPickup: true },
  });
  expect(checkHolds({ units: 2, lines: 2, orders: 2 }, { units: 1, ...one }, first)).toMatchObject({
    problem: { counted: 'orders', held: 2, allowed: 2, untilPickup: true },
  });
  expect(
    checkHolds({ units: 0, lines: 0, orders: 0 }, { units: 11, ...one }, { ...first, unitsUntilPickup: 90 }),
  ).toMatchObject({ problem: { allowed: 10, untilPickup: false } });
});

test('a change of an order is no other order, however many the customer has', () => {
  const none = { units: 0, lines: 0, orders: 0 };
  expect(checkHolds({ units: 3, lines: 3, orders: 3 }, none, first).ok).toBe(true);
});

test.each([
  [0, 'We hold at most 10 units for one customer at a time. Please take fewer, or call us.'],
  [
    8,
    'We hold at most 10 units for one customer at a time. You have 8 reserved already, so 2 more are possible: take fewer, or cancel some under Your Orders first.',
  ],
  [
    10,
    'We hold at most 10 units for one customer at a time. You have 10 reserved already: pick some up or cancel some under Your Orders first.',
  ],
])('with %i held, the message says so', (held, words) => {
  const problem = { kind: 'too-much-held', counted: 'units', held, allowed: 10, untilPickup: false } as const;
  expect(holdLimitMessage(problem)).toBe(words);
});

test.each([
  [
    'units',
    0,
    12,
    'Until your first pickup you can reserve up to 12 units at a time. Please take fewer, or call us.',
  ],
  [
    ...(['units', 11, 12] as const),
    'Until your first pickup you can reserve up to 12 units at a time. You have 11 reserved already, so 1 more is possible: take fewer, or cancel some under Your Orders first.',
  ],
  [
    ...(['orders', 2, 2] as const),
    'Until your first pickup you can have 2 orders at a time. Pick one up or cancel one under Your Orders first, or call us.',
  ],
  [
    ...(['orders', 1, 1] as const),
    'Until your first pickup you can have 1 order at a time. Pick it up or cancel it under Your Orders first, or call us.',
  ],
] as const)(
  'until the first pickup the message for %s with %i of %i says so',
  (counted, held, allowed, words) => {
    const problem = { kind: 'too-much-held', counted, held, allowed, untilPickup: true } as const;
    expect(holdLimitMessage(problem)).toBe(words);
  },
);
