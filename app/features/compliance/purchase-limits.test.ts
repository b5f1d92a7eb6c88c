import { describe, expect, test } from 'vitest';
import type { LimitCategory } from '#kernel/statuses.ts';
import {
  checkLimits,
  type LimitedLine,
  type LimitSettings,
  limitMessage,
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

test('exactly three ounces is allowed, a milligram more is not', () => {
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

test('lines and what was taken before are counted together', () => {
  expect(
    checkLimits([line('flower', 28_000), line('flower', 28_000)], { ...NO_USAGE, flower: 29_048 }, limits).ok,
  ).toBe(true);
  expect(
    checkLimits([line('flower', 28_000), line('flower', 28_000)], { ...NO_USAGE, flower: 29_049 }, limits).ok,
  ).toBe(false);
});

test('whoever is over one limit may still take what counts against another', () => {
  expect(checkLimits([line('concentrate', 1_000)], { ...NO_USAGE, flower: 90_000 }, limits).ok).toBe(true);
});

describe('THC in edibles', () => {
  const edibles = [line('edible', 100, 16)];
  test('counts inside the concentrate limit by default', () => {
    expect(checkLimits(edibles, { ...NO_USAGE, concentrate: 22_400 }, limits).ok).toBe(true);
    expect(checkLimits(edibles, { ...NO_USAGE, concentrate: 22_401 }, limits)).toMatchObject({
      problem: { limit: 'concentrate', alreadyMg: 22_401, wantedMg: 1_600 },
    });
  });

  test('counts against a limit of its own where the owner reads the law so', () => {
    const own = { ...limits, edibleThcMg: 1_500 };
    expect(checkLimits([line('edible', 100, 15)], { ...NO_USAGE, concentrate: 24_000 }, own).ok).toBe(true);
    expect(checkLimits(edibles, NO_USAGE, own)).toMatchObject({
      problem: { limit: 'edible', allowedMg: 1_500 },
    });
  });
});

test('what remains afterwards is told', () => {
  expect(
    checkLimits([line('flower', 28_000), line('edible', 100)], { ...NO_USAGE, concentrate: 900 }, limits),
  ).toEqual({
    ok: true,
    value: { flower: 57_048, concentrate: 23_000, edible: 23_000 },
  });
});

test('cannabis that does not say what it counts cannot be reserved; merchandise counts nothing', () => {
  for (const unknown of [line(null, null), line('flower', null), line('flower', 0)]) {
    expect(checkLimits([unknown], NO_USAGE, limits)).toEqual({
      ok: false,
      problem: { kind: 'content-unknown', name: 'Bluestone' },
    });
  }
  expect(checkLimits([{ ...line(null, null, 500), productType: 'apparel' }], NO_USAGE, limits).ok).toBe(true);
  expect(usageOf([line(null, null, 500)])).toEqual(NO_USAGE);
});

test('the words tell the limit, what is wanted, what is held and what is left', () => {
  const problem = {
    kind: 'too-much',
    limit: 'flower',
    allowedMg: 85_048,
    alreadyMg: 84_000,
    wantedMg: 3_500,
  } as const;
  expect(limitMessage(problem)).toBe(
    'New York allows 85.048 g of cannabis per person. Your cart has 3.5 g. You have already reserved 84 g, so 1.048 g is left. Please take something out.',
  );
  expect(limitMessage({ ...problem, alreadyMg: 0 })).not.toContain('already');
  expect(limitMessage({ kind: 'content-unknown', name: 'Bluestone' })).toContain('Bluestone');
});
