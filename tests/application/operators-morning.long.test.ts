/**
 * An operator's morning: what is outside the shop breaks, one thing after the other, while it runs on a PostgreSQL and a
 * bucket of its own. Each is said where people look, within a minute, with what to do; then the shop goes on by itself.
 */
import { execFile } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Finding } from '#core/running/operations/doctor/finding.ts';
import { closeDatabase, type Database, openDatabase } from '#db/client.ts';
import { migrateDatabase } from '#db/migrate.ts';
import { incidents } from '#db/schema/operations.ts';
import { storeSettings } from '#db/schema/settings.ts';
import { startJobs, stopJobs } from '#platform/jobs.ts';
import { jobs } from '#server/run/worker.ts';
import { type Application, startApplication } from '#tests/support/application.ts';
import { freePort } from '#tests/support/free-port.ts';
import { type SmallDisk, smallDisk } from '#tests/support/full-disk.ts';
import { aPerson, aProduct, signedIn } from '#tests/support/people.ts';
import { ordered } from '#tests/support/races.ts';
import { type ReplicatedDatabase, startReplicated } from '#tests/support/replica.ts';
import { postForm } from '#tests/support/requests.ts';
import { openS3Peer, type S3Peer } from '#tests/support/s3-peer.ts';
import { TEST_SECRET } from '#tests/support/secret.ts';
import { aSlot, openShop } from '#tests/support/shop.ts';
import { openSmtpPeer, type SmtpPeer } from '#tests/support/smtp-peer.ts';
import { shiftedClock } from '../../scripts/shifted-clock.ts';

const root = join(import.meta.dirname, '../..');
/** The watch looks every minute. */
const NEXT_LOOK = { timeout: 100_000, interval: 500 };

let servers: ReplicatedDatabase;
let bucket: S3Peer;
let mail: SmtpPeer;
let disk: SmallDisk;
let db: Database;
let shop: Application;
let environment: Record<string, string>;
let admin: string;
let customer: string;
let product: number;

beforeAll(async () => {
  servers = await startReplicated(async (url) => {
    await migrateDatabase(url, root);
    await startJobs({ url, kinds: jobs.map(({ kind }) => kind) });
    await stopJobs();
  });
  db = openDatabase({ url: servers.primaryUrl, max: 5 });
  await db.insert(storeSettings).values({ name: 'opening', value: { isOpen: true } });
  await openShop(db);
  admin = await signedIn(db, await aPerson(db, { role: 'admin', email: 'owner@example.com' }));
  customer = await signedIn(db, await aPerson(db));
  product = await aProduct(db, { onHand: 500 });
  bucket = await openS3Peer();
  mail = await openSmtpPeer();
  await mail.be('willing');
  disk = smallDisk();
  const { endpoint, bucket: name, accessKeyId, secretAccessKey } = bucket.options;
  environment = {
    ...{ NODE_ENV: 'production', DATABASE_URL: servers.primaryUrl, FARMGATE_SECRET: TEST_SECRET },
    ...{ S3_ENDPOINT: endpoint, S3_BUCKET: name, S3_ACCESS_KEY_ID: accessKeyId },
    ...{ S3_SECRET_ACCESS_KEY: secretAccessKey, SMTP_URL: mail.url },
    ...(await placeOf('first')),
  };
  shop = await startApplication(environment, { dataFolder: environment.DATA_FOLDER ?? '' });
});
afterAll(async () => {
  await shop?.stop();
  await closeDatabase();
  await mail?.be('away');
  await bucket?.stop();
  await servers?.stop();
  disk?.remove();
});

async function placeOf(instance: string): Promise<Record<string, string>> {
  const [port, folder] = [String(await freePort()), join(disk.folder, instance)];
  mkdirSync(folder);
  return { PORT: port, PUBLIC_ORIGIN: `http://localhost:${port}`, DATA_FOLDER: folder };
}

/** Another instance on the same database, while `work` runs. */
async function beside(changes: Record<string, string>, work: (other: Application) => Promise<void>) {
  const its = { ...environment, ...(await placeOf(crypto.randomUUID())), ...changes };
  const other = await startApplication(its, { dataFolder: its.DATA_FOLDER ?? '' });
  try {
    await work(other);
  } finally {
    await other.stop();
  }
}

function doctor(changes: Record<string, string> = {}): Promise<Record<string, Finding>> {
  const { PATH, HOME } = process.env;
  const env = { PATH, HOME, ...environment, ...changes };
  return new Promise((resolve) =>
    execFile(process.execPath, ['scripts/doctor.ts', '--json'], { cwd: root, env }, (_, out) => {
      const { findings } = JSON.parse(out) as { findings: Finding[] };
      resolve(Object.fromEntries(findings.map((each) => [each.what, each])));
    }),
  );
}

async function page(path: string, { origin }: Application): Promise<string> {
  const html = await (await fetch(origin + path, { headers: { cookie: admin } })).text();
  return html.replaceAll('<!-- -->', '').replaceAll('&#x27;', "'").replaceAll('&quot;', '"');
}
const operations = (app = shop) => page('/admin/operations', app);
const health = async (app = shop) => (await fetch(`${app.origin}/healthz`)).text();
const order = (app = shop) =>
  postForm(
    app,
    '/checkout',
    {
      ...{ key: crypto.randomUUID(), lines: `${product}:1`, slot: aSlot() },
      ...{ birthDate: '', again: 'yes' },
    },
    { cookie: customer },
  );
const incidentOf = async (part: string) =>
  (await db.select().from(incidents)).find((each) => each.part === part)?.text;
const subjects = () => mail.letters.map(({ text }) => /^Subject: (.*)$/m.exec(text)?.[1]?.trim());

test('a mail server that goes away: the doctor at once, and what waits is sent when it is back', async () => {
  await mail.be('away');
  expect((await doctor()).Mail).toMatchObject({
    state: 'problem',
    text: expect.stringMatching(/no connection/),
  });
  expect(ordered(await order())).not.toBeNull();
  await mail.be('willing');
  await expect.poll(() => subjects().length, NEXT_LOOK).toBeGreaterThan(0);
});

test('a wrong key of the bucket: the instance that has it says so, and serves everything else', async () => {
  await beside({ S3_SECRET_ACCESS_KEY: 'another' }, async (other) => {
    await expect.poll(() => health(other), NEXT_LOOK).toBe('ready, but the file store cannot be written to');
    expect(await operations(other)).toMatch(/The bucket refused the key\. Correct the key/);
    expect(ordered(await order(other))).not.toBeNull();
  });
  const found = (await doctor({ S3_SECRET_ACCESS_KEY: 'another' }))['File store'];
  expect(found).toMatchObject({ state: 'problem', text: expect.stringMatching(/refused the key/) });
  expect(await health()).toBe('ready');
});

test.runIf(shiftedClock(new Date()))(
  'a clock ten minutes ahead: named on every instance, by email and on the dashboard within the next look',
  async () => {
    await beside(shiftedClock(new Date(Date.now() + 600_000)) ?? {}, async () => {
      const words = /It is 10 minutes ahead of the database’s; set up time synchronization/;
      await expect.poll(() => operations(), NEXT_LOOK).toMatch(words);
      expect((await doctor()).Clock).toMatchObject({ state: 'problem', text: expect.stringMatching(words) });
      await expect.poll(() => incidentOf('clock'), NEXT_LOOK).toMatch(words);
      expect(await page('/admin/dashboard', shop)).toMatch(words);
      await expect.poll(subjects, NEXT_LOOK).toContain('The shop has a problem: Clock');
    });
  },
);

test('a trigger that someone dropped: an email within the next look, not when someone opens Operations', async () => {
  await db.execute(sql`alter table id_checks disable trigger id_checks_append_only`);
  await expect
    .poll(() => incidentOf('schema'), NEXT_LOOK)
    .toMatch(/Changed: trigger id_checks\.id_checks_append_only.*npm run repair-schema/);
  await expect.poll(subjects, NEXT_LOOK).toContain('The shop has a problem: Schema');
  await db.execute(sql`alter table id_checks enable trigger id_checks_append_only`);
});

test('a synchronous replica that stops acknowledging: pages go on, and it is said within seconds', async () => {
  await servers.ask('primary', "alter system set synchronous_standby_names = '*'");
  await servers.ask('primary', 'select pg_reload_conf()');
  await expect.poll(async () => ordered(await order())).not.toBeNull();
  await servers.stopReplica();
  await expect.poll(() => health(), NEXT_LOOK).toBe('ready, but the database does not confirm writes');
  const words = /A write was not confirmed within 2 seconds\. Start its synchronous replica again/;
  expect(await operations()).toMatch(words);
  expect((await doctor())['Database writes']).toMatchObject({ text: expect.stringMatching(words) });
  const menu = await fetch(`${shop.origin}/products`, { headers: { cookie: 'age_verified=1' } });
  expect(menu.status).toBe(200);
  await servers.startReplica();
  await expect.poll(() => health(), NEXT_LOOK).toBe('ready');
  await expect.poll(async () => ordered(await order())).not.toBeNull();
  await servers.ask('primary', 'alter system reset synchronous_standby_names');
  await servers.ask('primary', 'select pg_reload_conf()');
});

test('a full disk of the data folder: orders go on, and one email names it', async ({ skip }) => {
  if (!disk.isMounted) skip();
  disk.fill([]);
  await expect.poll(() => health(), NEXT_LOOK).toBe('ready, but the disk is full');
  expect(await operations()).toMatch(/Data folder: The disk is full\. Free some space there/);
  expect((await doctor())['Data folder']).toMatchObject({ text: expect.stringMatching(/The disk is full/) });
  await expect.poll(() => incidentOf('writes'), NEXT_LOOK).toMatch(/The disk is full/);
  expect(ordered(await order())).not.toBeNull();
  disk.free([]);
  await expect.poll(() => health(), NEXT_LOOK).toBe('ready');
});

test('a proxy that is gone: the doctor says that no certificate can be read', async () => {
  const [port] = [await freePort()];
  const { Certificate } = await doctor({ PUBLIC_ORIGIN: `https://localhost:${port}` });
  expect(Certificate?.state).toBe('warning');
  expect(await health()).toBe('ready');
});
