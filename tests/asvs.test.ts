/** docs/evidence/asvs.md has every requirement of levels 1 and 2 once, and names existing tests. */
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const text = readFileSync(join(root, 'docs/evidence/asvs.md'), 'utf8');
const rows = [...text.matchAll(/^\| (\d+\.\d+\.\d+) \| (.+?) \| (.+?) \| (.+) \|$/gm)].map(
  ([, number = '', asks = '', state = '', shown = '']) => ({ number, asks, state, shown }),
);
const states = ['test', 'construction', 'does not apply', 'not met'];

/** The numbers of levels 1 and 2, by section: single ones and ranges. */
const sections =
  '1.1:1-2 1.2:1-9 1.3:1-11 1.4:1-3 1.5:1-2 2.1:1-3 2.2:1-3 2.3:1-4 2.4:1 3.2:1-2 3.3:1-4 3.4:1-6 3.5:1-5 3.7:1-2 4.1:1-3 4.2:1 4.3:1-2 4.4:1-4 5.1:1 5.2:1-3 5.3:1-2 5.4:1-3 6.1:1-3 6.2:1-12 6.3:1-4 6.4:1-4 6.5:1-5 6.6:1-3 6.8:1-4 7.1:1-3 7.2:1-4 7.3:1-2 7.4:1-5 7.5:1-2 7.6:1-2 8.1:1-2 8.2:1-3 8.3:1 8.4:1 9.1:1-3 9.2:1-4 10.1:1-2 10.2:1-2 10.3:1-4 10.4:1-11 10.5:1-5 10.6:1-2 10.7:1-3 11.1:1-2 11.2:1-3 11.3:1-3 11.4:1-4 11.5:1 11.6:1 12.1:1-3 12.2:1-2 12.3:1-4 13.1:1 13.2:1-5 13.3:1-2 13.4:1-5 14.1:1-2 14.2:1-4 14.3:1-3 15.1:1-3 15.2:1-3 15.3:1-7 16.1:1 16.2:1-5 16.3:1-4 16.4:1-3 16.5:1-3 17.1:1 17.2:1-4 17.3:1-2';

const expected = sections.split(' ').flatMap((each) => {
  const [section, ranges = ''] = each.split(':');
  return ranges.split(',').flatMap((range) => {
    const [first = 0, last = first] = range.split('-').map(Number);
    return Array.from({ length: last - first + 1 }, (_, nth) => `${section}.${first + nth}`);
  });
});

test('every requirement of levels 1 and 2 has one line', () => {
  expect(expected.length).toBe(253);
  expect(rows.map(({ number }) => number)).toEqual(expected);
  for (const { state, asks, number } of rows) {
    expect(states, number).toContain(state);
    expect(asks.split(' ').length, number).toBeLessThanOrEqual(8);
  }
});

test('every named file exists, and what a test shows names one', () => {
  const names = new Set(
    globSync('{app,server,tests}/**/*.{ts,tsx}', { cwd: root }).map((path) => basename(path)),
  );
  names.add('package-lock.json');
  for (const { number, state, shown } of rows) {
    const named = [...shown.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
    expect(
      named.filter((name) => !names.has(name)),
      number,
    ).toEqual([]);
    if (state === 'test') expect(named.join(' '), number).toMatch(/\.(?:test|journey)\./);
  }
});

test('the summary counts the lines', () => {
  const counted = (of: typeof rows) => states.map((state) => of.filter((row) => row.state === state).length);
  const summary = [...text.matchAll(/^\| (\d+|All)\b[^|.]*\| (\d+) \| (\d+) \| (\d+) \| (\d+) \|$/gm)];
  expect(summary.length).toBe(18);
  for (const [, chapter = '', ...counts] of summary) {
    const own = rows.filter(({ number }) => chapter === 'All' || number.startsWith(`${chapter}.`));
    expect(counts.map(Number), chapter).toEqual(counted(own));
  }
});
