/** Tests which orders a license finds that is scanned on the board. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { parseIdCard } from '#core/sales/orders/id-card/id-card.ts';
import { orders } from '#db/schema/orders.ts';
import { instantOf, storeDate } from '#kernel/time.ts';
import { freshShop } from '#tests/support/fresh-shop.ts';
import { cardText } from '#tests/support/id-cards.ts';
import { aMug, anOrder, NEXT_DAY_SLOT, NOW } from '#tests/support/orders.ts';
import { aPerson } from '#tests/support/people.ts';
import { readOrdersOfLicense } from './license-orders-queries.server.ts';

const fresh = freshShop(afterAll);
let staff: SignedIn;
let mug: number;

beforeAll(async () => {
  staff = await aPerson(fresh.db, { role: 'staff' });
  mug = await aMug(fresh.db, { onHand: 100 });
});

/** The license of Wren Robin Hale. */
function licenseOf(birthDate: string) {
  const card = parseIdCard(cardText({ birthDate }), storeDate(instantOf(new Date()), 'America/New_York'));
  if (!card.ok) throw new Error(card.problem.kind);
  return card.value;
}
const foundBy = async (actor: SignedIn, birthDate: string) =>
  (await readOrdersOfLicense(actor, licenseOf(birthDate), NOW)).map(({ number }) => number);

test('a license finds the open orders of today that its person may pick up, and no one else’s', async () => {
  const wren = await aPerson(fresh.db, { name: 'Wren Hale', birthDate: '1990-05-14' });
  const namesake = await aPerson(fresh.db, { name: 'Wren Hale', birthDate: '1971-01-02' });
  const other = await aPerson(fresh.db, { name: 'Juniper Vale', birthDate: '1990-05-14' });
  const own = await anOrder(wren, [[mug, 1]]);
  await anOrder(wren, [[mug, 1]], NEXT_DAY_SLOT);
  await anOrder(namesake, [[mug, 1]]);
  await anOrder(other, [[mug, 1]]);
  const picksUp = await anOrder(other, [[mug, 1]]);
  await fresh.db.update(orders).set({ pickupName: 'Wren Hale' }).where(eq(orders.orderId, picksUp));
  const picksUpOther = await anOrder(wren, [[mug, 1]]);
  await fresh.db.update(orders).set({ pickupName: 'Robin Ash' }).where(eq(orders.orderId, picksUpOther));
  expect((await foundBy(staff, '1990-05-14')).sort()).toEqual([own, picksUp].sort());
  // Who picks up for someone else has given no birth date.
  expect(await foundBy(staff, '1980-12-12')).toEqual([picksUp]);
  expect(await foundBy(wren, '1990-05-14')).toEqual([]);
});
