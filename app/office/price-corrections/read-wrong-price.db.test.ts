/** The page of a wrong price says when the next buyer still pays it. */
import { afterAll, expect, test } from 'vitest';
import { freshShop } from '#tests/support/fresh-shop.ts';
import { aMug, anOrder } from '#tests/support/orders.ts';
import { aPerson } from '#tests/support/people.ts';
import { setPrice } from '#tests/support/wrong-prices.ts';
import { readWrongPrice } from './read-wrong-price.server.ts';

const fresh = freshShop(afterAll);

test('a list price that is still the wrong one is named, and any other is not', async () => {
  const admin = await aPerson(fresh.db, { role: 'admin' });
  const mug = await aMug(fresh.db, { retailPrice: 5_400 });
  await anOrder(await aPerson(fresh.db), [[mug, 1]]);
  const still = async (wrong: string) => {
    const asked = { from: '2020-01-01T00:00', until: '2099-01-01T00:00', wrong, right: '45.00' };
    return (await readWrongPrice(admin, mug, new URLSearchParams(asked)))?.found?.stillPaid;
  };
  expect(await still('54.00')).toBe('$54.00');
  expect(await still('')).toBe('$54.00');
  expect(await still('53.00')).toBeNull();
  await setPrice(fresh.db, mug, 4_500);
  expect(await still('54.00')).toBeNull();
});
