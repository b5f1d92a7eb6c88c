import { expect, test } from 'vitest';
import { readinessWords } from './readiness.ts';

test('a tablet is ready for a lost network only when nothing is missing', () => {
  expect(readinessWords([])).toBe('Ready for a lost network');
  expect(readinessWords(null)).not.toMatch(/Ready/);
  for (const missing of ['browser', 'clock', 'pages', 'orders'] as const)
    expect(readinessWords([missing])).toMatch(/^Not ready for a lost network\. /);
});

test('the words name the worst of what is missing: what a person has to change before what is tried again', () => {
  expect(readinessWords(['orders', 'pages'])).toContain('pages are not stored');
  expect(readinessWords(['orders', 'clock'])).toContain('Set its date and time.');
  expect(readinessWords(['pages', 'orders', 'browser'])).toContain('This browser stores nothing.');
});
