import { expect, test, vi } from 'vitest';
import { announceChange, onChange, remember } from './announced-changes.ts';

test('a value loads once for all readers, and again after its tables change', async () => {
  const load = vi.fn(async () => load.mock.calls.length);
  const cache = remember(load, { tables: ['products', 'categories'] });
  expect(await Promise.all([cache.read(), cache.read()])).toEqual([1, 1]);
  announceChange('tax_rules');
  expect(await cache.read()).toBe(1);
  for (const [at, payload] of ['products:7', 'categories', 'everything'].entries()) {
    announceChange(payload);
    expect(await cache.read()).toBe(at + 2);
  }
  cache.invalidate();
  expect(await cache.read()).toBe(5);
});

test('a value that changes while it loads is not cached', async () => {
  const load = vi.fn(async () => load.mock.calls.length);
  const cache = remember(load, { tables: ['products'] });
  const first = cache.read();
  announceChange('products:7');
  expect([await first, await cache.read()]).toEqual([1, 2]);
});

test('a failed load is not cached and does not replace a newer value', async () => {
  const fail: (() => void)[] = [];
  const load = vi
    .fn<() => Promise<string>>()
    .mockImplementationOnce(() => new Promise((_, reject) => fail.push(() => reject(new Error('away')))))
    .mockResolvedValueOnce('newer')
    .mockRejectedValueOnce(new Error('away'))
    .mockResolvedValueOnce('back');
  const cache = remember(load, { tables: [] });
  const first = cache.read();
  cache.invalidate();
  expect(await cache.read()).toBe('newer');
  fail[0]?.();
  await expect(first).rejects.toThrow('away');
  expect(await cache.read()).toBe('newer');
  cache.invalidate();
  await expect(cache.read()).rejects.toThrow('away');
  expect(await cache.read()).toBe('back');
});

test('another key loads separately', async () => {
  const load = vi.fn(async () => load.mock.calls.length);
  const cache = remember(load, { tables: [] });
  expect([await cache.read('Monday'), await cache.read('Monday'), await cache.read('Tuesday')]).toEqual([
    1, 1, 2,
  ]);
});

test('a listener that reads a cache finds it invalid, whichever registered first', async () => {
  const seen: Promise<number>[] = [];
  const remove = onChange(() => seen.push(cache.read()));
  let loads = 0;
  const cache = remember(async () => ++loads, { tables: ['products'] });
  await cache.read();
  announceChange('products:7');
  remove();
  announceChange('products:8');
  expect(await Promise.all(seen)).toEqual([2]);
});
