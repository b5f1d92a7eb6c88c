/** `npm run move-in`, killed in the middle. The same with 20,000 customers: `tests/long/move-in.long.test.ts`. */
import { expect, test } from 'vitest';
import { tellMove } from '#tests/support/former/move-story.ts';

test('a move that is killed goes on to the same end, writes nothing twice, and is undone', async () => {
  const { people } = await tellMove({ customers: 150, orders: 300, products: 40, photos: 6 }, 3);
  expect(people).toBeGreaterThan(150);
}, 240_000);
