/** Tests until when a tablet shows its copy of the day. */
import { expect, test } from 'vitest';
import { isOver } from './day-copy.ts';

const HOUR = 3_600_000;
const checkedAt = Date.parse('2026-06-06T18:00:00Z');
const copy = {
  day: '2026-06-06',
  zone: 'America/New_York',
  checkedAt,
  session: { id: 's', endsIn: 2 * HOUR },
};

test('a copy ends with the session that read it, by the tablet’s clock', () => {
  expect(isOver(copy, checkedAt + 2 * HOUR - 1)).toBe(false);
  expect(isOver(copy, checkedAt + 2 * HOUR)).toBe(true);
});

test('a copy ends with its day', () => {
  const long = { ...copy, session: { id: 's', endsIn: 99 * HOUR } };
  expect(isOver(long, Date.parse('2026-06-07T03:59:59Z'))).toBe(false);
  expect(isOver(long, Date.parse('2026-06-07T04:00:00Z'))).toBe(true);
});
