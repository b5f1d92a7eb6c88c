/** Which backups stay, what they are called, and when their absence is a warning. */
import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import { backupName, nextBackup, nightlyCron, parseBackupName, replaced, replacedDamaged } from './backup.ts';

const ZONE = 'America/New_York';
const SHOP = '019aaaaa-0000-7000-8000-00000012abcd';
const at = (text: string) => backupName(Temporal.Instant.from(text), SHOP);

test('a name says when and whose, and nothing else is a name', () => {
  const name = at('2026-11-26T17:15:00.5Z');
  expect(name).toBe('20261126T171500Z-12abcd');
  expect(parseBackupName(name)?.moment.toString()).toBe('2026-11-26T17:15:00Z');
  for (const other of ['', '../x', '20261126T171500Z', '20261399T171500Z-12abcd', `${name}/x`])
    expect(parseBackupName(other), other).toBeNull();
});

describe('retention', () => {
  /** At 3:15 in the store, for a year and a half. */
  const nightly = Array.from({ length: 550 }, (_, day) =>
    at(Temporal.ZonedDateTime.from(`2025-06-01T03:15[${ZONE}]`).add({ days: day }).toInstant().toString()),
  );
  const retention = { daily: 7, weekly: 4, monthly: 12 };

  test('leaves the newest of the last seven days, four weeks and twelve months', () => {
    const gone = new Set(replaced(nightly, retention, ZONE));
    const stay = nightly.filter((name) => !gone.has(name));
    expect(stay).toHaveLength(7 + 2 + 10);
    expect(stay.slice(-7)).toEqual(nightly.slice(-7));
  });

  test('never deletes the newest, whatever the retention is', () => {
    expect(replaced(nightly, { daily: 0, weekly: 0, monthly: 0 }, ZONE)).not.toContain(nightly.at(-1));
    expect(replaced(nightly.slice(0, 1), { daily: 0, weekly: 0, monthly: 0 }, ZONE)).toEqual([]);
  });

  test('counts days that have a backup, so a month without any deletes none', () => {
    expect(replaced([at('2026-01-05T08:15:00Z'), at('2026-05-05T08:15:00Z')], retention, ZONE)).toEqual([]);
  });

  test('counts the store’s days: late on Monday in New York is Tuesday elsewhere', () => {
    const [evening, night] = [at('2026-11-24T02:00:00Z'), at('2026-11-24T08:15:00Z')];
    const daily = { daily: 2, weekly: 0, monthly: 0 };
    expect(replaced([evening, night], daily, ZONE)).toEqual([]);
    expect(replaced([evening, night], daily, 'UTC')).toEqual([evening]);
  });
});

test('a damaged backup stays for as long as daily ones do, and goes only when good ones are newer', () => {
  const days = ['2026-11-20', '2026-11-21', '2026-11-22'].map((day) => at(`${day}T08:15:00Z`));
  const retention = { daily: 2, weekly: 4, monthly: 12 };
  const damaged = [at('2026-11-19T08:15:00Z'), at('2026-11-21T12:00:00Z'), at('2026-11-23T08:15:00Z')];
  expect(replacedDamaged(damaged, days, retention)).toEqual(damaged.slice(0, 1));
  expect(replacedDamaged(damaged, days, { ...retention, daily: 0 })).toEqual(damaged.slice(0, 2));
  expect(replacedDamaged(damaged, [], retention)).toEqual([]);
});

test('the next nightly run is at 3:15 of the store’s clock, also in the nights on which clocks change', () => {
  const next = (now: string) => nextBackup(Temporal.Instant.from(now), ZONE).toString();
  expect(next('2026-11-26T08:14:59Z')).toBe('2026-11-26T08:15:00Z');
  expect(next('2026-11-26T08:15:00Z')).toBe('2026-11-27T08:15:00Z');
  expect(next('2027-03-14T05:00:00Z')).toBe('2027-03-14T07:15:00Z');
  expect(next('2027-11-07T04:00:00Z')).toBe('2027-11-07T08:15:00Z');
  expect(nightlyCron).toBe('15 3 * * *');
});
