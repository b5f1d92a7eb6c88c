/** Tests how old a page's data can be. */
import { expect, test } from 'vitest';
import { oldestData } from './data-age.ts';

const NOW = 1_000_000;

test('a page that the browser loaded is as old as its document, at most 15 seconds', () => {
  expect(oldestData(NOW, 400, 0)).toBe(NOW - 400);
  expect(oldestData(NOW, 60_000, 0)).toBe(NOW - 15_000);
});

test('a page that the router loaded is as old as its navigation, so what one changed before is in it', () => {
  const navigated = NOW - 300;
  expect(oldestData(NOW, 60_000, navigated)).toBe(navigated - 2000);
  expect(oldestData(NOW, 60_000, NOW - 50_000)).toBe(NOW - 15_000);
});
