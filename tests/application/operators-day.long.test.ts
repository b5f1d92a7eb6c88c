/**
 * An operator's day: one real thing after the other is broken on a shop that runs, and `npm run doctor` and the Operations
 * page say which, and what to do. Each is repaired by what they say.
 */
import { execFile, execFileSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Finding } from '#core/running/operations/doctor/finding.ts';
import { backups } from '#db/schema/backups.ts';
import { shopInstances } from '#db/schema/operations.ts';
import { NEWER_DATABASE } from '#kernel/release.ts';
import { type Application, startApplication } from '#tests/support/application.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { freePort } from '#tests/support/free-port.ts';
import { type SmallDisk, smallDisk } from '#tests/support/full-disk.ts';
import { aPerson, signedIn } from '#tests/support/people.ts';
import { TEST_SECRET } from '#tests/support/secret.ts';
import { openShop } from '#tests/support/shop.ts';

const root = join(import.meta.dirname, '../..');
let fresh: FreshDatabase;
let folder: string;
let disk: SmallDisk;
let shop: Application;
let cookie: string;
let environment: Record<string, string>;

beforeAll(async () => {
  fresh = await freshDatabase();
  await openShop(fresh.db);
  cookie = await signedIn(fresh.db, await aPerson(fresh.db, { role: 'admin' }));
  folder = mkdtempSync(join(tmpdir(), 'farmgate-day-'));
  disk = smallDisk();
  const port = String(await freePort());
  environment = {
    ...{ NODE_ENV: 'production', DATABASE_URL: fresh.url, FARMGATE_SECRET: TEST_SECRET },
    ...{ PORT: port, PUBLIC_ORIGIN: `http://localhost:${port}`, DATA_FOLDER: join(folder, 'data') },
    ...{ BACKUP_FOLDER: join(disk.folder, 'backups'), BACKUP_PASSPHRASE_FILE: join(folder, 'passphrase') },
  };
  mkdirSync(join(folder, 'data'));
  writeFileSync(passphrase(), 'correct horse battery');
  chmodSync(passphrase(), 0o600);
  shop = await startApplication(environment, { dataFolder: join(folder, 'data') });
});
afterAll(async () => {
  await shop?.stop();
  disk?.remove();
  await fresh?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const passphrase = () => join(folder, 'passphrase');
const backupsIn = () => readdirSync(environment.BACKUP_FOLDER ?? '').sort();

/** A command of package.json, with the shop's settings: its exit code, and what it says. */
function command(script: string, ...args: string[]): Promise<{ code: number; said: string; out: string }> {
  const { PATH, HOME } = process.env;
  return new Promise((resolve) => {
    const env = { PATH, HOME, ...environment };
    execFile(process.execPath, [`scripts/${script}.ts`, ...args], { cwd: root, env }, (error, out, err) =>
      resolve({ code: error ? Number(error.code) : 0, said: out + err, out }),
    );
  });
}

async function doctor(what: string): Promise<Finding | undefined> {
  const { findings } = JSON.parse((await command('doctor', '--json')).out) as { findings: Finding[] };
  return findings.find((each) => each.what === what);
}

async function page(path = '/admin/operations'): Promise<string> {
  const html = await (await fetch(shop.origin + path, { headers: { cookie } })).text();
  return html.replaceAll('<!-- -->', '').replaceAll('&#x27;', "'").replaceAll('&quot;', '"');
}

/** The doctor and Operations say the same words about it. */
async function bothSay(what: string, words: RegExp, state: Finding['state'] = 'problem'): Promise<void> {
  const found = await doctor(what);
  expect(found).toMatchObject({ state, text: expect.stringMatching(words) });
  expect(await page()).toMatch(words);
}
const bothAreFine = async (what: string) => {
  expect((await doctor(what))?.state).toBe('ok');
};

async function backUp(): Promise<string> {
  const { code, said } = await command('backup');
  expect(code, said).toBe(0);
  return backupsIn().at(-1) ?? '';
}

test('a good backup: nothing is said', async () => {
  await backUp();
  await bothAreFine('Backup');
  expect(await page()).not.toMatch(/Backup passphrase|Missing: |lacks privileges/);
});

test('a part of a backup is damaged: its check names it, takes good away, and the next one is checked', async () => {
  const name = backupsIn().at(-1) ?? '';
  const part = join(environment.BACKUP_FOLDER ?? '', name, 'tables/public.users.0001');
  const whole = readFileSync(part);
  writeFileSync(
    part,
    whole.map((byte, at) => (at === 60 ? byte ^ 1 : byte)),
  );
  expect((await command('backup', '--check', name)).code).toBe(1);
  await bothSay(
    'Backup',
    new RegExp(`${name} is damaged: tables/public.users was altered or cut off.*npm run backup`),
  );
  expect(await page('/admin/operations/backups')).toMatch(/Damaged[\s\S]*tables\/public\.users/);
  const { said } = await command('backup');
  expect(said).toMatch(/Checked: .* restores/);
  await bothAreFine('Backup');
});

test('the passphrase is gone, then readable by others', async () => {
  renameSync(passphrase(), `${passphrase()}-away`);
  await bothSay(
    'Backup',
    /The backup passphrase in .* cannot be read: put the file there, readable by this user/,
  );
  renameSync(`${passphrase()}-away`, passphrase());
  chmodSync(passphrase(), 0o644);
  await bothSay('Backup passphrase', /Everyone on this machine can open .*: chmod 600/);
  chmodSync(passphrase(), 0o640);
  await bothSay('Backup passphrase', /Its group can open .*: chmod 600/, 'warning');
  chmodSync(passphrase(), 0o600);
  await bothAreFine('Backup passphrase');
});

test('the place for backups is read-only, then not mounted', async ({ skip }) => {
  if (!disk.isMounted) skip();
  execFileSync('mount', ['-o', 'remount,ro', disk.folder]);
  await bothSay('Backup', /is on a disk that is mounted read-only; mount it for writing/);
  execFileSync('mount', ['-o', 'remount,rw', disk.folder]);
  await bothAreFine('Backup');
  const place = environment.BACKUP_FOLDER ?? '';
  renameSync(place, `${place}-away`);
  await bothSay('Backup', /does not have the last good backup, .*: mount its disk/);
  expect(readdirSync(disk.folder)).not.toContain('backups');
  renameSync(`${place}-away`, place);
});

test('the newest run failed, and one was interrupted: said at once, and its empty folder goes', async () => {
  const name = (nth: number) =>
    backupsIn()
      .at(-1)
      ?.replace(/^\d{8}/, `2099010${nth}`) ?? '';
  const run = { place: 'The folder', cause: 'schedule' as const, startedAt: new Date(Date.now() + 1000) };
  await fresh.db.insert(backups).values({
    ...{
      ...run,
      name: name(1),
      status: 'failed',
      problem: 'The disk for backups is full: free some space there.',
    },
    endedAt: new Date(),
  });
  await bothSay(
    'Backup',
    /The newest run failed .* The disk for backups is full.* npm run backup/,
    'warning',
  );
  await fresh.db.insert(backups).values({ ...run, name: name(2), startedAt: new Date(Date.now() + 1500) });
  mkdirSync(join(environment.BACKUP_FOLDER ?? '', name(2), 'tables'), { recursive: true });
  await bothSay('Backup', /The newest run failed .* It was interrupted/, 'warning');
  await fresh.db
    .update(backups)
    .set({ startedAt: sql`now() - interval '1 hour'` })
    .where(sql`name like '2099%'`);
  await backUp();
  expect(backupsIn().filter((each) => each.startsWith('2099'))).toEqual([]);
  await bothAreFine('Backup');
});

test('an index and a trigger are dropped: named, and npm run repair-schema makes them again', async () => {
  await fresh.db.execute(sql`drop index orders_completed_idx`);
  await fresh.db.execute(sql`drop trigger stock_ledger_append_only on stock_ledger`);
  await bothSay(
    'Schema',
    /Missing: index orders_completed_idx, trigger stock_ledger\.stock_ledger_append_only\. npm run repair-schema/,
  );
  expect((await command('repair-schema')).code).toBe(0);
  await bothAreFine('Schema');
});

test('a table is dropped: only a restore brings it back', async () => {
  await fresh.db.execute(sql`alter table saved_views rename to saved_views_gone`);
  await bothSay('Schema', /Missing, with its data: table saved_views\. Restore a backup/);
  await fresh.db.execute(sql`alter table saved_views_gone rename to saved_views`);
  await bothAreFine('Schema');
});

test('a privilege is revoked: the doctor prints the grant', async () => {
  await fresh.db.execute(sql`revoke insert on orders from current_user`);
  const found = await doctor('Privileges');
  expect(await page()).toContain('grant insert on public.orders to');
  const grant = /grant insert on public\.orders to \w+;/.exec(found?.text ?? '')?.[0] ?? '';
  await fresh.db.execute(sql.raw(grant));
  await bothAreFine('Privileges');
});

test('an instance was killed: Operations says when, and that its jobs are tried again', async () => {
  await fresh.db.insert(shopInstances).values({
    ...{ id: crypto.randomUUID(), name: 'barn (4711)', version: '1', startedAt: new Date(0) },
    seenAt: new Date(Date.now() - 600_000),
  });
  expect(await page()).toMatch(/barn \(4711\)[\s\S]*was last seen[\s\S]*tried again automatically/);
});

test('a newer release has migrated: the running shop goes on, a start and a backup refuse with the doctor’s words', async () => {
  const later = sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('later', 9999999999999)`;
  await fresh.db.execute(later);
  expect(await doctor('Migrations')).toMatchObject({ state: 'problem', text: NEWER_DATABASE });
  expect(await page()).toContain(NEWER_DATABASE);
  expect((await fetch(`${shop.origin}/products`, { headers: { cookie: 'age_verified=yes' } })).status).toBe(
    200,
  );
  const backup = await command('backup');
  expect([backup.code, backup.said.trim()]).toEqual([1, NEWER_DATABASE]);
  const start = startApplication(
    { ...environment, PORT: String(await freePort()) },
    { dataFolder: join(folder, 'second') },
  );
  await expect(start).rejects.toThrow(NEWER_DATABASE);
  await expect(start).rejects.toThrow('ended with 1');
  await fresh.db.execute(sql`delete from drizzle.__drizzle_migrations where hash = 'later'`);
});
