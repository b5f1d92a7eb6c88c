import { expect, test } from 'vitest';
import { isUuid } from '#kernel/ids.ts';
import { randomFrom } from './random.ts';

test('the same seed gives the same numbers, and another seed others', () => {
  const draws = (seed: number) => {
    const random = randomFrom(seed);
    return Array.from({ length: 20 }, () => random.between(1, 1_000));
  };
  expect(draws(7)).toEqual(draws(7));
  expect(draws(7)).not.toEqual(draws(8));
});

test('numbers stay between their bounds and reach both', () => {
  const random = randomFrom(1);
  const seen = new Set(Array.from({ length: 500 }, () => random.between(2, 5)));
  expect([...seen].sort()).toEqual([2, 3, 4, 5]);
});

test('a weight of zero is never chosen, and a larger weight is chosen more often', () => {
  const random = randomFrom(2);
  const chosen = Array.from({ length: 1_000 }, () => random.weighted([0, 1, 3], (weight) => weight));
  expect(chosen).not.toContain(0);
  expect(chosen.filter((weight) => weight === 3).length).toBeGreaterThan(650);
});

test('ids are UUIDs that sort by the moment they contain', () => {
  const random = randomFrom(3);
  const ids = [0, 1, 86_400_000].map((ms) => random.idAt(new Date(Date.UTC(2026, 8, 1) + ms)));
  expect(ids.every(isUuid)).toBe(true);
  expect(ids.toSorted()).toEqual(ids);
});
