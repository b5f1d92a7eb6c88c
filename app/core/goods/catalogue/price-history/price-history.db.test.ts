/** The history of a price is exact, whichever command changed it. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { freshShop } from '#tests/support/fresh-shop.ts';
import { aMug } from '#tests/support/orders.ts';
import { aPerson } from '#tests/support/people.ts';
import { applyChange, previewChange } from '../products/change-products.server.ts';
import { readEditedProduct } from '../products/edited-products-queries.server.ts';
import { saveProduct } from '../products/save-product.server.ts';
import { readUndoable, undoBatch } from '../products/undo-batch.server.ts';
import { readPriceHistory } from './price-history-queries.server.ts';

const fresh = freshShop(afterAll);
let admin: SignedIn;

beforeAll(async () => {
  admin = await aPerson(fresh.db, { role: 'admin', name: 'Ada Owner' });
});

test('an edit, a bulk edit and its undo each begin a span, with the person who made it', async () => {
  const mug = await aMug(fresh.db, { retailPrice: 2500 });
  const kim = await aPerson(fresh.db, { role: 'admin', name: 'Kim Reyes' });
  const stored = await readEditedProduct(admin, mug);
  const edit = { version: stored?.version ?? 0, values: { retailPrice: 2750 }, accepted: '' };
  expect((await saveProduct(admin, mug, edit, { base: {}, mine: {} })).ok).toBe(true);
  const selection = { ids: [mug] };
  const change = { price: { to: 2600 } };
  const seen = await previewChange(kim, selection, change);
  if (!seen.ok) throw new Error(JSON.stringify(seen.problem));
  await applyChange(kim, selection, change, { fingerprint: seen.value.fingerprint, accepted: true });
  await undoBatch(kim, (await readUndoable(kim))?.id ?? '');
  const spans = (await readPriceHistory(admin, mug))?.spans ?? [];
  expect(spans.map(({ price, by }) => ({ price, by }))).toEqual([
    { price: 2750, by: 'Kim Reyes' },
    { price: 2600, by: 'Kim Reyes' },
    { price: 2750, by: 'Ada Owner' },
    { price: 2500, by: null },
  ]);
  expect(spans.at(-1)?.from).toBeNull();
  expect(spans[0]?.until).toBeNull();
});

test('a save of other fields is no change of the price', async () => {
  const mug = await aMug(fresh.db, { retailPrice: 2500 });
  const stored = await readEditedProduct(admin, mug);
  const edit = { version: stored?.version ?? 0, values: { description: 'Blue' }, accepted: '' };
  expect((await saveProduct(admin, mug, edit, { base: {}, mine: {} })).ok).toBe(true);
  expect((await readPriceHistory(admin, mug))?.spans).toHaveLength(1);
});

test('people who may not change products see none', async () => {
  const mug = await aMug(fresh.db);
  expect(await readPriceHistory(await aPerson(fresh.db, { role: 'staff' }), mug)).toBeNull();
});
