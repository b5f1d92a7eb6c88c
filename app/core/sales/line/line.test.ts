import { expect, test } from 'vitest';
import { lineLabel, minutesWaited } from './line.ts';

test('numbers say their lane', () => {
  expect([lineLabel('pickup', 5), lineLabel('walk-in', 12)]).toEqual(['P5', 'W12']);
});

test('waiting is said in whole minutes, and a clock that is behind makes no negative ones', () => {
  const waited = (seconds: number) => minutesWaited(1_000_000_000 + seconds * 1000, 1_000_000_000);
  expect([waited(-5), waited(59), waited(60), waited(3599)]).toEqual([
    ...['0 min', '0 min'],
    ...['1 min', '59 min'],
  ]);
});
