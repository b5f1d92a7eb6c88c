/**
 * Downloading and deleting an account: what the file contains, what is deleted, what stays and under
 * whose name.
 */
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { and, eq, sql } from 'drizzle-orm';
import { strFromU8, unzipSync } from 'fflate';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { encryptLicense } from '#core/accounts/customers/encrypt-license.server.ts';
import { savePhoto } from '#core/accounts/customers/save-photo.server.ts';
import { CLIENT_ADDRESS_HEADER } from '#core/accounts/identity/sessions/client-address.server.ts';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { cancelOrder } from '#core/sales/orders/cancel-order.server.ts';
import {
  notifyOfOrder,
  notifyOfReservation,
  resendOrderNotification,
} from '#core/sales/orders/emails/order-notifications.server.tsx';
import { handOverOrder } from '#core/sales/orders/hand-over/hand-over-order.server.ts';
import { userActivity } from '#db/schema/activity.ts';
import { auditLog } from '#db/schema/audit.ts';
import { customerPhotos, customerProfiles } from '#db/schema/customers.ts';
import { events } from '#db/schema/events.ts';
import { accounts, authenticators, sessions, userRoles, users } from '#db/schema/identity.ts';
import { mailMessages } from '#db/schema/mail.ts';
import { deliveries, notifications, userPreferences } from '#db/schema/notifications.ts';
import { orders, pickupReservations, refunds } from '#db/schema/orders.ts';
import { stockLedger } from '#db/schema/stock.ts';
import { folderStore, openFiles } from '#platform/files/files.ts';
import { zipBytes } from '#platform/files/zip.ts';
import { openKeyring } from '#platform/secrets/keyring.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { aMug, anOrder, bringTo, NOW, openForOrders, storedOrder } from '#tests/support/orders.ts';
import { aPerson } from '#tests/support/people.ts';
import { deleteAccount } from './delete-account.server.tsx';
import { downloadData } from './download-data.server.ts';
import { personTables } from './person-tables.ts';

let opened: FreshDatabase;
let folder: string;
let mug: number;
let staff: SignedIn;
const db = () => opened.db;

beforeAll(async () => {
  opened = await freshDatabase();
  folder = mkdtempSync(join(tmpdir(), 'farmgate-account-data-'));
  openFiles(folderStore(folder));
  openKeyring(null);
  await openForOrders(db());
  mug = await aMug(db(), { onHand: 500 });
  staff = await aPerson(db(), { role: 'staff' });
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await opened.stop();
});

const request = new Request('http://localhost:3000/your-data/download', {
  headers: { [CLIENT_ADDRESS_HEADER]: '198.51.100.7' },
});
const filesOnDisk = () =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    statSync(join(folder, name)).isFile(),
  );

/** A signed-in person with some data of every kind; their order is completed unless `completed` is false. */
async function aFullLife(email: string, { completed = true, name = 'Wren Hale' } = {}) {
  const person = await aPerson(db(), { email, name });
  const { userId } = person;
  const actor = person;
  await db()
    .update(sessions)
    .set({ token: `token-of-${email}` })
    .where(eq(sessions.userId, userId));
  await db()
    .update(customerProfiles)
    .set({ ...encryptLicense('NY-1234567', userId), phone: '(607) 555-0199', isVerifiedOver21: true })
    .where(eq(customerProfiles.userId, userId));
  await db()
    .insert(accounts)
    .values({ userId, accountId: userId, providerId: 'credential', password: 'secret-hash' });
  await db().insert(authenticators).values({ userId, secret: 'secret-of-app', lastStep: 0 });
  await db().insert(userPreferences).values({ userId, promotional: true });
  await db()
    .insert(userActivity)
    .values({ userId, activityType: 'login', description: 'Signed in with Firefox' });
  await db().insert(notifications).values({ userId, type: 'order', title: 'Order ready', message: 'Come' });
  await db()
    .insert(mailMessages)
    .values({
      dedupeKey: `test:${email}`,
      recipient: email,
      subject: 'Your order',
      html: 'h',
      text: 't',
      status: 'sent',
    });
  const bytes = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#123456' } })
    .jpeg()
    .toBuffer();
  const photo = await savePhoto(actor, 'profile', { bytes, contentType: 'image/jpeg' });
  if (!photo.ok) throw new Error(photo.problem.kind);
  const order = await anOrder(actor, [[mug, 2]]);
  await db()
    .update(orders)
    .set({
      note: 'Wren likes blue',
      birthDate: '1995-06-15',
      customerNote: 'Ring twice for Wren',
      pickupName: 'Juniper Vale',
    })
    .where(eq(orders.orderId, order));
  if (completed) {
    await bringTo(staff, order, 'ready');
    const { version } = await storedOrder(db(), order);
    const nothing = { idIssuer: '', idExpiresOn: '', idBirthDate: '', nameMatches: false };
    const handed = await handOverOrder(staff, order, { version, ...nothing, cashReceived: 100_000 }, NOW);
    if (!handed.ok) throw new Error(handed.problem.kind);
  }
  return { actor, order, photo: bytes };
}

async function unzipped(actor: SignedIn): Promise<Record<string, Uint8Array>> {
  const outcome = await downloadData(request, actor, '2026-11-21');
  if (!outcome.ok) throw new Error(outcome.problem.kind);
  const parts: Uint8Array[] = [];
  for await (const part of zipBytes(outcome.value)) parts.push(part);
  return unzipSync(Buffer.concat(parts));
}

describe('the download of an account', () => {
  test('contains all data of the person, no secrets and no data of other people', async () => {
    const { actor, order, photo } = await aFullLife('all@example.com');
    await aFullLife('other@example.com');
    const { id, items } = await storedOrder(db(), order);
    const part = { itemId: items[0]?.id ?? '', productId: mug, name: 'Mug', taxParts: [] };
    await db()
      .insert(refunds)
      .values({
        orderId: id,
        amount: 250,
        tax: 27,
        lines: [{ ...part, quantity: 0, amount: 223, tax: 27 }],
        goods: 'kept',
        reason: 'Between us',
        refundedBy: actor.userId,
        refundedByName: 'Staff',
      });
    const files = await unzipped(actor);
    const list = (name: string) =>
      JSON.parse(strFromU8(files[name] ?? new Uint8Array())) as Record<string, unknown>[];

    const promised = Object.values(personTables).flatMap(({ download }) =>
      'file' in download ? [`${download.file}.json`] : [],
    );
    expect(Object.keys(files)).toEqual(
      expect.arrayContaining([...promised, 'README.txt', 'account.json', 'mail.json', 'photos/profile.jpg']),
    );
    expect(list('account.json')).toMatchObject([{ email: 'all@example.com', name: 'Wren Hale' }]);
    expect(list('profile.json')).toMatchObject([{ phone: '(607) 555-0199', license_id: 'NY1234567' }]);
    expect(list('orders.json')).toMatchObject([
      {
        order_id: order,
        items: [{ product_id: mug, quantity: 2 }],
        refunds: [{ amount: 250, tax: 27 }],
        customer_note: 'Ring twice for Wren',
        pickup_name: 'Juniper Vale',
      },
    ]);
    expect(list('reservations.json')).toHaveLength(1);
    expect(list('preferences.json')).toMatchObject([{ promotional: true }]);
    expect(list('activity.json').map(({ description }) => description)).toEqual(
      expect.arrayContaining(['Signed in with Firefox', 'Your data was downloaded']),
    );
    expect(list('notifications.json')[0]).toMatchObject({ title: 'Order ready' });
    expect(list('sessions.json')).toHaveLength(1);
    expect(list('mail.json').map(({ subject }) => subject)).toContain('Your order');
    expect(list('passkeys.json')).toEqual([]);
    expect(Buffer.from(files['photos/profile.jpg'] ?? []).equals(photo)).toBe(true);

    const page = strFromU8(files['orders.html'] ?? new Uint8Array());
    expect(page).toContain(`<h2>${order}</h2>`);
    expect(page).toContain('Your note: Ring twice for Wren');
    expect(page).toMatch(/<td>Total<\/td><td><\/td><td><\/td><td>\$\d+\.\d\d<\/td>/);
    expect(page).toMatch(/Refunded [^<]+, part of the price<\/td><td><\/td><td><\/td><td>-\$2\.50</);
    const readMe = strFromU8(files['README.txt'] ?? new Uint8Array());
    for (const name of Object.keys(files).filter((each) => !/README|photos\//.test(each)))
      expect(readMe).toContain(name);

    const everything = Object.values(files)
      .map((bytes) => strFromU8(bytes))
      .join();
    for (const secret of [
      'token-of-',
      'secret-hash',
      'secret-of-app',
      'k1.',
      'Wren likes blue',
      'Between us',
      'other@example.com',
      ...['unit_cost', 'packer', 'drawer', 'paid_by'],
    ])
      expect(everything).not.toContain(secret);
  });

  test('contains every row, however many there are', async () => {
    const { actor } = await aFullLife('many@example.com');
    await db().execute(sql`
      insert into user_activity (user_id, activity_type, description)
      select ${actor.userId}, 'login', 'Visit ' || n from generate_series(1, 1234) n`);
    const files = await unzipped(actor);
    const rows = JSON.parse(strFromU8(files['activity.json'] ?? new Uint8Array())) as {
      description: string;
    }[];
    expect(
      new Set(rows.map(({ description }) => description).filter((text) => text.startsWith('Visit'))).size,
    ).toBe(1234);
  });

  test('requires a recent sign-in and is limited to a few an hour', async () => {
    const { actor } = await aFullLife('often@example.com');
    const kinds: string[] = [];
    for (let count = 0; count < 6; count++) {
      const outcome = await downloadData(request, actor, '2026-11-21');
      kinds.push(outcome.ok ? 'ok' : outcome.problem.kind);
    }
    expect(kinds).toEqual(['ok', 'ok', 'ok', 'ok', 'ok', 'too-many-attempts']);
    await db()
      .update(sessions)
      .set({ confirmedAt: new Date(0) })
      .where(eq(sessions.userId, actor.userId));
    expect(await downloadData(request, actor, '2026-11-21')).toMatchObject({
      problem: { kind: 'sign-in-too-old' },
    });
  });
});

describe('deleting an account', () => {
  test('removes all personal data and leaves only anonymous records of sales', async () => {
    const before = filesOnDisk().length;
    const { actor, order } = await aFullLife('gone@example.com', { name: 'Juniper Goneaway' });
    const { userId } = actor;
    expect(filesOnDisk()).toHaveLength(before + 1);
    const ledger = await db().select().from(stockLedger).orderBy(stockLedger.id);
    const audit = await db().select().from(auditLog).orderBy(auditLog.id);
    const [sale] = await db().select().from(orders).where(eq(orders.orderId, order));

    expect(await deleteAccount(actor)).toEqual({ ok: true, value: null });

    expect(await db().select().from(users).where(eq(users.id, userId))).toEqual([]);
    for (const reference of Object.keys(personTables)) {
      const [table = '', column = ''] = reference.split('.');
      const { rows } = await db().execute(
        sql`select 1 from ${sql.identifier(table)} where ${sql.identifier(column)} = ${userId}`,
      );
      expect(rows, reference).toEqual([]);
    }
    expect(filesOnDisk()).toHaveLength(before);
    expect(await db().select().from(customerPhotos).where(sql`user_id is null`)).toEqual([]);

    const [kept] = await db().select().from(orders).where(eq(orders.orderId, order));
    expect(kept).toMatchObject({
      total: sale?.total,
      taxParts: sale?.taxParts,
      completedAt: sale?.completedAt,
      userName: 'Deleted customer',
      birthDate: null,
      note: '',
      customerNote: null,
      pickupName: null,
    });
    expect(kept?.userEmail).toMatch(/@deleted\.invalid$/);
    expect(
      await db()
        .select()
        .from(pickupReservations)
        .where(eq(pickupReservations.userId, kept?.userId ?? '')),
    ).toHaveLength(1);
    const [profile] = await db()
      .select()
      .from(customerProfiles)
      .where(eq(customerProfiles.userId, kept?.userId ?? ''));
    expect(profile).toMatchObject({
      status: 'closed',
      isVerifiedOver21: true,
      phone: null,
      birthDate: null,
      licenseIdEncrypted: null,
      licenseIdHash: null,
    });

    expect(await db().select().from(stockLedger).orderBy(stockLedger.id)).toEqual(ledger);
    const after = await db().select().from(auditLog).orderBy(auditLog.id);
    expect(after.slice(0, audit.length)).toEqual(audit);
    expect(after.slice(audit.length)).toMatchObject([
      { action: 'account.deleted', subjectId: userId, actorName: null },
    ]);

    // The database contains nothing of the person except the farewell mail.
    expect(await tablesWith('Goneaway', 'gone@example.com')).toEqual(['mail_messages']);
    const mails = await db()
      .select()
      .from(mailMessages)
      .where(eq(mailMessages.recipient, 'gone@example.com'));
    expect(mails.map(({ subject }) => subject)).toEqual(['Your account is deleted']);
  });

  test('stops pending notifications: nothing goes to the deleted address, on any channel', async () => {
    const { actor, order } = await aFullLife('quiet@example.com');
    const { id } = await storedOrder(db(), order);
    const [reservation] = await db()
      .select({ id: pickupReservations.id })
      .from(pickupReservations)
      .where(eq(pickupReservations.userId, actor.userId));
    const queued = await db()
      .insert(events)
      .values([1, 2, 3].map(() => ({ kind: 'order-ready', subjectId: id })))
      .returning({ id: events.id });
    expect((await deleteAccount(actor)).ok).toBe(true);
    const before = await db().select({ id: deliveries.id }).from(deliveries);
    const [ready, again, made] = queued.map((event) => event.id);
    await notifyOfOrder(ready ?? '', id, 'order-completed');
    await resendOrderNotification(again ?? '', id, 'order-completed');
    await notifyOfReservation(made ?? '', reservation?.id ?? '', 'made');
    const mail = await db().select({ recipient: mailMessages.recipient }).from(mailMessages);
    expect(mail.filter(({ recipient }) => recipient.includes('deleted.invalid'))).toEqual([]);
    expect(await db().select({ id: deliveries.id }).from(deliveries)).toEqual(before);
  });

  test('removes mail sent to an earlier address of the account', async () => {
    const { actor, order } = await aFullLife('earlier@example.com', { name: 'Juniper Earlier' });
    const { id } = await storedOrder(db(), order);
    const [placed] = await db()
      .select({ id: events.id })
      .from(events)
      .where(and(eq(events.subjectId, id), eq(events.kind, 'order-placed')));
    await notifyOfOrder(placed?.id ?? '', id, 'order-placed');
    expect(await tablesWith('Juniper Earlier', 'earlier@example.com')).toContain('mail_messages');
    await db().update(users).set({ email: 'later@example.com' }).where(eq(users.id, actor.userId));
    await db().delete(mailMessages).where(sql`dedupe_key = 'test:earlier@example.com'`);
    expect((await deleteAccount({ ...actor, email: 'later@example.com', name: 'J.' })).ok).toBe(true);
    expect(await tablesWith('Juniper Earlier', 'earlier@example.com')).toEqual([]);
  });

  test('runs once when it is submitted several times at once, and no submission is an error', async () => {
    const { actor } = await aFullLife('twice@example.com');
    const presses = await Promise.all(Array.from({ length: 4 }, () => deleteAccount(actor)));
    expect(presses.filter(({ ok }) => ok).length).toBeGreaterThan(0);
    for (const press of presses) if (!press.ok) expect(press.problem.kind).toBe('sign-in-too-old');
    const mails = await db()
      .select()
      .from(mailMessages)
      .where(eq(mailMessages.recipient, 'twice@example.com'));
    expect(mails).toHaveLength(1);
  });

  test('frees the address for a new account', async () => {
    const { actor } = await aFullLife('again@example.com');
    await deleteAccount(actor);
    const renewed = await aPerson(db(), { email: 'Again@example.com' });
    expect(renewed.userId).not.toBe(actor.userId);
    expect(await db().select().from(orders).where(eq(orders.userId, renewed.userId))).toEqual([]);
  });

  test('is refused while an order is open, and works once the order is canceled', async () => {
    const { actor, order } = await aFullLife('open@example.com', { completed: false });
    expect(await deleteAccount(actor)).toEqual({
      ok: false,
      problem: { kind: 'open-orders', orders: [order], reservations: 0 },
    });
    expect(await db().select().from(users).where(eq(users.id, actor.userId))).toHaveLength(1);
    expect((await cancelOrder(actor, order, NOW)).ok).toBe(true);
    expect((await deleteAccount(actor)).ok).toBe(true);
  });

  test('is refused to staff and admins until they lose their role', async () => {
    for (const role of ['staff', 'admin'] as const) {
      const { actor } = await aFullLife(`${role}@example.com`);
      await db().insert(userRoles).values({ userId: actor.userId, role });
      // Even when the page was opened before the role was given.
      expect(await deleteAccount(actor)).toEqual({ ok: false, problem: { kind: 'works-here' } });
      await db().update(userRoles).set({ role: 'user' }).where(eq(userRoles.userId, actor.userId));
      expect((await deleteAccount(actor)).ok).toBe(true);
    }
  });

  test('requires a recent sign-in', async () => {
    const { actor } = await aFullLife('stale@example.com');
    await db()
      .update(sessions)
      .set({ confirmedAt: new Date(0) })
      .where(eq(sessions.userId, actor.userId));
    expect(await deleteAccount(actor)).toEqual({ ok: false, problem: { kind: 'sign-in-too-old' } });
  });

  test('and an order at the same moment: either the account is deleted or the order is placed, never both', async () => {
    const { actor } = await aFullLife('race@example.com');
    const [deleted, ordered] = await Promise.allSettled([deleteAccount(actor), anOrder(actor, [[mug, 1]])]);
    const isGone = (await db().select().from(users).where(eq(users.id, actor.userId))).length === 0;
    expect(isGone).toBe(deleted.status === 'fulfilled' && deleted.value.ok);
    expect(isGone).toBe(ordered.status === 'rejected');
  });
});

/** Tables with a row that contains one of these words, searched as text. */
async function tablesWith(...words: string[]): Promise<string[]> {
  const { rows } = await db().execute<{ name: string }>(
    sql`select table_name as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`,
  );
  const found: string[] = [];
  for (const { name } of rows) {
    const hits = await db().execute(
      sql`select 1 from ${sql.identifier(name)} t where ${sql.join(
        words.map((word) => sql`t::text ilike ${`%${word}%`}`),
        sql` or `,
      )} limit 1`,
    );
    if (hits.rows.length > 0) found.push(name);
  }
  return found;
}
