import { Temporal } from 'temporal-polyfill';
import { expect, test } from 'vitest';
import { chooseReach, type Reach } from './choose-moment.server.ts';

const copyAt = (day: number) =>
  ({
    base: { name: `2026110${day}T090000Z-12abcd`, completeAt: `2026-11-0${day}T09:00:05.000Z` },
  }) as Reach;
const reach = [copyAt(1), copyAt(2), copyAt(3)];
const noonOf = (day: number) => Temporal.Instant.from(`2026-11-0${day}T12:00:00Z`);
const chosen = (until: Temporal.Instant | null, name?: string) => chooseReach(reach, until, name).base.name;

test('the newest copy before the moment is the one to begin with, unless another one is named', () => {
  expect(chosen(null)).toBe(copyAt(3).base.name);
  expect(chosen(noonOf(2))).toBe(copyAt(2).base.name);
  expect(chosen(noonOf(2), copyAt(1).base.name)).toBe(copyAt(1).base.name);
  expect(chosen(null, copyAt(2).base.name)).toBe(copyAt(2).base.name);
});

test('a named copy that is newer than the moment is refused, and a name that does not exist gets those that do', () => {
  expect(() => chosen(noonOf(2), copyAt(3).base.name)).toThrow(
    'The copy 20261103T090000Z-12abcd is newer than that: it was complete at 2026-11-03T09:00:05.000Z (UTC)',
  );
  expect(() => chosen(null, '../20261103T090000Z-12abcd')).toThrow(
    'There are: 20261101T090000Z-12abcd, 20261102T090000Z-12abcd, 20261103T090000Z-12abcd.',
  );
});
