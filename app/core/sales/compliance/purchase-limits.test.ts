import { describe, expect, test } from 'vitest';
import type { LimitCategory } from '#kernel/statuses.ts';
import {
  checkLimits,
  type LimitedLine,
  type LimitSettings,
  limitMessage,
  limitMessageForStaff,
  NO_USAGE,
  usageOf,
} from './purchase-limits.ts';

const limits: LimitSettings = {
  cannabisMg: 85_048,
  concentrateMg: 24_000,
  edibleThcMg: 'inside-concentrate',
};
const line = (limitCategory: LimitCategory | null, limitMg: number | null, quantity = 1): LimitedLine => ({
  name: 'Bluestone',
  productType: 'cannabis',
  limitCategory,
  limitMg,
  quantity,
});

test('exactly three ounces are allowed, and a milligram more is not', () => {
  expect(checkLimits([line('flower', 85_048)], NO_USAGE, limits).ok).toBe(true);
  expect(checkLimits([line('flower', 85_049)], NO_USAGE, limits)).toEqual({
    ok: false,
    problem: { kind: 'too-much', limit: 'flower', allowedMg: 85_048, alreadyMg: 0, wantedMg: 85_049 },
  });
});

test('cannabis and concentrate are counted separately, and both in full', () => {
  expect(checkLimits([line('flower', 85_048), line('concentrate', 1_000, 24)], NO_USAGE, limits).ok).toBe(
    true,
  );
  expect(
    checkLimits([line('flower', 3_500), line('concentrate', 1_000, 25)], NO_USAGE, limits),
  ).toMatchObject({
    problem: { limit: 'concentrate', wantedMg: 25_000 },
  });
});

test('lines and earlier purchases are counted together', () => {
  expect(
    checkLimits([line('flower', 28_000), line('flower', 28_000)], { ...NO_USAGE, flower: 29_048 }, limits).ok,
  ).toBe(true);
  expect(
    checkLimits([line('flower', 28_000), line('flower', 28_000)], { ...NO_USAGE, flower: 29_049 }, limits).ok,
  ).toBe(false);
});

test('a customer over one limit may still buy what counts toward another', () => {
  expect(checkLimits([line('concentrate', 1_000)], { ...NO_USAGE, flower: 90_000 }, limits).ok).toBe(true);
});

describe('THC in edibles', () => {
  const edibles = [line('edible', 100, 16)];
  test('counts toward the concentrate limit by default', () => {
    expect(checkLimits(edibles, { ...NO_USAGE, concentrate: 22_400 }, limits).ok).toBe(true);
    expect(checkLimits(edibles, { ...NO_USAGE, concentrate: 22_401 }, limits)).toMatchObject({
      problem: { limit: 'concentrate', alreadyMg: 22_401, wantedMg: 1_600 },
    });
  });

  test('counts toward its own limit if the owner sets one', () => {
    const own = { ...limits, edibleThcMg: 1_500 };
    expect(checkLimits([line('edible', 100, 15)], { ...NO_USAGE, concentrate: 24_000 }, own).ok).toBe(true);
    expect(checkLimits(edibles, NO_USAGE, own)).toMatchObject({
      problem: { limit: 'edible', allowedMg: 1_500 },
    });
  });
});

test('an allowed cart returns what remains of each limit', () => {
  expect(
    checkLimits([line('flower', 28_000), line('edible', 100)], { ...NO_USAGE, concentrate: 900 }, limits),
  ).toEqual({
    ok: true,
    value: { flower: 57_048, concentrate: 23_000, edible: 23_000 },
  });
});

test('cannabis of unknown contents cannot be reserved, and merchandise counts nothing', () => {
  for (const unknown of [line(null, null), line('flower', null), line('flower', 0)]) {
    expect(checkLimits([unknown], NO_USAGE, limits)).toEqual({
      ok: false,
      problem: { kind: 'content-unknown', name: 'Bluestone' },
    });
  }
  expect(checkLimits([{ ...line(null, null, 500), productType: 'apparel' }], NO_USAGE, limits).ok).toBe(true);
  expect(usageOf([line(null, null, 500)])).toEqual(NO_USAGE);
});

test('the message names the limit, the amount in the cart, the amount reserved and the amount left', () => {
  const problem = {
    kind: 'too-much',
    limit: 'flower',
    allowedMg: 85_048,
    alreadyMg: 84_000,
    wantedMg: 3_500,
  } as const;
  expect(limitMessage(problem)).toBe(
    'New York allows 3 oz (85 g) of cannabis per person. Your cart has 3.5 g. You have already reserved 84 g, so 1 g is left. Please take something out.',
  );
  expect(limitMessage({ ...problem, alreadyMg: 0 })).not.toContain('already');
  expect(limitMessage({ kind: 'content-unknown', name: 'Bluestone' })).toContain('Bluestone');
});

test('the message on a product page does not mention a cart', () => {
  const problem = {
    kind: 'too-much',
    limit: 'flower',
    allowedMg: 85_048,
    alreadyMg: 0,
    wantedMg: 87_500,
  } as const;
  expect(limitMessage(problem, 'product')).toBe(
    'New York allows 3 oz (85 g) of cannabis per person. You asked for 87.5 g. Please take fewer.',
  );
  expect(limitMessage({ kind: 'content-unknown', name: 'Bluestone' }, 'product')).not.toContain('cart');
});

test('an amount over the limit never rounds down to the limit, and the amount left never rounds up', () => {
  const words = (wantedMg: number, alreadyMg = 0) =>
    limitMessage({ kind: 'too-much', limit: 'flower', allowedMg: 85_048, alreadyMg, wantedMg });
  expect(words(85_051)).toContain('Your cart has 85.1 g.');
  expect(words(113_398)).toContain('Your cart has 4 oz (113 g).');
  expect(words(3_500, 84_099)).toContain('so 0.9 g is left');
  expect(words(28_000, 85_048)).toContain('You have already reserved 3 oz (85 g), so 0 g is left.');
});

test('THC in edibles is shown in milligrams', () => {
  expect(
    limitMessage({ kind: 'too-much', limit: 'edible', allowedMg: 1_500, alreadyMg: 0, wantedMg: 1_600 }),
  ).toBe(
    'New York allows 1,500 mg of THC in edibles per person. Your cart has 1,600 mg. Please take something out.',
  );
});

test('earlier purchases and wanted lines add up in each category', () => {
  const before = { flower: 10_000, concentrate: 4_000, edible: 1_000 };
  const apart = { ...limits, edibleThcMg: 5_000 };
  const wanted = [line('flower', 5_000), line('concentrate', 2_000), line('edible', 500)];
  expect(checkLimits(wanted, before, apart)).toEqual({
    ok: true,
    value: { flower: 70_048, concentrate: 18_000, edible: 3_500 },
  });
});

test('a line without contents on file or without a category counts nothing', () => {
  expect(usageOf([line('flower', null, 3), line(null, 500, 3)])).toEqual(NO_USAGE);
});

test('the message names each limit, and omits the amount left if nothing is reserved yet', () => {
  const over = { kind: 'too-much', allowedMg: 24_000, alreadyMg: 0, wantedMg: 25_000 } as const;
  expect(limitMessage({ ...over, limit: 'concentrate' })).toBe(
    'New York allows 24 g of cannabis concentrate per person. Your cart has 25 g. Please take something out.',
  );
  expect(limitMessage({ ...over, limit: 'edible' })).toContain('of THC in edibles per person');
});

test('the message for staff names the resulting amount, or the product without contents on file', () => {
  expect(
    limitMessageForStaff({
      kind: 'too-much',
      limit: 'flower',
      allowedMg: 85_048,
      alreadyMg: 80_000,
      wantedMg: 10_000,
    }),
  ).toBe(
    'New York allows 3 oz (85 g) of cannabis per person. With what this customer has reserved or picked up today it would be 90 g.',
  );
  expect(limitMessageForStaff({ kind: 'content-unknown', name: 'Haze' })).toBe(
    'Haze cannot be added: its contents are not on file.',
  );
});
