import { expect, test, vi } from 'vitest';
import { isUuid, newId } from './ids.ts';

test('ids sort in the order they were made, even thousands in one millisecond', () => {
  const ids = Array.from({ length: 20_000 }, () => newId());
  expect(ids).toEqual([...ids].sort());
  expect(new Set(ids).size).toBe(ids.length);
});

test('an id is a version 7 UUID with its creation time', () => {
  const began = Date.now();
  const id = newId();
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  const madeAt = Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16);
  // Never behind the clock; ahead of it if other tests in this process have set it forward.
  expect(madeAt - began).toBeGreaterThanOrEqual(0);
  expect(madeAt - began).toBeLessThan(24 * 60 * 60 * 1000);
});

test('only UUIDs count as UUIDs', () => {
  expect(isUuid(newId())).toBe(true);
  expect(isUuid('0190A6C0-1234-7ABC-8DEF-0123456789AB')).toBe(true);
  for (const other of ['', 'ORD001', `${newId()} `, `${newId()}\n`, newId().slice(1), 7, null, {}]) {
    expect(isUuid(other)).toBe(false);
  }
});

test('ids stay in order while the clock stops or goes back', () => {
  const now = Date.now();
  const clock = vi.spyOn(Date, 'now').mockReturnValue(now);
  const ids = Array.from({ length: 9_000 }, () => newId());
  clock.mockReturnValue(now - 30_000);
  ids.push(newId());
  clock.mockRestore();
  expect(ids).toEqual([...ids].sort());
  expect(new Set(ids).size).toBe(ids.length);
});

test('a value that merely contains a UUID, or converts to one, does not count', () => {
  expect(isUuid(`x${newId()}`)).toBe(false);
  expect(isUuid([newId()])).toBe(false);
  expect(isUuid({ toString: () => newId() })).toBe(false);
});
