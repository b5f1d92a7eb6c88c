import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { announceChange, setListening } from '#db/announced-changes.ts';
import { cents } from '#kernel/money.ts';
import { cardsOf } from './cached-cards.server.ts';
import type { ProductCardFacts } from './products/product.ts';

const on = (day: string) =>
  ({ day, discounts: { enabled: true, taxBase: 'before-discount' as const } }) as never;
const card = (id: number) => ({ id, name: `no. ${id}`, retailPrice: cents(100) }) as ProductCardFacts;
const read = vi.fn(async (ids: readonly number[]) => ids.filter((id) => id < 90).map(card));
const asked = () => read.mock.calls.map(([ids]) => ids);

beforeEach(() => {
  read.mockClear();
  setListening(true);
  announceChange('everything');
});
afterAll(() => setListening(false));

test('cards are read once, in the requested order, without products that are off the menu', async () => {
  expect((await cardsOf([3, 99, 1], on('2026-01-01'), read)).map(({ id }) => id)).toEqual([3, 1]);
  expect((await cardsOf([1, 2, 3], on('2026-01-01'), read)).map(({ id }) => id)).toEqual([1, 2, 3]);
  expect(asked()).toEqual([[3, 99, 1], [2]]);
});

test.each(['products:2,7', 'product_images:2', 'stock:2', 'lots:2'])(
  'after %s, that card is read again',
  async (change) => {
    await cardsOf([1, 2], on('2026-01-01'), read);
    announceChange(change);
    await cardsOf([1, 2], on('2026-01-01'), read);
    expect(asked()).toEqual([[1, 2], [2]]);
  },
);

test.each(['products', 'categories', 'store_settings:discounts', 'everything'])(
  'after %s, every card is read again',
  async (change) => {
    await cardsOf([1, 2], on('2026-01-01'), read);
    announceChange(change);
    await cardsOf([1, 2], on('2026-01-01'), read);
    expect(asked()).toEqual([
      [1, 2],
      [1, 2],
    ]);
  },
);

test('every card is read again on another day, but not after a change of tax rules', async () => {
  await cardsOf([1, 2], on('2026-01-01'), read);
  announceChange('tax_rules');
  await cardsOf([1, 2], on('2026-01-01'), read);
  await cardsOf([1, 2], on('2026-01-02'), read);
  expect(asked()).toEqual([
    [1, 2],
    [1, 2],
  ]);
});

test('a card that changes while it is read is not cached', async () => {
  const slow = vi.fn(async (ids: readonly number[]) => {
    announceChange('products:1');
    return ids.map(card);
  });
  await cardsOf([1], on('2026-01-01'), slow);
  await cardsOf([1], on('2026-01-01'), read);
  expect(asked()).toEqual([[1]]);
});

test('nothing is cached while announcements cannot be received, and nothing from before is used afterward', async () => {
  await cardsOf([1], on('2026-01-01'), read);
  setListening(false);
  await cardsOf([1], on('2026-01-01'), read);
  await cardsOf([1], on('2026-01-01'), read);
  setListening(true);
  announceChange('everything');
  await cardsOf([1], on('2026-01-01'), read);
  expect(asked()).toEqual([[1], [1], [1], [1]]);
});
