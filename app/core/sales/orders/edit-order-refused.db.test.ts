/** Tests that refused edits change nothing. */
import { eq } from 'drizzle-orm';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { guest, type SignedIn } from '#core/ground/access/actor.ts';
import { invalidateSettings } from '#core/ground/settings/settings-queries.server.ts';
import { products } from '#db/schema/catalogue.ts';
import { customerProfiles } from '#db/schema/customers.ts';
import { storeSettings } from '#db/schema/settings.ts';
import { freshShop } from '#tests/support/fresh-shop.ts';
import {
  aMug,
  anOrder,
  auditOf,
  edit as editAs,
  LATER_SLOT,
  NEXT_DAY_SLOT,
  NOW,
  SLOT,
  storedOrder,
  takenIn,
} from '#tests/support/orders.ts';
import { aPerson, aProduct } from '#tests/support/people.ts';
import { changeOrderStatus } from './change-order-status.server.ts';
import { editOrder } from './edit-order.server.ts';

const fresh = freshShop(afterEach);
let staff: SignedIn;

beforeAll(async () => {
  staff = await aPerson(fresh.db, { role: 'staff', name: 'Sam Counter' });
});

const edit = (orderId: string, wanted: Parameters<typeof editAs>[3] = {}) =>
  editAs(fresh.db, staff, orderId, wanted);
const refused = (problem: object) => ({ ok: false, problem });

describe('an edit is refused and changes nothing', () => {
  async function expectUntouched(orderId: string, attempt: () => Promise<unknown>, problem: object) {
    const before = await storedOrder(fresh.db, orderId);
    const audit = await auditOf(fresh.db, orderId);
    const slots = [await takenIn(fresh.db, SLOT), await takenIn(fresh.db, LATER_SLOT)];
    expect(await attempt()).toMatchObject(refused(problem));
    expect(await storedOrder(fresh.db, orderId)).toEqual(before);
    expect(await auditOf(fresh.db, orderId)).toEqual(audit);
    expect([await takenIn(fresh.db, SLOT), await takenIn(fresh.db, LATER_SLOT)]).toEqual(slots);
  }

  test('for people without permission, and for an unknown order', async () => {
    const customer = await aPerson(fresh.db);
    const orderId = await anOrder(customer, [[await aMug(fresh.db), 1]]);
    const wish = { version: 1, slotStartsAt: '', note: '', reason: 'x', lines: [] };
    for (const actor of [customer, guest])
      expect(await editOrder(actor, orderId, wish, { base: {}, mine: {} }, NOW)).toEqual(
        refused({ kind: 'not-allowed' }),
      );
    expect(await editOrder(staff, 'ORD999999', wish, { base: {}, mine: {} }, NOW)).toEqual(
      refused({ kind: 'not-found' }),
    );
  });

  test('after the order has ended', async () => {
    const mug = await aMug(fresh.db);
    const orderId = await anOrder(await aPerson(fresh.db), [[mug, 1]]);
    await changeOrderStatus(staff, { orderId, to: 'cancelled', reason: 'x', version: null }, NOW);
    await expectUntouched(orderId, () => edit(orderId, { to: [[mug, 2]] }), { kind: 'ended' });
  });

  test('without lines, and with more lines than an order can have', async () => {
    const mug = await aMug(fresh.db);
    const orderId = await anOrder(await aPerson(fresh.db), [[mug, 1]]);
    await expectUntouched(orderId, () => edit(orderId, { to: [] }), { kind: 'no-lines' });
    await expectUntouched(orderId, () => edit(orderId, { to: [[mug, 0]] }), { kind: 'no-lines' });
    const many = Array.from({ length: 51 }, (_, index) => [mug + index, 1] as const);
    await expectUntouched(orderId, () => edit(orderId, { to: many }), { kind: 'too-many-lines' });
  });

  test('for a product off the menu, unless the order already has it', async () => {
    const [mug, gone] = [await aMug(fresh.db), await aMug(fresh.db, { name: 'Gone' })];
    const orderId = await anOrder(await aPerson(fresh.db), [[gone, 1]]);
    await fresh.db.update(products).set({ forSale: false }).where(eq(products.id, gone));
    const other = await anOrder(await aPerson(fresh.db), [[mug, 1]]);
    const add = [
      [mug, 1],
      [gone, 1],
    ] as const;
    await expectUntouched(other, () => edit(other, { to: add }), { kind: 'not-on-menu', name: 'Gone' });
    const unknown = [
      [mug, 1],
      [2_000_000_000, 1],
    ] as const;
    await expectUntouched(other, () => edit(other, { to: unknown }), { kind: 'not-on-menu' });
    expect((await edit(orderId, { to: [[gone, 2]] })).ok).toBe(true);
  });

  test('for more units than are sellable on the pickup’s day', async () => {
    const mug = await aMug(fresh.db, { name: 'Mug', onHand: 3, expiresOn: '2026-06-06' });
    const orderId = await anOrder(await aPerson(fresh.db), [[mug, 1]]);
    await expectUntouched(orderId, () => edit(orderId, { to: [[mug, 4]] }), {
      kind: 'not-available',
      name: 'Mug',
      available: 3,
    });
    await expectUntouched(orderId, () => edit(orderId, { slotStartsAt: NEXT_DAY_SLOT }), {
      kind: 'not-available',
      available: 0,
    });
  });

  test('to a time that is not offered or is full', async () => {
    const mug = await aMug(fresh.db);
    const orderId = await anOrder(await aPerson(fresh.db), [[mug, 1]]);
    for (const slotStartsAt of [
      '2026-06-06T18:07:00.000Z',
      '2026-06-06T07:00:00.000Z',
      '2026-06-05T18:00:00.000Z',
      '2027-06-06T18:00:00.000Z',
      'tomorrow',
    ])
      await expectUntouched(orderId, () => edit(orderId, { slotStartsAt }), { kind: 'slot-not-open' });
    await fresh.db
      .update(storeSettings)
      .set({ value: { capacity: 1, horizonDays: 14 } })
      .where(eq(storeSettings.name, 'pickup'));
    invalidateSettings();
    const full = '2026-06-08T18:00:00.000Z';
    await anOrder(await aPerson(fresh.db), [[mug, 1]], full);
    await expectUntouched(orderId, () => edit(orderId, { slotStartsAt: full, to: [[mug, 2]] }), {
      kind: 'slot-full',
    });
    await fresh.db
      .update(storeSettings)
      .set({ value: { capacity: 1000, horizonDays: 14 } })
      .where(eq(storeSettings.name, 'pickup'));
    invalidateSettings();
  });

  test('for more restricted units if the age is rejected, unknown or too low, but not for fewer', async () => {
    const customer = await aPerson(fresh.db);
    const [flower, mug] = [await aProduct(fresh.db), await aMug(fresh.db)];
    const orderId = await anOrder(customer, [
      [flower, 2],
      [mug, 1],
    ]);
    const profile = (wanted: Partial<typeof customerProfiles.$inferInsert>) =>
      fresh.db.update(customerProfiles).set(wanted).where(eq(customerProfiles.userId, customer.userId));
    const more = [
      [flower, 3],
      [mug, 1],
    ] as const;
    await profile({ isVerifiedOver21: false });
    await expectUntouched(orderId, () => edit(orderId, { to: more }), { kind: 'rejected' });
    const moreMugs = [
      [flower, 1],
      [mug, 3],
    ] as const;
    expect((await edit(orderId, { to: moreMugs })).ok).toBe(true);
    await profile({ isVerifiedOver21: null, birthDate: '2005-06-07' });
    await expectUntouched(orderId, () => edit(orderId, { to: more }), { kind: 'under-age', minimum: 21 });
    await profile({ isBanned: true, birthDate: '1995-06-15' });
    await expectUntouched(orderId, () => edit(orderId, { to: more }), { kind: 'banned' });
    const unknown = await aPerson(fresh.db, { birthDate: null });
    const plain = await anOrder(unknown, [[mug, 1]]);
    await expectUntouched(plain, () => edit(plain, { to: more }), {
      kind: 'birth-date-missing',
      minimum: 21,
    });
  });

  test('over New York’s limits, counted with the customer’s other open orders', async () => {
    const customer = await aPerson(fresh.db);
    const flower = await aProduct(fresh.db, { onHand: 50, limitMg: 10_000 });
    await anOrder(customer, [[flower, 4]]);
    const orderId = await anOrder(customer, [[flower, 4]]);
    await expectUntouched(orderId, () => edit(orderId, { to: [[flower, 5]] }), {
      kind: 'over-limit',
      problem: { kind: 'too-much', limit: 'flower', wantedMg: 90_000 },
    });
  });
});
