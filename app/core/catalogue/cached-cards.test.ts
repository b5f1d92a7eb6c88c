import { beforeEach, expect, test, vi } from 'vitest';
import { cents } from '#kernel/money.ts';
import { cacheCards, cardsOf, dropCards, stopCachingCards } from './cached-cards.server.ts';
import type { ProductCardFacts } from './products/product.ts';

const on = (day: string) =>
  ({ day, discounts: { enabled: true, taxBase: 'before-discount' as const } }) as never;
const card = (id: number) => ({ id, name: `no. ${id}`, retailPrice: cents(100) }) as ProductCardFacts;
const read = vi.fn(async (ids: readonly number[]) => ids.filter((id) => id < 90).map(card));
const asked = () => read.mock.calls.map(([ids]) => ids);

beforeEach(() => {
  read.mockClear();
  cacheCards();
});

test('cards are read once, in the order they are asked for, and what is not on the menu is left out', async () => {
  expect((await cardsOf([3, 99, 1], on('2026-01-01'), read)).map(({ id }) => id)).toEqual([3, 1]);
  expect((await cardsOf([1, 2, 3], on('2026-01-01'), read)).map(({ id }) => id)).toEqual([1, 2, 3]);
  expect(asked()).toEqual([[3, 99, 1], [2]]);
});

test('a card whose product has changed is read anew, and all of them on another day', async () => {
  await cardsOf([1, 2], on('2026-01-01'), read);
  dropCards([2]);
  await cardsOf([1, 2], on('2026-01-01'), read);
  await cardsOf([1, 2], on('2026-01-02'), read);
  expect(asked()).toEqual([[1, 2], [2], [1, 2]]);
});

test('what changes while it is read is not kept', async () => {
  const slow = vi.fn(async (ids: readonly number[]) => {
    dropCards([1]);
    return ids.map(card);
  });
  await cardsOf([1], on('2026-01-01'), slow);
  await cardsOf([1], on('2026-01-01'), read);
  expect(asked()).toEqual([[1]]);
});

test('nothing is kept while changes are not heard', async () => {
  await cardsOf([1], on('2026-01-01'), read);
  stopCachingCards();
  await cardsOf([1], on('2026-01-01'), read);
  await cardsOf([1], on('2026-01-01'), read);
  expect(asked()).toEqual([[1], [1], [1]]);
});
