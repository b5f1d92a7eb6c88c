import { expect, test } from 'vitest';
import { holdLeft, holdWordsLast } from './hold-left.ts';

const minutes = (count: number) => count * 60_000;

test.each([
  [minutes(27 * 60), '1 day 3 h left'],
  [minutes(50 * 60), '2 days 2 h left'],
  [minutes(24 * 60) - 1, '23 h 59 min left'],
  [minutes(125), '2 h 5 min left'],
  [minutes(60), '1 h 0 min left'],
  [minutes(60) - 1, '59 min left'],
  [minutes(1), '1 min left'],
  [minutes(1) - 1, 'less than a minute left'],
  [1, 'less than a minute left'],
  [0, 'ended'],
  [-5, 'ended'],
])('%d ms before its end a hold has %s', (ms, words) => {
  expect(holdLeft(ms)).toBe(words);
});

test('the text updates when it changes, and never after the end', () => {
  for (const ms of [minutes(125), minutes(2) - 1, 30_000]) {
    const wait = holdWordsLast(ms);
    expect(holdLeft(ms - wait)).not.toBe(holdLeft(ms));
    expect(holdLeft(ms - wait + 2)).toBe(holdLeft(ms));
  }
  expect(holdWordsLast(0)).toBe(Number.POSITIVE_INFINITY);
});
