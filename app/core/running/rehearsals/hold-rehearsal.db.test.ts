/** A rehearsal, from a reservation to a hand-over, leaves every row of the shop as it was. */
import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { openShop } from '#core/ground/settings/open-shop.server.ts';
import { invalidateSettings } from '#core/ground/settings/settings-queries.server.ts';
import { openDrawer } from '#core/sales/cash-desk/open-drawer.server.ts';
import { notifyOfOrder } from '#core/sales/orders/emails/order-notifications.server.tsx';
import { handOverOrder } from '#core/sales/orders/hand-over/hand-over-order.server.ts';
import { auditLog } from '#db/schema/audit.ts';
import { events } from '#db/schema/events.ts';
import { users } from '#db/schema/identity.ts';
import { mailMessages } from '#db/schema/mail.ts';
import { orders } from '#db/schema/orders.ts';
import { storeSettings } from '#db/schema/settings.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { type EveryRow, openEveryRow } from '#tests/support/every-row.ts';
import { aMug, anOrder, bringTo, NOW, openForOrders, storedOrder } from '#tests/support/orders.ts';
import { aPerson, signedIn } from '#tests/support/people.ts';
import { endOldRehearsal, endRehearsal, startRehearsal } from './hold-rehearsal.server.ts';
import { otherWorkWords } from './rehearsal.ts';
import { readOtherWorkOfRehearsal } from './rehearsals-queries.server.ts';

let fresh: FreshDatabase;
let everyRow: EveryRow;
let admin: SignedIn;
let mug: number;
const done = { ok: true, value: null };

beforeAll(async () => {
  fresh = await freshDatabase();
  await openForOrders(fresh.db);
  admin = await aPerson(fresh.db, { role: 'admin' });
  await signedIn(fresh.db, admin);
  mug = await aMug(fresh.db, { onHand: 10 });
  await setOpen(false);
  invalidateSettings();
  // The audit log has an entry more, and sign-ins are those of now.
  const apart = { audit_log: "action <> 'rehearsal.held'", sessions: 'false' };
  everyRow = await openEveryRow(fresh.url, apart);
});
afterAll(async () => {
  await everyRow?.stop();
  await fresh?.stop();
});
beforeEach(() => fresh.db.execute(sql`drop schema if exists rehearsal cascade`));

const setOpen = (isOpen: boolean) =>
  fresh.db.update(storeSettings).set({ value: { isOpen } }).where(eq(storeSettings.name, 'opening'));
/** With the positions of all sequences. */
async function rowsOfShop(): Promise<string> {
  const { rows } = await fresh.db.execute(
    sql`select sequencename, last_value from pg_sequences where schemaname = 'public' order by 1`,
  );
  return `${await everyRow.read()}\n${JSON.stringify(rows)}`;
}

/** Reserved, packed, handed over and paid. */
async function sell(): Promise<string> {
  const number = await anOrder(await aPerson(fresh.db), [[mug, 2]]);
  await bringTo(admin, number, 'ready');
  await openDrawer(admin, { key: randomUUID(), amount: 10_000, pieces: null }, NOW);
  const { version, total } = await storedOrder(fresh.db, number);
  const input = { version, key: randomUUID(), nameMatches: false, cashReceived: total } as never;
  expect(await handOverOrder(admin, number, input, NOW)).toMatchObject({ ok: true });
  return number;
}

test('an order from the reservation to the cash leaves no row, no unit and no number behind', async () => {
  const before = await rowsOfShop();
  for (const _ of [1, 2]) {
    expect(await startRehearsal(admin)).toEqual(done);
    expect(await sell()).toBe('ORD001');
    expect(await rowsOfShop()).not.toBe(before);
    expect(await endRehearsal(admin)).toEqual(done);
    expect(await rowsOfShop()).toBe(before);
  }
  const held = await fresh.db.select().from(auditLog).where(eq(auditLog.action, 'rehearsal.held'));
  expect(held).toMatchObject([1, 2].map(() => ({ actorName: admin.name, after: { orders: 1 } })));
});

test('mails about its orders say first that nothing was sold', async () => {
  const mailOf = async () => {
    const number = await anOrder(await aPerson(fresh.db), [[mug, 1]]);
    const { id } = await storedOrder(fresh.db, number);
    const [event] = await fresh.db.select({ id: events.id }).from(events).where(eq(events.subjectId, id));
    await notifyOfOrder(event?.id ?? '', id, 'order-placed', NOW);
    const [mail] = await fresh.db.select().from(mailMessages);
    return mail;
  };
  await startRehearsal(admin);
  const mail = await mailOf();
  expect(mail?.subject).toBe('Rehearsal: Order ORD001 is reserved');
  expect(mail?.text).toMatch(/^.*\n+This is a rehearsal\. Nothing was sold\.\n/);
  await endRehearsal(admin);
});

test('records are append-only again afterwards, and foreign keys and indexes are as before', async () => {
  const objects = () =>
    fresh.db.execute(sql`select indexdef as it from pg_indexes where schemaname = 'public'
      union all select pg_get_constraintdef(oid) from pg_constraint where connamespace = 'public'::regnamespace
      union all select tgname::text || tgenabled::text from pg_trigger where not tgisinternal order by 1`);
  const before = (await objects()).rows;
  await startRehearsal(admin);
  await endRehearsal(admin);
  expect((await objects()).rows).toEqual(before);
  await expect(fresh.db.execute(sql`delete from audit_log`)).rejects.toThrow();
});

test('it ends although a release has added a column and a table in the meantime', async () => {
  await startRehearsal(admin);
  await fresh.db.execute(sql`alter table products add column later integer not null default 7`);
  await fresh.db.execute(sql`create table later (id integer)`);
  expect(await endRehearsal(admin)).toEqual(done);
  expect((await fresh.db.execute(sql`select later from products`)).rows).toEqual([{ later: 7 }]);
  await fresh.db.execute(sql`alter table products drop column later`);
  await fresh.db.execute(sql`drop table later`);
});

test('who ends it stays signed in, and a person who came during it is gone', async () => {
  await startRehearsal(admin);
  const guest = await aPerson(fresh.db);
  await signedIn(fresh.db, guest);
  expect(await endRehearsal(admin)).toEqual(done);
  expect(await fresh.db.select().from(users).where(eq(users.id, guest.userId))).toEqual([]);
  expect(await startRehearsal(admin)).toEqual(done);
});

test('a rehearsal during which someone prepared the shop does not end by itself, and says what its end undoes', async () => {
  await startRehearsal(admin);
  expect(await readOtherWorkOfRehearsal()).toEqual([]);
  await sell();
  expect(await readOtherWorkOfRehearsal()).toEqual([]);
  await fresh.db
    .insert(auditLog)
    .values({ action: 'product.updated', subjectType: 'product', subjectId: String(mug) });
  expect(otherWorkWords(await readOtherWorkOfRehearsal())).toBe('1 change of products');
  await endOldRehearsal(new Date(Date.now() + 61 * 60_000));
  expect(await fresh.db.$count(orders)).toBe(1);
  expect(await endRehearsal(admin)).toEqual(done);
  expect(await fresh.db.$count(orders)).toBe(0);
});

test('a shop with a rehearsal does not open, and the rehearsal ends by itself after an hour', async () => {
  await startRehearsal(admin);
  expect(await openShop(admin)).toMatchObject({ ok: false, problem: expect.stringContaining('rehearsal') });
  const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000);
  await sell();
  await endOldRehearsal(inMinutes(59));
  expect(await fresh.db.$count(orders)).toBe(1);
  await endOldRehearsal(inMinutes(61));
  expect(await fresh.db.$count(orders)).toBe(0);
});

test('it is refused: twice, without one, to staff, in an open shop, and once there are orders', async () => {
  const refused = (kind: string) => ({ ok: false, problem: { kind } });
  expect(await endRehearsal(admin)).toEqual(refused('not-running'));
  await startRehearsal(admin);
  expect(await startRehearsal(admin)).toEqual(refused('running'));
  await endRehearsal(admin);
  expect(await startRehearsal(await aPerson(fresh.db, { role: 'staff' }))).toEqual(refused('not-allowed'));
  await setOpen(true);
  expect(await startRehearsal(admin)).toEqual(refused('open'));
  await setOpen(false);
  await anOrder(await aPerson(fresh.db), [[mug, 1]]);
  expect(await startRehearsal(admin)).toEqual(refused('has-orders'));
});
