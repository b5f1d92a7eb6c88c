/** A price correction whose worker is killed midway goes on after the next start, and reaches each order once. */
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkInvariants } from '#tests/support/invariants.ts';
import { AFTER_KILL, type KilledShop, killedShop, orderByMany } from '#tests/support/killed-shop.ts';
import { aMug } from '#tests/support/orders.ts';
import { aPerson } from '#tests/support/people.ts';
import { aSlot, openShop } from '#tests/support/shop.ts';
import { handOver, start, wrongOf } from '#tests/support/wrong-prices.ts';

const PEOPLE = 160;
/** Every eighth order is handed over before the correction. */
const PAID = PEOPLE / 8;
let shop: KilledShop;

beforeAll(async () => {
  shop = await killedShop();
  await openShop(shop.fresh.db);
  await shop.start();
}, 60_000);
afterAll(() => shop.stop());

const reached = () => shop.count(sql`(select count(*)::int from corrected_lines where status <> 'waiting')`);

test('each order is lowered or promised once, whenever the process is killed', async () => {
  const slot = aSlot();
  const mug = await aMug(shop.fresh.db, { onHand: PEOPLE, retailPrice: 2750 });
  const admin = await aPerson(shop.fresh.db, { role: 'admin' });
  await orderByMany(shop, [mug, slot], PEOPLE, (number) => handOver(shop.fresh.db, admin, number));
  expect(await start(admin, wrongOf(mug, 2500), { tells: true })).toMatchObject({ ok: true });
  await expect.poll(reached, AFTER_KILL).toBeGreaterThan(5);
  shop.kill();
  const atKill = await reached();
  expect(atKill).toBeLessThan(PEOPLE);
  await shop.start();
  await expect.poll(reached, AFTER_KILL).toBe(PEOPLE);

  const { rows } = await shop.fresh.db.execute(sql`
    select (select count(*)::int from events where kind = 'order-price-lowered') as lowered,
      (select count(*)::int from events where kind = 'order-cash-owed') as promised,
      (select count(*)::int from orders where status <> 'completed' and total = 2800) as right,
      (select sum(amount + tax)::int from corrected_lines where status = 'owed') as owed`);
  expect(rows).toEqual([{ lowered: PEOPLE - PAID, promised: PAID, right: PEOPLE - PAID, owed: PAID * 280 }]);
  expect(await checkInvariants(shop.fresh.db)).toEqual([]);
  console.info({ reachedAtKill: atKill });
}, 400_000);
