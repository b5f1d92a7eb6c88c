import { expect, test } from 'vitest';
import { withSeen } from './seen.ts';

const page = [
  '| What was done | What must hold | What was seen | Test |',
  '|---|---|---|---|',
  '| killed | none lost | <!-- killed --> 1 of 2 \\| late | a.long |',
  '| killed twice | none lost | <!-- killed-twice --> so | a.long |',
  '',
].join('\n');

test('what was seen replaces its cell, to the bar that ends it, and nothing else', () => {
  const cell = '<!-- killed --> 1 of 2 \\| late |';
  expect(withSeen(page, 'killed', '0 of 9')).toBe(page.replace(cell, '<!-- killed --> 0 of 9 |'));
});

test('bars stay in their cell, and sums of money are no patterns', () => {
  const told = withSeen(page, 'killed-twice', "a | b, $1 and $& and $'");
  expect(told).toContain("| <!-- killed-twice --> a \\| b, $1 and $& and $' | a.long |");
  expect(withSeen(told, 'killed-twice', 'so')).toBe(page);
});

test('a row that is not there is named in one sentence', () => {
  expect(() => withSeen(page, 'kill', 'so')).toThrow(
    'docs/evidence/reliability.md has no row that is named <!-- kill -->.',
  );
});
