/** Two hundred scanners: every setting with many others. */
import { expect, test } from 'vitest';
import { seen, whole } from '#tests/support/seen.ts';
import { pressesHeard, readAfterSetUp, readAsOthers } from '#tests/support/synthetic-scanners.ts';

const SCANNERS = 200;

test('scanners of any speed, ending, prefix, control keys, pauses, Caps Lock and layout are read once learned, or told what to set', () => {
  const { read, told, lost } = readAfterSetUp(SCANNERS);
  expect(lost).toEqual([]);
  expect(read / (read + told)).toBeGreaterThanOrEqual(0.98);
  seen('synthetic-scanners', `${whole(read)} of ${whole(read + told)} scans read, ${told} told what to set`);
});

test('no scanner is read as another code than was scanned, learned or not', () => {
  expect(readAsOthers(SCANNERS)).toEqual([]);
});

test('no Enter or Tab of a scanner reaches a button, and none of a license sends a form from a field', () => {
  expect(pressesHeard(SCANNERS)).toBe(0);
});
