/** Tests how staff find the lot that units become waste of. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lotPath } from '#core/goods/stock/lots/lots.ts';
import { guest, type SignedIn } from '#core/ground/access/actor.ts';
import { lots } from '#db/schema/stock.ts';
import { freshShop } from '#tests/support/fresh-shop.ts';
import { aPerson, aProduct } from '#tests/support/people.ts';
import { findWasteLots } from './waste-lots-queries.server.ts';

const fresh = freshShop(afterAll);
let staff: SignedIn;
beforeAll(async () => {
  staff = await aPerson(fresh.db, { role: 'staff' });
});

test('the scanned label of a lot finds this lot alone, and only for staff', async () => {
  const productId = await aProduct(fresh.db, { onHand: 3 });
  await aProduct(fresh.db, { onHand: 3 });
  const [lot] = await fresh.db.select().from(lots).where(eq(lots.productId, productId));
  const label = `https://shop.example${lotPath(lot?.publicCode ?? '')}`;
  expect((await findWasteLots(staff, label)).map(({ id }) => id)).toEqual([lot?.id]);
  expect(await findWasteLots(guest, label)).toEqual([]);
  expect(await findWasteLots(staff, 'https://shop.example/lots/000000000000')).toEqual([]);
});
