/** The Operations page over real HTTP: two instances, a mail server that is away, kills, a real backup. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq, like, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { inTransaction } from '#db/client.ts';
import { backups } from '#db/schema/backups.ts';
import { sessions, users } from '#db/schema/identity.ts';
import { mailMessages } from '#db/schema/mail.ts';
import { errorSpans, incidents, recentErrors } from '#db/schema/operations.ts';
import { enqueue } from '#platform/jobs.ts';
import { scheduledTasks } from '#server/run/scheduled-tasks.ts';
import { type Application, startApplication } from '#tests/support/application.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { aPerson, signedIn } from '#tests/support/people.ts';
import { postForm } from '#tests/support/requests.ts';
import { openShop } from '#tests/support/shop.ts';
import { openSmtpPeer, type SmtpPeer } from '#tests/support/smtp-peer.ts';

let fresh: FreshDatabase;
let peer: SmtpPeer;
let folder: string;
let apps: Application[] = [];
let admins: SignedIn[];
let cookie: string;

const startTwo = async () => {
  const backup = { BACKUP_FOLDER: join(folder, 'backups'), BACKUP_PASSPHRASE: 'correct horse battery' };
  const environment = { NODE_ENV: 'production', DATABASE_URL: fresh.url, SMTP_URL: peer.url, ...backup };
  apps = await Promise.all([1, 2].map(() => startApplication(environment)));
};

beforeAll(async () => {
  fresh = await freshDatabase();
  folder = mkdtempSync(join(tmpdir(), 'farmgate-operations-'));
  await openShop(fresh.db);
  admins = [await aPerson(fresh.db, { role: 'admin' }), await aPerson(fresh.db, { role: 'admin' })];
  // Old enough to miss its first backup.
  await fresh.db.update(users).set({ createdAt: sql`now() - interval '2 days'` });
  cookie = await signedIn(fresh.db, admins[0] as SignedIn);
  peer = await openSmtpPeer();
  await startTwo();
});
afterAll(async () => {
  for (const app of apps) await app.stop();
  await peer?.be('away');
  await fresh.stop();
  rmSync(folder, { recursive: true, force: true });
});

const app = () => apps[0] as Application;
const page = async (path: string, headers: Record<string, string> = {}) => {
  const html = await (await fetch(app().origin + path, { headers: { cookie, ...headers } })).text();
  // React separates neighboring texts by comments.
  return html.replaceAll('<!-- -->', '');
};

/** Looks at the shop now, instead of at the next minute. */
const look = async () => {
  const task = scheduledTasks.find(({ kind }) => kind.name === 'watch-shop');
  if (!task) throw new Error('no such task');
  await inTransaction((tx) => enqueue(tx, task.kind, {}));
};
const about = (what: string) =>
  fresh.db
    .select()
    .from(mailMessages)
    .where(like(mailMessages.subject, `%${what}%`));

test('an incident that both instances see while mail is down, and that are killed, sends each admin one email', async () => {
  await look();
  await expect.poll(() => fresh.db.$count(incidents), { timeout: 60_000, interval: 10 }).toBe(1);
  // Right after the commit: before the emails are written, or while they wait.
  for (const { process } of apps) process.kill('SIGKILL');
  await startTwo();
  await look();
  expect(await page('/admin/operations')).toMatch(
    /Backup[\s\S]+There is no good backup yet[\s\S]+2 admins were notified/,
  );
  expect(await page('/admin/dashboard')).toContain('The shop needs attention.');
  expect(peer.taken).toEqual([]);
  await peer.be('willing');
  await expect
    .poll(async () => (await about('Backup')).filter(({ status }) => status === 'sent').length, {
      timeout: 120_000,
    })
    .toBe(2);
  expect([...peer.taken].sort()).toEqual(admins.map(({ email }) => email).sort());
  expect(await fresh.db.$count(incidents)).toBe(1);
}, 300_000);

test('a failed request is on the page with its reference, and neither refusals nor probes are counted', async () => {
  const errors = async () => {
    const rows = await fresh.db.select().from(errorSpans);
    return rows.reduce((sum, row) => sum + row.errors, 0);
  };
  const before = await errors();
  await fresh.db.execute(sql.raw('alter table favorites rename to favorites_gone'));
  const failed = await fetch(`${apps[1]?.origin}/favorites?token=secret`, { headers: { cookie } });
  await fresh.db.execute(sql.raw('alter table favorites_gone rename to favorites'));
  for (const path of ['/no/such/page', '/readyz', '/healthz', '/metrics'])
    await fetch(apps[1]?.origin + path, { headers: { cookie } });
  const reference = failed.headers.get('x-request-id') ?? '';
  expect([failed.status, reference.length]).toEqual([500, 36]);
  await expect
    .poll(() => fresh.db.$count(recentErrors, eq(recentErrors.requestId, reference)), { timeout: 30_000 })
    .toBe(1);
  expect((await errors()) - before).toBe(1);
  const shown = await page('/admin/operations');
  expect(shown).toContain('500 </span>GET /favorites');
  expect(shown).toContain(`Reference ${reference}`);
  expect(shown).not.toContain('secret');
});

test('the page of a shop that is not open yet is a 503 that no one counts', async () => {
  const before = (await fresh.db.select().from(errorSpans)).reduce((sum, row) => sum + row.errors, 0);
  await fresh.db.execute(sql`insert into store_settings (name, value) values ('opening', '{"isOpen":false}')
    on conflict (name) do update set value = excluded.value`);
  const ask = () => fetch(`${app().origin}/cart`, { headers: { cookie: 'age_verified=yes' } });
  // Instances learn of a change a moment later.
  await expect.poll(async () => (await ask()).status).toBe(503);
  await fresh.db.execute(sql`delete from store_settings where name = 'opening'`);
  await app().stop();
  apps[0] = apps[1] as Application;
  apps.length = 1;
  const after = (await fresh.db.select().from(errorSpans)).reduce((sum, row) => sum + row.errors, 0);
  expect(after - before).toBe(0);
});

const BACKUPS = '/admin/operations/backups';
const press = () => postForm(app(), BACKUPS, {}, { cookie });

test('a backup is made at a press after a recent sign-in, a second press says that one runs, and the page shows it', async () => {
  const confirmed = (minutesAgo: number) =>
    fresh.db.update(sessions).set({ confirmedAt: sql`now() - make_interval(mins => ${minutesAgo})` });
  await confirmed(16);
  const old = await press();
  expect([old.status, old.headers.get('location')]).toEqual([302, expect.stringContaining('confirm')]);
  expect(await fresh.db.$count(backups)).toBe(0);
  await confirmed(0);
  const answers = [await press(), await press()];
  expect(answers.map(({ status }) => status)).toEqual([302, 302]);
  const [first, second] = answers.map((answer) => decodeURIComponent(answer.headers.get('set-cookie') ?? ''));
  expect(decodeURIComponent(first ?? '')).toContain('The backup has started');
  expect(decodeURIComponent(second ?? '')).toContain('A backup is already running');
  expect(await page(BACKUPS)).toMatch(/A backup is (?:running|about to start)/);
  await expect
    .poll(async () => (await fresh.db.select().from(backups)).map(({ status, cause }) => [status, cause]), {
      timeout: 120_000,
    })
    .toEqual([['good', 'office']]);
  const [made] = await fresh.db.select().from(backups);
  expect(await page(BACKUPS)).toContain(`npm run restore -- ${made?.name}`);
  // A look that runs while the backup ends may still see none.
  const fineSince = async () => {
    await look();
    const [incident] = await fresh.db.select().from(incidents).where(eq(incidents.part, 'backup'));
    return incident?.fineSince ?? null;
  };
  await expect.poll(fineSince, { timeout: 60_000, interval: 1000 }).not.toBeNull();
}, 300_000);
