/** Each row of docs/evidence/reliability.md that a test writes has that test, and each such test has its row. */
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

/** 'row in test', for each call. */
const calls = globSync('{app,server,tests}/**/*.test.ts', { cwd: root }).flatMap((path) =>
  [...read(path).matchAll(/\bseen\(\s*'([\w-]+)'/g)].map(
    ([, row]) => `${row} in ${basename(path, '.test.ts')}`,
  ),
);
/** 'row in test', for each comment at the beginning of a third cell. */
const rows = read('docs/evidence/reliability.md')
  .split('\n')
  .flatMap((line) => {
    const [, , , seen = '', tests = ''] = line.split(/(?<!\\)\|/);
    const row = /^ <!-- ([\w-]+) --> \S/.exec(seen)?.[1];
    return row ? [`${row} in ${tests.trim().split(',')[0]}`] : [];
  });

test('each test that tells what it saw has its row in docs/evidence/reliability.md', () => {
  expect(calls.length).toBeGreaterThan(20);
  expect(calls.filter((call) => !rows.includes(call))).toEqual([]);
  expect(new Set(calls).size).toBe(calls.length);
});

test('each row with a name is written by the test that it cites', () => {
  expect(rows.filter((row) => !calls.includes(row))).toEqual([]);
  expect(read('docs/evidence/reliability.md').match(/<!-- /g)).toHaveLength(new Set(rows).size);
});
