/** Incidents: one for each problem, and one email to each admin when it begins and when it ends, however many instances look. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { asc, eq, inArray, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { cancelOrder } from '#core/sales/orders/cancel-order.server.ts';
import { backups } from '#db/schema/backups.ts';
import { events } from '#db/schema/events.ts';
import { users } from '#db/schema/identity.ts';
import { mailMessages } from '#db/schema/mail.ts';
import { notifications } from '#db/schema/notifications.ts';
import { errorSpans, incidents, recentErrors, shopInstances } from '#db/schema/operations.ts';
import type { WatchedPart } from '#kernel/statuses.ts';
import { readEnv } from '#platform/env.ts';
import { folderStore, openFiles } from '#platform/files/files.ts';
import { reactToEvent } from '#server/run/worker.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { aMug, anOrder, NOW, openForOrders } from '#tests/support/orders.ts';
import { aPerson } from '#tests/support/people.ts';
import { beat, thisInstance } from '../beat.server.ts';
import { problem, warning } from '../doctor/finding.ts';
import { CALM_MINUTES } from './incident.ts';
import { readShopWarnings } from './shop-warnings-queries.server.ts';
import { settle, watchShop } from './watch-shop.server.ts';
import { readWatched } from './watched-queries.server.ts';

let fresh: FreshDatabase;
let admins: SignedIn[];
beforeAll(async () => {
  fresh = await freshDatabase();
  openFiles(folderStore(mkdtempSync(join(tmpdir(), 'farmgate-files-'))));
  admins = [await aPerson(fresh.db, { role: 'admin' }), await aPerson(fresh.db, { role: 'admin' })];
  await aPerson(fresh.db, { role: 'staff' });
});
beforeEach(async () => {
  await fresh.db.delete(incidents);
  await fresh.db.execute(sql`truncate mail_messages, notifications, deliveries cascade`);
  await fresh.db.delete(errorSpans);
  await fresh.db.delete(shopInstances);
  await fresh.db.delete(backups);
});
afterAll(async () => {
  await fresh.stop();
  rmSync(folder, { recursive: true });
});

const ZONE = 'America/New_York';
const start = new Date('2026-11-26T12:00:00Z');
const after = (minutes: number) => new Date(start.getTime() + minutes * 60_000);
const part = (name: WatchedPart, isBad: boolean) => [
  { part: name, finding: isBad ? problem('Disk', 'Full.') : warning('Disk', 'Fine.'), isBad },
];
const all = () => fresh.db.select().from(incidents).orderBy(asc(incidents.openedAt));
const eventsOf = async (ids: readonly string[]) =>
  (
    await fresh.db
      .select()
      .from(events)
      .where(inArray(events.kind, ['incident-opened', 'incident-closed']))
      .orderBy(asc(events.createdAt), asc(events.id))
  ).filter(({ payload }) => ids.includes((payload as { incidentId?: string }).incidentId ?? ''));
const subjects = async () =>
  (await fresh.db.select().from(mailMessages).orderBy(asc(mailMessages.createdAt)))
    .map(({ recipient, subject }) => `${recipient} ${subject}`)
    .sort();

test('eight looks at once, again and again, open one incident and tell each admin once', async () => {
  for (let minute = 0; minute < 3; minute++)
    await Promise.all(Array.from({ length: 8 }, () => settle(part('disk', true), after(minute))));
  const [incident, ...others] = await all();
  expect(others).toEqual([]);
  expect(incident).toMatchObject({ part: 'disk', text: 'Full.', told: 2, closedAt: null });
  const told = await eventsOf([incident?.id ?? '']);
  expect(told.map(({ kind, subjectId }) => [kind, subjectId]).sort()).toEqual(
    admins.map(({ userId }) => ['incident-opened', userId]).sort(),
  );
  // A worker that is killed after it wrote the mail runs the job again.
  for (const { id } of [...told, ...told]) await reactToEvent(id);
  expect(await subjects()).toEqual(admins.map(({ email }) => `${email} The shop has a problem: Disk`).sort());
  expect(await fresh.db.$count(notifications)).toBe(2);
});

test('the event of an incident has its job in the same commit', async () => {
  await settle(part('jobs', true), start);
  const [incident] = await all();
  const ids = (await eventsOf([incident?.id ?? ''])).map(({ id }) => id);
  const { rows } = await fresh.db.execute<{ id: string }>(
    sql`select data ->> 'eventId' as id from pgboss.job where name = 'events'`,
  );
  expect(rows.map(({ id }) => id)).toEqual(expect.arrayContaining(ids));
  expect(ids).toHaveLength(2);
});

test('it is over once, after it was fine for half an hour, for eight looks at once too', async () => {
  await settle(part('disk', true), start);
  await settle(part('disk', false), after(1));
  await settle(part('disk', true), after(CALM_MINUTES));
  await settle(part('disk', false), after(CALM_MINUTES + 1));
  await settle(part('disk', false), after(2 * CALM_MINUTES));
  expect((await all())[0]?.closedAt).toBeNull();
  const end = after(2 * CALM_MINUTES + 1);
  await Promise.all(Array.from({ length: 8 }, () => settle(part('disk', false), end)));
  const [incident, ...others] = await all();
  expect([incident?.closedAt, others]).toEqual([end, []]);
  const told = await eventsOf([incident?.id ?? '']);
  expect(told.filter(({ kind }) => kind === 'incident-closed')).toHaveLength(2);
  for (const { id } of told) await reactToEvent(id);
  expect((await subjects()).filter((line) => line.endsWith('Over: Disk'))).toHaveLength(2);
});

test('a former admin gets no email', async () => {
  await settle(part('stock', true), start);
  const [incident] = await all();
  const [{ userId, email } = { userId: '', email: '' }] = admins;
  await fresh.db.execute(sql`update user_roles set role = 'staff' where user_id = ${userId}`);
  for (const { id } of await eventsOf([incident?.id ?? ''])) await reactToEvent(id);
  await fresh.db.execute(sql`update user_roles set role = 'admin' where user_id = ${userId}`);
  expect((await subjects()).join()).not.toContain(email);
});

const folder = mkdtempSync(join(tmpdir(), 'farmgate-watch-'));
const passphrase = join(folder, 'passphrase');
writeFileSync(passphrase, 'correct horse battery');
const settings = {
  ...{ PUBLIC_ORIGIN: 'https://shop.example', BACKUP_FOLDER: join(folder, 'backups') },
  BACKUP_PASSPHRASE_FILE: passphrase,
};
const backedUp = readEnv(settings);
const NAME = '20261126T081500Z-12abcd';
const run = {
  place: `The folder ${settings.BACKUP_FOLDER}`,
  cause: 'schedule',
  startedAt: new Date(),
} as const;

/** A backup whose row and manifest say that it is good. */
async function haveGoodBackup(name = NAME, startedAt = new Date()): Promise<void> {
  mkdirSync(join(settings.BACKUP_FOLDER, name), { recursive: true });
  writeFileSync(join(settings.BACKUP_FOLDER, name, 'manifest'), 'm');
  await fresh.db.insert(backups).values({ ...run, name, startedAt, status: 'good' });
}
const bareShop = readEnv({ PUBLIC_ORIGIN: 'https://shop.example' });
const isBackupBad = async (env: typeof backedUp, hours: number) => {
  const now = new Date(Date.now() + hours * 3_600_000);
  return (await readWatched(env, now)).find(({ part }) => part === 'backup')?.isBad;
};

test('a backup is bad after 26 hours, and a new shop has as long for its first one', async () => {
  expect([await isBackupBad(backedUp, 25), await isBackupBad(backedUp, 27)]).toEqual([false, true]);
  expect([await isBackupBad(bareShop, 25), await isBackupBad(bareShop, 27)]).toEqual([false, true]);
  expect(await isBackupBad(readEnv({}), 1000)).toBe(false);
  await haveGoodBackup();
  expect([await isBackupBad(backedUp, 25), await isBackupBad(backedUp, 27)]).toEqual([false, true]);
  await fresh.db.update(backups).set({ removedAt: new Date() });
  await fresh.db.update(users).set({ createdAt: sql`now() - interval '2 days'` });
  expect(await isBackupBad(backedUp, 0)).toBe(true);
});

const watchBackup = async (minutes = 0, env = backedUp) => {
  const now = new Date(Date.now() + minutes * 60_000);
  return (await readWatched(env, now)).find(({ part }) => part === 'backup');
};

test('a failed run says so at once, beside a good backup of today, and admins get an email when no retry helped', async () => {
  await haveGoodBackup(NAME, new Date(Date.now() - 3_600_000));
  expect((await watchBackup())?.finding.state).toBe('ok');
  const failed = { name: '20261126T091500Z-12abcd', status: 'failed', problem: 'The disk is full.' } as const;
  await fresh.db.insert(backups).values({ ...run, ...failed, startedAt: new Date(), endedAt: new Date() });
  const words =
    /^The newest run failed .* ago: The disk is full\. .* npm run backup\. The last good one is 60 minutes old/;
  expect(await watchBackup(0.1)).toMatchObject({
    ...{ isBad: false, finding: { state: 'warning', text: expect.stringMatching(words) } },
  });
  expect(await watchBackup(31)).toMatchObject({ isBad: true, finding: { state: 'problem' } });
  await haveGoodBackup('20261126T101500Z-12abcd', new Date(Date.now() + 1000));
  expect((await watchBackup(1))?.finding.state).toBe('ok');
});

test('a backup that its check found damaged, a passphrase that is gone and a place that takes no file open an incident at once', async () => {
  await haveGoodBackup();
  await fresh.db
    .update(backups)
    .set({ status: 'failed', checkedAt: new Date(), checkProblem: `The backup ${NAME} is damaged: files.` });
  await watchShop(backedUp);
  const [incident] = await all();
  expect(incident?.text).toMatch(
    /is damaged: files\. Run npm run backup: it makes another one and checks it/,
  );
  for (const { id } of await eventsOf([incident?.id ?? ''])) await reactToEvent(id);
  expect(await subjects()).toEqual(
    admins.map(({ email }) => `${email} The shop has a problem: Backup`).sort(),
  );
  // Deleted, because newer ones replace it.
  await fresh.db.update(backups).set({ removedAt: new Date() });
  await haveGoodBackup('20261126T101500Z-12abcd');
  expect((await watchBackup())?.finding.state).toBe('ok');

  rmSync(passphrase);
  expect(await watchBackup()).toMatchObject({
    isBad: true,
    finding: {
      text: expect.stringMatching(/^The backup passphrase in .* cannot be read: put the file there/),
    },
  });
  writeFileSync(passphrase, 'correct horse battery');
  const file = join(folder, 'a-file');
  writeFileSync(file, '');
  const elsewhere = readEnv({ ...settings, BACKUP_FOLDER: join(folder, 'elsewhere') });
  expect((await watchBackup(0, elsewhere))?.finding.text).toMatch(/does not have the last good backup/);
  expect(existsSync(join(folder, 'elsewhere'))).toBe(false);
  const inFile = readEnv({ ...settings, BACKUP_FOLDER: file });
  expect((await watchBackup(0, inFile))?.finding.text).toMatch(
    /^The folder .*a-file is a file: move it away/,
  );
  const keysInFile = readEnv({ ...settings, BACKUP_KEYS_FOLDER: file });
  expect(await watchBackup(0, keysInFile)).toMatchObject({
    isBad: true,
    finding: { text: expect.stringMatching(/^The folder .*a-file cannot be written to/) },
  });
  expect(readdirSync(settings.BACKUP_FOLDER).filter((name) => name.startsWith('trial'))).toEqual([]);
});

test('admins read on the dashboard what is open, and a missing backup before it is late; staff read nothing', async () => {
  const [admin] = admins;
  const staff = await aPerson(fresh.db, { role: 'staff' });
  if (!admin) throw new Error('no admin');
  expect(await readShopWarnings(admin, ZONE, readEnv({}))).toEqual([]);
  await settle(part('disk', true), start);
  expect(await readShopWarnings(admin, ZONE, bareShop)).toMatchObject([
    { part: 'backup', since: null, text: expect.stringContaining('No backup leaves this machine') },
    { part: 'disk', since: 'Nov 26, 2026 7:00 AM', text: 'Full.' },
  ]);
  expect(await readShopWarnings(staff, ZONE, bareShop)).toEqual([]);
  await settle(part('disk', false), after(1));
  expect(await readShopWarnings(admin, ZONE, readEnv({}))).toEqual([]);
});

test('errors of all instances together, a full disk of one of them and waiting mail open incidents', async () => {
  const startsAt = sql`date_bin('5 minutes', now(), timestamptz '2020-01-01')`;
  await fresh.db.insert(errorSpans).values({ startsAt, requests: 100, errors: 12 });
  const instance = { version: '1', startedAt: new Date(), seenAt: new Date() };
  await fresh.db.insert(shopInstances).values([
    { ...instance, id: crypto.randomUUID(), name: 'one (1)', diskFree: 5e12, diskTotal: 9e12 },
    { ...instance, id: crypto.randomUUID(), name: 'two (2)', diskFree: 1e7, diskTotal: 9e12 },
    // Killed an hour ago.
    {
      ...{ ...instance, id: crypto.randomUUID(), name: 'three (3)', diskFree: 0, diskTotal: 9e12 },
      seenAt: new Date(Date.now() - 3_600_000),
    },
  ]);
  await fresh.db.insert(mailMessages).values({
    ...{ dedupeKey: 'w', recipient: 'a@example.com', subject: 'S', html: 'h', text: 't' },
    createdAt: new Date(Date.now() - 3_600_000),
  });
  await watchShop(readEnv({}));
  const found = Object.fromEntries((await all()).map(({ part, text }) => [part, text]));
  expect(Object.keys(found).sort()).toEqual(['disk', 'errors', 'mail']);
  expect(found.errors).toMatch(/^12 of 100 requests/);
  expect(found.disk).toMatch(/^two \(2\): 9 MB/);
  expect(found.mail).toMatch(/^1 waits, for 60 minutes/);
});

test('new accounts that hold most of a product open an incident, which closes once their orders are gone', async () => {
  await openForOrders(fresh.db);
  const hook = await aMug(fresh.db, { onHand: 40 });
  await aMug(fresh.db, { onHand: 900 });
  const taken: [SignedIn, string][] = [];
  const take = async (units: number) => {
    const person = await aPerson(fresh.db);
    taken.push([person, await anOrder(person, [[hook, units]])]);
  };
  const looks = async (now = new Date()) => {
    await watchShop(readEnv({}), now);
    return (await all()).filter(({ part }) => part === 'newcomers');
  };
  // Twenty of forty is half.
  for (const units of [4, 4, 4, 4, 4]) await take(units);
  expect(await looks()).toEqual([]);
  await take(1);
  const [incident] = await looks();
  expect(incident?.text).toMatch(/^6 customers who have never picked up hold 21 of the 40 units of /);
  expect(await readShopWarnings(admins[0] as SignedIn, ZONE, readEnv({}))).toMatchObject([
    { part: 'newcomers' },
  ]);
  const [[person, orderId] = []] = taken;
  if (!person || !orderId) throw new Error('no order');
  await cancelOrder(person, orderId, NOW);
  const fine = new Date(Date.now() + 60_000);
  expect((await looks(fine))[0]).toMatchObject({ fineSince: fine, closedAt: null });
  const over = new Date(fine.getTime() + CALM_MINUTES * 60_000);
  expect((await looks(over))[0]).toMatchObject({ closedAt: over });
  // Someone who has picked up is no newcomer, and one more new account is.
  await fresh.db.execute(
    sql`update orders set status = 'completed', completed_at = now() where order_id = ${taken[1]?.[1] ?? ''}`,
  );
  expect((await readWatched(readEnv({}))).find(({ part }) => part === 'newcomers')?.finding.state).toBe('ok');
});

test('a clock that is off, a dropped index and a revoked privilege open incidents, and an upgrade opens none', async () => {
  const instance = { version: '1', startedAt: new Date(), seenAt: new Date() };
  await fresh.db.insert(shopInstances).values([
    { ...instance, id: crypto.randomUUID(), name: 'one (1)', clockMs: 20 },
    { ...instance, id: crypto.randomUUID(), name: 'two (2)', clockMs: 600_000 },
  ]);
  await fresh.db.execute(sql`alter index orders_completed_idx rename to lost_idx`);
  await fresh.db.execute(sql`revoke insert on favorites from current_user`);
  await fresh.db.execute(
    sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('later', 9999999999999)`,
  );
  const found = async () => {
    await watchShop(readEnv({}));
    return Object.fromEntries((await all()).map(({ part, text }) => [part, text]));
  };
  expect((await found()).schema).toBeUndefined();
  await fresh.db.execute(sql`delete from drizzle.__drizzle_migrations where hash = 'later'`);
  const { clock, schema } = await found();
  expect(clock).toMatch(/^two \(2\): It is 10 minutes ahead of the database’s; set up time synchronization/);
  expect(schema).toMatch(/^Missing: index orders_completed_idx\. npm run repair-schema .*grant insert on/);
  await fresh.db.execute(sql`grant insert on favorites to current_user`);
  await fresh.db.execute(sql`alter index lost_idx rename to orders_completed_idx`);
});

test('a bucket that refuses one instance opens an incident, whichever instance watches, until that one can save', async () => {
  const [watching, refused] = [thisInstance('1', '.'), { ...thisInstance('1', '.'), name: 'two (2)' }];
  const text = 'File store: The bucket answered 403.';
  const looks = async (now: Date) => {
    await watchShop(readEnv({}), now);
    return (await all()).filter(({ part }) => part === 'writes');
  };
  await beat(watching, null);
  await beat(refused, text);
  const [incident] = await looks(new Date());
  expect(incident).toMatchObject({ text: `two (2): ${text}`, told: 2, fineSince: null });
  // A beat between two trials, such as one with an error, says nothing of saving.
  await beat(refused);
  expect((await looks(new Date()))[0]).toMatchObject({ fineSince: null });
  await beat(refused, null);
  const fine = new Date(Date.now() + 60_000);
  expect((await looks(fine))[0]).toMatchObject({ fineSince: fine });
});

test('a promotion to thousands is no mail that waits too long', async () => {
  await fresh.db.insert(mailMessages).values({
    ...{
      dedupeKey: 'p',
      recipient: 'a@example.com',
      subject: 'S',
      html: 'h',
      text: 't',
      unsubscribeUrl: 'u',
    },
    createdAt: new Date(Date.now() - 3_600_000),
  });
  const mail = (await readWatched(readEnv({}))).find(({ part }) => part === 'mail');
  expect(mail?.finding.state).toBe('ok');
});

test('only the newest hundred errors and the counts of a week stay', async () => {
  await fresh.db
    .insert(recentErrors)
    .values(
      Array.from({ length: 130 }, (_, nth) => ({ at: after(-nth), place: `GET /${nth}`, message: '' })),
    );
  await fresh.db.insert(errorSpans).values({ startsAt: sql`now() - interval '8 days'`, errors: 1 });
  await watchShop(readEnv({}));
  expect(await fresh.db.$count(recentErrors)).toBe(100);
  expect(await fresh.db.$count(recentErrors, eq(recentErrors.place, 'GET /0'))).toBe(1);
  expect(await fresh.db.$count(errorSpans)).toBe(0);
});
