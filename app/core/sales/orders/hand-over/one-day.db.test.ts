/** Tests what one ID takes home in a day: pickups and walk-ins together, at once, over midnight, edited, returned and refused. */
import { randomUUID } from 'node:crypto';
import { eq, inArray, isNull, sql } from 'drizzle-orm';
import { Temporal } from 'temporal-polyfill';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { putBackUnits } from '#core/goods/stock/put-back/put-back-units.server.ts';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { invalidateSettings } from '#core/ground/settings/settings-queries.server.ts';
import { setQuantity } from '#core/sales/walk-ins/change-walk-in.server.ts';
import { placeWalkIn } from '#core/sales/walk-ins/place-walk-in.server.ts';
import { startWalkIn } from '#core/sales/walk-ins/start-walk-in.server.ts';
import { inTransaction } from '#db/client.ts';
import { customerProfiles } from '#db/schema/customers.ts';
import { refusedHandOvers, walkInIds } from '#db/schema/orders.ts';
import { storeSettings } from '#db/schema/settings.ts';
import { productStock, putBacks } from '#db/schema/stock.ts';
import { freshShop } from '#tests/support/fresh-shop.ts';
import { checkInvariants } from '#tests/support/invariants.ts';
import { someoneWaitsForLock } from '#tests/support/lock-waits.ts';
import { anOrder, bringTo, edit, NOW, storedOrder } from '#tests/support/orders.ts';
import { aPerson, aProduct } from '#tests/support/people.ts';
import { changeOrderStatus } from '../change-order-status.server.ts';
import { recordRefund } from '../refunds/record-refund.server.ts';
import { handOverOrder } from './hand-over-order.server.ts';
import { forgetIdsOfDay } from './id-owner.server.ts';
import { recordRefusedHandOver } from './record-refused-hand-over.server.ts';

const fresh = freshShop(afterAll);
const PRICE = 5040;
/** Two fit into a day, three do not. */
const JAR_MG = 42_000;
let staff: SignedIn;
let other: SignedIn;
let admin: SignedIn;
let jar: number;

beforeAll(async () => {
  staff = await aPerson(fresh.db, { role: 'staff' });
  other = await aPerson(fresh.db, { role: 'staff' });
  admin = await aPerson(fresh.db, { role: 'admin' });
  await fresh.db.insert(storeSettings).values({ name: 'counter', value: { offlineHandOver: true } });
  invalidateSettings();
  jar = await aProduct(fresh.db, { onHand: 500, limitMg: JAR_MG });
});
afterEach(async () => {
  expect(await checkInvariants(fresh.db)).toEqual([]);
});

let last = 0;
/** A passport that no one has shown before. */
function aPassport() {
  last += 1;
  const shown = { idKind: 'passport', idIssuer: 'United States' } as const;
  return {
    ...shown,
    idNumber: `P 70${last} 442`,
    idExpiresOn: '2030-01-31',
    idBirthDate: '1995-06-15',
    nameMatches: true,
  };
}
type Id = ReturnType<typeof aPassport>;

/** An account's order, ready for pickup. */
async function ready(quantity: number): Promise<string> {
  const orderId = await anOrder(await aPerson(fresh.db), [[jar, quantity]]);
  await bringTo(staff, orderId, 'ready');
  return orderId;
}
async function pickUp(orderId: string, id: Id, now = NOW, leftAt: Temporal.Instant | null = null) {
  const { version } = await storedOrder(fresh.db, orderId);
  const checkedOfflineAt = leftAt && new Date(leftAt.epochMilliseconds);
  return handOverOrder(staff, orderId, { version, ...id, cashReceived: 500_000, checkedOfflineAt }, now);
}
async function started(quantity: number, id: Id, now = NOW) {
  const walkIn = await startWalkIn(other, { key: randomUUID(), ...id }, now);
  if (!walkIn.ok) throw new Error(walkIn.problem.kind);
  await setQuantity(other, walkIn.value.id, { productId: jar, quantity }, now);
  return { id: walkIn.value.id, expectedTotal: quantity * PRICE };
}
const walkIn = async (quantity: number, id: Id, now = NOW) =>
  placeWalkIn(other, await started(quantity, id, now), now);
const OVER_PICKUP = { problem: { kind: 'counter', limit: { kind: 'too-much', limit: 'flower' } } };
const OVER = { problem: { kind: 'over-limit' } };

test('a pickup and a walk-in with one passport are one day, in either order', async () => {
  const first = aPassport();
  expect(await pickUp(await ready(2), first)).toMatchObject({ ok: true });
  expect(await walkIn(1, first)).toMatchObject(OVER);
  const second = aPassport();
  expect(await walkIn(2, second)).toMatchObject({ ok: true });
  const order = await ready(1);
  expect(await pickUp(order, second)).toMatchObject(OVER_PICKUP);
  expect(
    await pickUp(order, { ...second, idNumber: second.idNumber.toLowerCase().replaceAll(' ', '-') }),
  ).toMatchObject(OVER_PICKUP);
  expect(await pickUp(order, aPassport())).toMatchObject({ ok: true });
});

test('on two registers at one moment the pickup or the walk-in leaves, and never both', async () => {
  for (let round = 0; round < 5; round += 1) {
    const id = aPassport();
    const [order, placed] = [await ready(1), await started(2, id)];
    const outcomes = await Promise.all([pickUp(order, id), placeWalkIn(other, placed, NOW)]);
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
  }
});

test('two accounts of one license that pick up at one moment, each with another passport, do not both leave', async () => {
  const [one, other] = [await aPerson(fresh.db), await aPerson(fresh.db)];
  const orders = [await anOrder(one, [[jar, 2]]), await anOrder(other, [[jar, 2]])];
  for (const order of orders) await bringTo(staff, order, 'ready');
  await fresh.db
    .update(customerProfiles)
    .set({ licenseIdHash: 'shared', licenseIdLast4: '0000', licenseVerified: true })
    .where(inArray(customerProfiles.userId, [one.userId, other.userId]));
  const { pressed } = await inTransaction(async (tx) => {
    await tx.select().from(productStock).where(eq(productStock.productId, jar)).for('no key update');
    const pressed = orders.map((order) => pickUp(order, aPassport()));
    await someoneWaitsForLock(fresh.db, 2);
    return { pressed };
  });
  const outcomes = await Promise.all(pressed);
  expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
});

test('an order that was reduced at the counter leaves room for what fits then', async () => {
  const id = aPassport();
  expect(await pickUp(await ready(1), id)).toMatchObject({ ok: true });
  const order = await ready(2);
  expect(await pickUp(order, id)).toMatchObject(OVER_PICKUP);
  expect(await edit(fresh.db, staff, order, { to: [[jar, 1]] })).toMatchObject({ ok: true });
  // What left its bag is taken out first.
  for (const { id: row } of await fresh.db.select().from(putBacks).where(isNull(putBacks.doneAt)))
    expect(await putBackUnits(staff, row, NOW, order)).toMatchObject({ ok: true });
  expect(await pickUp(order, id)).toMatchObject({ ok: true });
  expect(await walkIn(1, id)).toMatchObject(OVER);
});

test('a refund leaves room only for the units that came back', async () => {
  const id = aPassport();
  const order = await ready(2);
  expect(await pickUp(order, id)).toMatchObject({ ok: true });
  const refund = async (goods: 'kept' | 'returned') => {
    const { version, items } = await storedOrder(fresh.db, order);
    const units = new Map([[items[0]?.id ?? '', 1]]);
    return recordRefund(admin, order, { units, goods, reason: 'Wrong jar', version }, NOW);
  };
  expect(await refund('kept')).toMatchObject({ ok: true });
  expect(await walkIn(1, id)).toMatchObject(OVER);
  expect(await refund('returned')).toMatchObject({ ok: true });
  expect(await walkIn(2, id)).toMatchObject(OVER);
  expect(await walkIn(1, id)).toMatchObject({ ok: true });
});

describe('over midnight', () => {
  const NOON = NOW.add({ hours: 24 });
  const evening = Temporal.Instant.from('2026-06-07T03:30:00Z');

  test('the limit of an ID begins again, and its hash of the day before is gone', async () => {
    const id = aPassport();
    expect(await pickUp(await ready(2), id)).toMatchObject({ ok: true });
    expect(await forgetIdsOfDay(Temporal.Instant.from('2026-06-07T03:59:59Z'))).toBe(0);
    expect(await forgetIdsOfDay(Temporal.Instant.from('2026-06-07T04:00:00Z'))).toBeGreaterThan(0);
    expect(await fresh.db.$count(walkInIds)).toBe(0);
    expect(await walkIn(2, id, NOON)).toMatchObject({ ok: true });
  });

  test('what left without a network yesterday and arrives today counts for yesterday', async () => {
    const id = aPassport();
    const [late, later] = [await ready(2), await ready(1)];
    expect(await walkIn(2, id, NOON)).toMatchObject({ ok: true });
    // It has nothing to do with what the ID takes home today.
    expect(await pickUp(late, id, NOON, evening)).toMatchObject({ ok: true });
    expect(await pickUp(later, id, NOON, evening)).toMatchObject(OVER_PICKUP);
    const next = aPassport();
    expect(await pickUp(await ready(2), next, NOON, evening)).toMatchObject({ ok: true });
    await forgetIdsOfDay(NOON);
    expect(await walkIn(2, next, NOON)).toMatchObject({ ok: true });
  });
});

describe('a hand-over that was refused when it arrived', () => {
  async function refuseOnArrival(orderId: string, id: Id, doneAt = NOW, now = NOW) {
    const actionId = randomUUID();
    const { version } = await storedOrder(fresh.db, orderId);
    const action = { id: actionId, orderNumber: orderId, kind: 'hand-over', version };
    const done = { ...action, doneAt: new Date(doneAt.epochMilliseconds) };
    const sent = { owed: PRICE, cashReceived: PRICE, idKind: id.idKind, issuer: id.idIssuer };
    const outcome = await recordRefusedHandOver(
      { ...staff, action: done },
      { ...sent, idNumber: id.idNumber, message: 'No.' },
      now,
    );
    expect(outcome).toMatchObject({ ok: true });
    return (await fresh.db.select().from(refusedHandOvers).where(eq(refusedHandOvers.id, actionId)))[0];
  }

  test('counts: the person has the goods', async () => {
    const id = aPassport();
    const order = await ready(2);
    await changeOrderStatus(admin, { orderId: order, to: 'cancelled', reason: 'Called', version: null }, NOW);
    await refuseOnArrival(order, id);
    expect(await walkIn(1, id)).toMatchObject(OVER);
    expect(await pickUp(await ready(1), id)).toMatchObject(OVER_PICKUP);
    expect(await walkIn(2, aPassport())).toMatchObject({ ok: true });
  });

  test('counts once when the same order is handed over again', async () => {
    const id = aPassport();
    const order = await ready(2);
    await refuseOnArrival(order, id);
    expect(await pickUp(order, id)).toMatchObject({ ok: true });
    expect(await walkIn(1, id)).toMatchObject(OVER);
  });

  test('of yesterday, and of an ID that could not be read, names no one', async () => {
    const id = aPassport();
    const order = await ready(2);
    expect(await refuseOnArrival(order, id, NOW, NOW.add({ hours: 24 }))).toMatchObject({ pickerId: null });
    const unread = await refuseOnArrival(await ready(1), { ...id, idNumber: '' });
    expect(unread).toMatchObject({ pickerId: null });
    expect(await walkIn(2, id)).toMatchObject({ ok: true });
  });
});

test('no table has the number of an ID', async () => {
  const id = { ...aPassport(), idNumber: 'P 9137 66 204' };
  expect(await pickUp(await ready(1), id)).toMatchObject({ ok: true });
  expect(await walkIn(1, id)).toMatchObject({ ok: true });
  const { rows } = await fresh.db.execute<{ name: string }>(sql`
    select quote_ident(relname) as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`);
  expect(rows.length).toBeGreaterThan(50);
  for (const { name } of rows) {
    const found = await fresh.db.execute<{ count: string }>(
      sql.raw(
        `select count(*) from ${name} as each where regexp_replace(each::text, '[ -]', '', 'g') ilike '%P913766204%'`,
      ),
    );
    expect(found.rows[0]?.count, name).toBe('0');
  }
});
