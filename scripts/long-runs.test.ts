import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { daysSince, type LongRuns, ofTurn, readLongTests, staleSince, TURNS_OF_LONG } from './long-runs.ts';

const files = readLongTests('.');

test('ten turns run every long test once', () => {
  const turns = Array.from({ length: TURNS_OF_LONG }, (_, turn) => ofTurn(turn + 1, files));
  expect(files.length).toBeGreaterThan(100);
  expect(turns.flat().sort()).toEqual(files);
});

test('the record names long tests that exist', () => {
  const runs = JSON.parse(readFileSync('tests/long-runs.json', 'utf8')) as LongRuns;
  expect(Object.keys(runs).filter((path) => !files.includes(path))).toEqual([]);
});

test('a test is stale after more than seven days, and without a run', () => {
  const runs = { a: '2026-11-22', b: '2026-11-21' };
  expect(staleSince(7, { files: ['a', 'b', 'c'], runs, today: '2026-11-29' })).toEqual(['b', 'c']);
});

test('days are counted over a clock change and a leap day', () => {
  expect(daysSince('2026-10-31', '2026-11-02')).toBe(2);
  expect(daysSince('2028-02-28', '2028-03-01')).toBe(2);
});
