/** Lists of people, bans and notes, as staff use them. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { setLoyaltyPoints } from '#core/accounts/customers/change-customer-facts.server.ts';
import { encryptLicense } from '#core/accounts/customers/encrypt-license.server.ts';
import { changeRole } from '#core/accounts/identity/staff/change-role.server.ts';
import { guest, type SignedIn } from '#core/ground/access/actor.ts';
import { recordActivity } from '#core/ground/activity/record-activity.server.ts';
import { banCustomer, endBan } from '#core/sales/bans/ban-customer.server.ts';
import { database } from '#db/client.ts';
import { auditLog } from '#db/schema/audit.ts';
import { customerNotes, customerProfiles } from '#db/schema/customers.ts';
import { sessions, userRoles } from '#db/schema/identity.ts';
import { orders, pickupReservations } from '#db/schema/orders.ts';
import { readCustomer } from '#office/customers/customer-queries.server.ts';
import { userList } from '#office/users/user-list.ts';
import { readUserDetails, readUsers } from '#office/users/users-queries.server.ts';
import { openKeyring } from '#platform/secrets/keyring.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { checkInvariants } from '#tests/support/invariants.ts';
import { anOrder, openForOrders } from '#tests/support/orders.ts';
import { aPerson, aProduct, signedIn } from '#tests/support/people.ts';
import { addNote } from './add-note.server.ts';
import { customerList } from './customer-list.ts';
import { readCustomers } from './customers-queries.server.ts';
import { exportCustomers, splitName } from './export-customers.server.ts';

const ZONE = 'America/New_York';
let fresh: FreshDatabase;
let admin: SignedIn;
let staff: SignedIn;
beforeAll(async () => {
  fresh = await freshDatabase();
  openKeyring(null);
  await openForOrders(fresh.db);
  admin = await aPerson(fresh.db, { role: 'admin', name: 'Ada Owner' });
  staff = await aPerson(fresh.db, { role: 'staff', name: 'Sam Ostrander' });
});
afterAll(() => fresh.stop());

const set = (of: SignedIn, values: Partial<typeof customerProfiles.$inferInsert>) =>
  fresh.db.update(customerProfiles).set(values).where(eq(customerProfiles.userId, of.userId));
const customers = async (query: string, actor = staff) =>
  readCustomers(actor, customerList.parse(new URLSearchParams(query)), ZONE);
const usersAt = async (query: string, actor = admin) =>
  readUsers(actor, userList.parse(new URLSearchParams(query)), ZONE);

describe('the list of customers', () => {
  test('is searched by name, email and phone, filtered, sorted, and pages through all customers once', async () => {
    const mark = crypto.randomUUID().slice(0, 8);
    const people: SignedIn[] = [];
    for (let index = 0; index < 60; index++) {
      const name = `Zed${mark} ${String(index).padStart(2, '0')}`;
      people.push(await aPerson(fresh.db, { name, email: `${mark}.${index}_%@example.com` }));
    }
    const [one, two, three] = people as [SignedIn, SignedIn, SignedIn];
    await set(one, { phone: '(607) 555-0199', city: 'Hancock', state: 'NY', loyaltyPoints: 1250 });
    await set(two, { isBanned: true });
    await set(three, { isVerifiedOver21: false });

    const seen: string[] = [];
    let page = await customers(`find=zed${mark}&sort=name`);
    expect(page?.counted).toBe(60);
    for (;;) {
      seen.push(...(page?.rows.map(({ name }) => name) ?? []));
      if (!page?.next) break;
      const state = customerList.parse(new URLSearchParams(`find=zed${mark}&sort=name`));
      page = await customers(customerList.query(state, { position: page.next }));
    }
    expect(seen).toEqual(people.map(({ name }) => name));

    const names = async (query: string) => (await customers(query))?.rows.map(({ name }) => name);
    expect(await names(`find=${mark}.7_`)).toEqual([people[7]?.name]);
    expect(await names(`find=${mark}.7x`)).toEqual([]);
    expect(await names('find=607.555.0199')).toEqual([one.name]);
    expect(await names(`find=zed${mark}&banned=yes`)).toEqual([two.name]);
    expect(await names(`find=zed${mark}&verified=no`)).toEqual([three.name]);
    const [row] = (await customers('find=5550199'))?.rows ?? [];
    expect(row).toMatchObject({ phone: '•••99', place: 'Hancock, NY', points: 1250 });
    for (const actor of [guest, one, { ...staff, isBanned: true }])
      expect(await customers('', actor as SignedIn)).toBeNull();
  });

  test('contains no staff, and staff who leave are customers again', async () => {
    const mark = crypto.randomUUID().slice(0, 8);
    const buyer = await aPerson(fresh.db, { name: `Bea ${mark}` });
    const seller = await aPerson(fresh.db, { name: `Sol ${mark}`, role: 'staff' });
    const found = async () => (await customers(`find=${mark}&sort=name`))?.rows.map(({ name }) => name);
    expect(await found()).toEqual([buyer.name]);
    expect((await usersAt(`find=${mark}`))?.rows).toHaveLength(2);
    await changeRole(admin, { userId: seller.userId, role: 'user', from: 'staff' });
    expect(await found()).toEqual([buyer.name, seller.name]);
  });

  test('can be exported only by admins, with an audit entry', async () => {
    await aPerson(fresh.db, { name: 'Kim Ostrander' });
    // The staff member with that name is not a customer.
    const state = customerList.parse(new URLSearchParams('find=ostrander'));
    expect(await exportCustomers(staff, state, ZONE)).toEqual({
      ok: false,
      problem: { kind: 'not-allowed' },
    });
    const exported = await exportCustomers(admin, state, ZONE);
    const rows: object[] = [];
    if (exported.ok) for await (const row of exported.value) rows.push(row);
    const created_at = expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
    expect(rows).toMatchObject([{ first_name: 'Kim', last_name: 'Ostrander', is_banned: 'no', created_at }]);
    const [entry] = await fresh.db.select().from(auditLog).where(eq(auditLog.action, 'customers.exported'));
    expect(entry).toMatchObject({ actorName: 'Ada Owner', after: { filters: { find: 'ostrander' } } });
  });

  test.each([
    ['Ana María Ruiz', ['Ana María', 'Ruiz']],
    ['Cher', ['Cher', '']],
  ])('splits the name %s at its last space', (name, parts) => expect(splitName(name)).toEqual(parts));
});

describe('the list of users', () => {
  test('shows roles, licenses and the real last activity', async () => {
    const robin = await aPerson(fresh.db, { name: 'Robin Users' });
    await fresh.db.delete(sessions).where(eq(sessions.userId, robin.userId));
    const find = 'find=robin+users';
    expect((await usersAt(find))?.rows).toMatchObject([
      { role: 'user', license: 'Not provided', lastActivity: 'Never' },
    ]);
    await set(robin, {
      ...encryptLicense('A-1', robin.userId),
      lastActiveAt: new Date('2026-03-04T15:00:00Z'),
    });
    expect((await usersAt(find))?.rows).toMatchObject([
      { license: 'Pending', canVerify: true, lastActivity: 'Mar 4, 2026 10:00 AM' },
    ]);
    await set(robin, { isVerifiedOver21: false });
    expect((await usersAt(`${find}&license=rejected`))?.rows).toMatchObject([
      { license: 'Rejected', canVerify: false },
    ]);
    expect((await usersAt(`${find}&license=pending`))?.rows).toEqual([]);
    await set(robin, { isVerifiedOver21: null });
    await signedIn(fresh.db, robin);
    await fresh.db
      .update(sessions)
      .set({ updatedAt: new Date('2026-03-05T15:00:00Z') })
      .where(eq(sessions.userId, robin.userId));
    await set(robin, { licenseVerified: true });
    expect((await usersAt(find))?.rows).toMatchObject([
      { license: 'Verified', lastActivity: 'Mar 5, 2026 10:00 AM' },
    ]);
    const names = async (query: string) => (await usersAt(query))?.rows.map(({ name }) => name);
    expect(await names('role=admin')).toEqual(['Ada Owner']);
    expect(await names('role=staff')).toEqual(['Sam Ostrander']);
    expect(await names(`${find}&role=user`)).toEqual(['Robin Users']);
    // A row with the role 'user' equals no row.
    await fresh.db.insert(userRoles).values({ userId: robin.userId, role: 'user' });
    expect(await names(`${find}&role=user`)).toEqual(['Robin Users']);
    expect(await names(`${find}&license=verified`)).toEqual(['Robin Users']);
    expect(await names(`${find}&license=pending`)).toEqual([]);
    expect(await names(`${find}&license=none`)).toEqual([]);
    expect(await usersAt('', staff)).toBeNull();
  });

  test('shows a person’s ten latest activities, newest first', async () => {
    const robin = await aPerson(fresh.db);
    for (let index = 0; index < 12; index++)
      await database().transaction((tx) =>
        recordActivity(tx, { userId: robin.userId, type: 'login', description: `Sign-in ${index}` }),
      );
    const details = await readUserDetails(admin, robin.userId, ZONE);
    expect(details?.activity.map(({ description }) => description)).toEqual(
      Array.from({ length: 10 }, (_, index) => `Sign-in ${11 - index}`),
    );
    expect(await readUserDetails(staff, robin.userId, ZONE)).toBeNull();
    expect(await readUserDetails(admin, 'nobody', ZONE)).toBeNull();
  });
});

describe('a ban of a customer', () => {
  const reserved = async (robin: SignedIn) => {
    const productId = await aProduct(fresh.db);
    const number = await anOrder(robin, [[productId, 2]]);
    return { productId, number };
  };
  const orderStatus = async (number: string) => {
    const [row] = await fresh.db.select().from(orders).where(eq(orders.orderId, number));
    return row?.status;
  };

  test('ends every session, cancels open orders if requested, and releases the units', async () => {
    const robin = await aPerson(fresh.db);
    const { number } = await reserved(robin);
    await signedIn(fresh.db, robin);
    const input = { reason: 'Bought for a minor', openOrders: 'cancel' } as const;
    expect(await banCustomer(admin, robin.userId, input)).toEqual({
      ok: true,
      value: { cancelled: 1, left: 0 },
    });
    expect(await orderStatus(number)).toBe('cancelled');
    expect(await fresh.db.select().from(sessions).where(eq(sessions.userId, robin.userId))).toEqual([]);
    expect(await readCustomer(staff, robin.userId)).toMatchObject({
      isBanned: true,
      banReason: 'Bought for a minor',
      bans: [{ what: 'Banned', who: 'Ada Owner', reason: 'Bought for a minor' }],
    });
    expect(await banCustomer(admin, robin.userId, input)).toMatchObject({
      problem: { kind: 'already-banned' },
    });
    expect(await endBan(admin, robin.userId, 'Talked to them')).toEqual({ ok: true, value: null });
    expect(await endBan(admin, robin.userId, 'Again')).toMatchObject({ problem: { kind: 'not-banned' } });
    const after = await readCustomer(staff, robin.userId);
    expect(after).toMatchObject({ isBanned: false, banReason: null });
    expect(after?.bans.map(({ what }) => what)).toEqual(['Ban ended', 'Banned']);
    expect(await checkInvariants(fresh.db)).toEqual([]);
  });

  test('leaves open orders and reservations if requested', async () => {
    const robin = await aPerson(fresh.db);
    const { number } = await reserved(robin);
    const input = { reason: 'Rude', openOrders: 'keep' } as const;
    expect(await banCustomer(admin, robin.userId, input)).toMatchObject({ value: { cancelled: 0, left: 1 } });
    expect(await orderStatus(number)).toBe('pending');
    const held = await fresh.db
      .select()
      .from(pickupReservations)
      .where(eq(pickupReservations.userId, robin.userId));
    expect(held.map(({ status }) => status)).toEqual(['reserved']);
  });

  test('is allowed only to admins, not on themselves and never on the last admin, even at the same moment', async () => {
    const robin = await aPerson(fresh.db);
    const input = { reason: 'x', openOrders: 'keep' } as const;
    for (const actor of [guest, robin, staff])
      expect(await banCustomer(actor, robin.userId, input)).toMatchObject({
        problem: { kind: 'not-allowed' },
      });
    expect(await banCustomer(admin, admin.userId, input)).toMatchObject({ problem: { kind: 'own' } });
    expect(await banCustomer(admin, crypto.randomUUID(), input)).toMatchObject({
      problem: { kind: 'not-found' },
    });
    const bea = await aPerson(fresh.db, { role: 'admin', name: 'Bea Second' });
    const cleo = await aPerson(fresh.db, { role: 'admin', name: 'Cleo Third' });
    const outcomes = await Promise.all([
      banCustomer(cleo, bea.userId, input),
      banCustomer(bea, cleo.userId, input),
    ]);
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
    await set(cleo, { isBanned: false });
    await set(bea, { isBanned: false });
  });
});

test('notes have author and time, newest first, and are read only by staff', async () => {
  const robin = await aPerson(fresh.db);
  expect(await addNote(robin, robin.userId, 'x')).toMatchObject({ problem: { kind: 'not-allowed' } });
  expect(await addNote(staff, crypto.randomUUID(), 'x')).toMatchObject({ problem: { kind: 'not-found' } });
  expect((await addNote(staff, robin.userId, 'Prefers the morning')).ok).toBe(true);
  expect((await addNote(admin, robin.userId, 'Called\nback')).ok).toBe(true);
  const view = await readCustomer(staff, robin.userId);
  expect(view?.notes.map(({ author, note }) => [author, note])).toEqual([
    ['Ada Owner', 'Called\nback'],
    ['Sam Ostrander', 'Prefers the morning'],
  ]);
  expect(await readCustomer(robin, robin.userId)).toBeNull();
  expect(await fresh.db.select().from(customerNotes)).toHaveLength(2);
});

test('points are set by admins with a reason, from the number shown on the page', async () => {
  const robin = await aPerson(fresh.db);
  const input = { from: 0, points: 120, reason: 'Harvest festival' };
  expect(await setLoyaltyPoints(staff, robin.userId, input)).toMatchObject({
    problem: { kind: 'not-allowed' },
  });
  expect((await setLoyaltyPoints(admin, robin.userId, input)).ok).toBe(true);
  expect(await setLoyaltyPoints(admin, robin.userId, { ...input, points: 5 })).toMatchObject({
    problem: { kind: 'changed' },
  });
  expect((await readCustomer(staff, robin.userId))?.points).toBe(120);
  const [entry] = await fresh.db.select().from(auditLog).where(eq(auditLog.subjectId, robin.userId));
  expect(entry).toMatchObject({ before: { loyaltyPoints: 0 }, after: { loyaltyPoints: 120 } });
});

test('identifying data of a customer is masked on their page', async () => {
  const robin = await aPerson(fresh.db);
  await set(robin, {
    phone: '(607) 555-0142',
    address: '12 Branch Road',
    ...encryptLicense('NY-123-4567', robin.userId),
  });
  const view = await readCustomer(staff, robin.userId);
  expect(view?.masked).toEqual({
    phone: '•••42',
    address: '•••ad',
    birthDate: '•••',
    licenseId: '••••4567',
  });
  expect(JSON.stringify(view)).not.toMatch(/1995-06|Branch Road|555-0142|NY1234567/);
});
