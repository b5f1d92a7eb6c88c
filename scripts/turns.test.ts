import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { namesOf, readTurns, TURNS, waiting } from './turns.ts';

test('a run takes each test that has turns in exactly one of them', () => {
  const names = Object.values(readTurns()).flat();
  expect(new Set(names).size).toBe(names.length);
  expect(names.length).toBeGreaterThan(100);
  const runs = Array.from({ length: TURNS }, (_, turn) => {
    const waits = new Set(waiting(turn + 1));
    return names.filter((name) => !waits.has(name));
  });
  expect(runs.flat().sort()).toEqual([...names].sort());
  for (const run of runs) expect(run.length).toBeGreaterThan(names.length / TURNS / 2);
  expect(waiting(null)).toEqual([]);
});

test('each name is the name of a test of its file', () => {
  const gone = Object.entries(readTurns()).flatMap(([file, names]) => {
    const source = readFileSync(file, 'utf8');
    return names.filter((name) => !source.includes(name));
  });
  expect(gone).toEqual([]);
});

test('a name is matched as it is written, and no names match nothing', () => {
  const pattern = new RegExp(namesOf(['what costs $2.50 (tax)', 'a day']));
  expect(pattern.test('orders › what costs $2.50 (tax) is shown')).toBe(true);
  expect(pattern.test('orders › what costs 2x50 tax is shown')).toBe(false);
  expect(new RegExp(namesOf([])).test('anything')).toBe(false);
});
