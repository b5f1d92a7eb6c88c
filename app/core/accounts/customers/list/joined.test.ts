import { expect, test } from 'vitest';
import { joinedText } from './joined.ts';

test('a customer joined on the day of the store, and those moved without a date on an unknown one', () => {
  expect(joinedText(new Date('2026-11-06T03:00:00Z'), 'America/New_York')).toBe('Nov 5, 2026');
  expect(joinedText(new Date('2000-01-01T00:00:00Z'), 'America/New_York')).toBe('Unknown');
});
