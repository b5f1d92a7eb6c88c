import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { isUuid, newId } from './ids.ts';

test('ids sort in the order they were made, also thousands in one millisecond', () => {
  const ids = Array.from({ length: 20_000 }, () => newId());
  expect(ids).toEqual([...ids].sort());
  expect(new Set(ids).size).toBe(ids.length);
});

test('an id is a UUID of version 7 that tells when it was made', () => {
  const id = newId();
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  const madeAt = Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16);
  expect(Math.abs(Date.now() - madeAt)).toBeLessThan(5_000);
});

test('only UUIDs are UUIDs', () => {
  expect(isUuid(newId())).toBe(true);
  expect(isUuid('0190A6C0-1234-7ABC-8DEF-0123456789AB')).toBe(true);
  for (const other of ['', 'ORD001', `${newId()} `, `${newId()}\n`, newId().slice(1), 7, null, {}]) {
    expect(isUuid(other)).toBe(false);
  }
});

describe('with the clock standing still', () => {
  let now: number;
  let newId: () => string;
  beforeEach(async () => {
    now = Date.UTC(2026, 10, 21);
    // A counter of its own: the other tests' ids are younger than this clock.
    vi.resetModules();
    ({ newId } = await import('./ids.ts'));
    vi.spyOn(Date, 'now').mockImplementation(() => now);
  });
  afterEach(() => void vi.restoreAllMocks());

  const madeAt = (id: string) => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16);
  const countOf = (id: string) => Number.parseInt(id.slice(15, 18), 16);

  test('a millisecond has room for two thousand ids, which count up', () => {
    const ids = Array.from({ length: 2_000 }, () => newId());
    expect(new Set(ids.map(madeAt))).toEqual(new Set([now]));
    const first = countOf(ids[0] ?? '');
    expect(ids.map(countOf)).toEqual(ids.map((_, index) => first + index));
  });

  test('past its room ids borrow from the milliseconds to come, and stay in order', () => {
    const ids = Array.from({ length: 9_000 }, () => newId());
    expect(ids).toEqual([...ids].sort());
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.map(madeAt).at(-1)).toBeGreaterThan(now);
    expect(ids.map(madeAt).at(-1)).toBeLessThanOrEqual(now + 4);
    // A clock that has gone back changes nothing.
    now -= 30_000;
    expect(newId() > (ids.at(-1) ?? '')).toBe(true);
  });

  test('a millisecond begins to count anywhere in the lower half', () => {
    const begins = Array.from({ length: 400 }, () => {
      now += 1;
      const id = newId();
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab]/);
      return countOf(id);
    });
    expect(Math.max(...begins)).toBeLessThan(0x800);
    expect(new Set(begins).size).toBeGreaterThan(250);
  });
});

test('what merely contains a UUID, or turns into one, is none', () => {
  expect(isUuid(`x${newId()}`)).toBe(false);
  expect(isUuid([newId()])).toBe(false);
  expect(isUuid({ toString: () => newId() })).toBe(false);
});
