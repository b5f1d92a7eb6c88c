import { globSync, readFileSync } from 'node:fs';
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

test('no test of another file has the words of one that waits', () => {
  const files = globSync(
    ['{app,server,tests,scripts}/**/*.test.{ts,tsx}', 'tests/journeys/*.{journey,forms}.ts'],
    {
      exclude: ['**/node_modules/**', '**/*.long.test.ts'],
    },
  );
  expect(files.length).toBeGreaterThan(500);
  const titles = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/\(\s*(['"`])((?:(?!\1).){8,})\1,/g)].map(([, , title = '']) => ({
      file,
      title,
    })),
  );
  const shared = Object.entries(readTurns()).flatMap(([file, names]) =>
    names.flatMap((name) => titles.filter((other) => other.file !== file && other.title.includes(name))),
  );
  expect(shared).toEqual([]);
});

test('a name is matched as it is written, and no names match nothing', () => {
  const pattern = new RegExp(namesOf(['what costs $2.50 (tax)', 'a day']));
  expect(pattern.test('orders › what costs $2.50 (tax) is shown')).toBe(true);
  expect(pattern.test('orders › what costs 2x50 tax is shown')).toBe(false);
  expect(new RegExp(namesOf([])).test('anything')).toBe(false);
});
