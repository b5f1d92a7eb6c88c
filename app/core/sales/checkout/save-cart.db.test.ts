/** A customer's cart, saved for their other devices. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { aPerson } from '#tests/support/people.ts';
import { saveCart } from './save-cart.server.ts';
import { readSavedCart } from './saved-cart-queries.server.ts';

let opened: FreshDatabase;
beforeAll(async () => {
  opened = await freshDatabase();
});
afterAll(() => opened.stop());

const two = [{ productId: 7, quantity: 2 }];
const three = [{ productId: 8, quantity: 3 }];

test('a cart is saved only over the version the device has seen', async () => {
  const person = await aPerson(opened.db);
  expect(await readSavedCart(person)).toEqual({ lines: '', version: 0 });
  expect(await saveCart(person, two, 0)).toEqual({ ok: true, value: { lines: '7:2', version: 1 } });
  expect(await saveCart(person, three, 0)).toEqual({
    ok: false,
    problem: { kind: 'stale', cart: { lines: '7:2', version: 1 } },
  });
  expect(await saveCart(person, [], 1)).toEqual({ ok: true, value: { lines: '', version: 2 } });
  expect(await readSavedCart(person)).toEqual({ lines: '', version: 2 });
});

test('when two devices save at once, one of them gets the other’s cart', async () => {
  const person = await aPerson(opened.db);
  const outcomes = await Promise.all([saveCart(person, two, 0), saveCart(person, three, 0)]);
  expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
  expect((await readSavedCart(person)).version).toBe(1);
});

test('each customer has their own cart', async () => {
  const [one, other] = [await aPerson(opened.db), await aPerson(opened.db)];
  await saveCart(one, two, 0);
  expect(await readSavedCart(other)).toEqual({ lines: '', version: 0 });
});
