import { expect, test } from 'vitest';
import { sliderScale } from './price-range.tsx';

test.each([
  [16_500, 165, 5],
  [16_501, 170, 5],
  [10_000, 100, 1],
  [2_850, 29, 1],
  [0, 1, 1],
  // The specification's range is the maximum, even if the shop sells a more expensive rod.
  [99_999, 1000, 5],
  [120_000, 1000, 5],
  [null, 1000, 5],
])('a menu whose dearest costs %s cents has a slider to %i dollars in steps of %i', (highest, end, step) => {
  expect(sliderScale(highest)).toEqual({ end, step });
});
