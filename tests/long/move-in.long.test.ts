/** A whole farm moves: 20,000 customers, 50,000 orders, 3,000 products, 2,000 photos; killed ten times, repeated, undone. */
import { expect, test } from 'vitest';
import { tellMove } from '#tests/support/former/move-story.ts';
import { seen } from '#tests/support/seen.ts';

test('a farm moves in under ten minutes, with flat memory, whatever kills it', async () => {
  const size = { customers: 20_000, orders: 50_000, products: 3000, photos: 2000 };
  const { seconds, megabytes, killed, people } = await tellMove(size, 10);
  seen('move-in', `${people} people in ${seconds} s with at most ${megabytes} MB, killed ${killed} times`);
  expect(people).toBeGreaterThan(20_000);
  expect(killed).toBeGreaterThanOrEqual(9);
  expect(seconds).toBeLessThan(600);
  expect(megabytes).toBeLessThanOrEqual(300);
}, 3_600_000);
