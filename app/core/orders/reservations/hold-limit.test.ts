import { expect, test } from 'vitest';
import { checkHolds, holdLimitMessage } from './hold-limit.ts';

const caps = { unitsPerCustomer: 10, linesPerCustomer: 3 };

test('holds up to the cap are allowed, and beyond it refused with the number and what to do', () => {
  expect(checkHolds({ units: 8, lines: 2 }, { units: 2, lines: 1 }, caps).ok).toBe(true);
  const units = checkHolds({ units: 8, lines: 2 }, { units: 3, lines: 1 }, caps);
  expect(units).toEqual({
    ok: false,
    problem: { kind: 'too-much-held', counted: 'units', held: 8, allowed: 10 },
  });
  const lines = checkHolds({ units: 3, lines: 3 }, { units: 1, lines: 1 }, caps);
  expect(lines).toMatchObject({ ok: false, problem: { counted: 'products', held: 3, allowed: 3 } });
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
  expect(holdLimitMessage({ kind: 'too-much-held', counted: 'units', held, allowed: 10 })).toBe(words);
});
