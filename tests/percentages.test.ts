/** One way to write a percentage, on every screen, in every email and on paper: American usage has no space in it. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** The source without its comments, which no shopper reads. */
const wordsOf = (source: string) => source.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');

/** A number, a space and the sign, at the end of a text or before words; a remainder has an operand there. */
const apart = /(?:\d|\})(?: |\u00a0|\\u00a0)%(?:['"`<.,;)]| [a-z]+ [a-z]).*/g;

test.each([
  ['`{rate / 100} %`', 1],
  ['9 % state and 4 % local excise', 1],
  ["'a share of 12 %'", 1],
  ['`{rate / 100}%`', 0],
  ['const hour = at % 12;', 0],
  ['(7 % count)', 0],
  ['/** 13 %, as the law has it. */', 0],
])('%s is checked for a percentage apart from its sign', (source, count) => {
  expect(wordsOf(source).match(apart) ?? []).toHaveLength(count);
});

test('no percentage is apart from its sign', () => {
  const files = readdirSync('app', { recursive: true, encoding: 'utf8' }).filter(
    (name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name),
  );
  expect(files.length).toBeGreaterThan(500);
  const found = files.flatMap((name) =>
    (wordsOf(readFileSync(join('app', name), 'utf8')).match(apart) ?? []).map((words) => `${name}: ${words}`),
  );
  expect(found).toEqual([]);
});
