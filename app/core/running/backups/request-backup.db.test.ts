/** A backup that is asked for becomes one job, however many people press at once. */
import { eq, sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { tryLockBackup } from '#db/advisory-locks.ts';
import { auditLog } from '#db/schema/audit.ts';
import { readBackupList, readBackupsNow } from '#office/operations/backups-page-queries.server.ts';
import { readEnv } from '#platform/env.ts';
import { startJobs, stopJobs } from '#platform/jobs.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { aPerson } from '#tests/support/people.ts';
import { backupJob } from './backup-job.ts';
import { backupList } from './backup-list.ts';
import { recordGood, recordStart } from './record-run.server.ts';
import { requestBackup } from './request-backup.server.ts';

let fresh: FreshDatabase;
let admin: SignedIn;
beforeAll(async () => {
  fresh = await freshDatabase();
  await stopJobs();
  await startJobs({ url: fresh.url, kinds: [backupJob] });
  admin = await aPerson(fresh.db, { role: 'admin' });
});
beforeEach(() => fresh.db.execute(sql`delete from pgboss.job where name = 'back-up'`));
afterAll(() => fresh.stop());

const ZONE = 'America/New_York';
const env = readEnv({ BACKUP_FOLDER: '/backups', BACKUP_PASSPHRASE: 'correct horse battery' });
const jobs = async () =>
  (
    await fresh.db.execute<{ state: string; data: unknown }>(
      sql`select state::text, data from pgboss.job where name = 'back-up'`,
    )
  ).rows;
const audited = () => fresh.db.$count(auditLog, eq(auditLog.action, 'backup.requested'));

test('staff, an old sign-in and a shop without a place for backups are refused, and leave nothing', async () => {
  const staff = await aPerson(fresh.db, { role: 'staff' });
  const old = await aPerson(fresh.db, { role: 'admin', signedInMinutesAgo: 16 });
  for (const [actor, environment, kind] of [
    [staff, env, 'not-allowed'],
    [old, env, 'confirm-first'],
    [admin, readEnv({}), 'not-set-up'],
  ] as const)
    expect(await requestBackup(actor, environment)).toEqual({ ok: false, problem: { kind } });
  expect([await jobs(), await audited()]).toEqual([[], 0]);
});

test('six presses at once ask for one backup, and five read that one is running', async () => {
  const before = await audited();
  const outcomes = await Promise.all(Array.from({ length: 6 }, () => requestBackup(admin, env)));
  expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
  expect(outcomes.filter((each) => !each.ok && each.problem.kind === 'running')).toHaveLength(5);
  expect(await jobs()).toEqual([{ state: 'created', data: { isAsked: true } }]);
  expect((await audited()) - before).toBe(1);
  expect((await readBackupsNow(admin, ZONE, env))?.under).toMatchObject({ isRunning: true });
});

test('a press replaces the try that waits', async () => {
  await requestBackup(admin, env);
  await fresh.db.execute(
    sql`update pgboss.job set state = 'retry', start_after = now() + interval '5 minutes' where name = 'back-up'`,
  );
  expect((await readBackupsNow(admin, ZONE, env))?.under?.words).toContain('The next try starts');
  expect((await requestBackup(admin, env)).ok).toBe(true);
  expect((await jobs()).map(({ state }) => state)).toEqual(['created']);
});

test('a backup at the terminal counts as running; the row of a killed one does not', async () => {
  const run = { place: 'The folder /backups', cause: 'command' as const, startedAt: new Date() };
  await recordStart({ ...run, name: '20261126T081500Z-12abcd' });
  const states = async () =>
    (await readBackupList(admin, backupList.parse(new URLSearchParams()), ZONE))?.rows.map(
      ({ state }) => state,
    );
  expect(await states()).toEqual(['failed']);
  const terminal = new pg.Client(fresh.url);
  await terminal.connect();
  await terminal.query(tryLockBackup);
  expect(await requestBackup(admin, env)).toEqual({ ok: false, problem: { kind: 'running' } });
  expect(await states()).toEqual(['running']);
  expect((await readBackupsNow(admin, ZONE, env))?.under?.isRunning).toBe(true);
  await terminal.end();
  await expect.poll(async () => (await requestBackup(admin, env)).ok).toBe(true);
});

test('the page says that a backup is over as soon as it is, although its job tidies up', async () => {
  await requestBackup(admin, env);
  await fresh.db.execute(
    sql`update pgboss.job set state = 'active', started_on = now() where name = 'back-up'`,
  );
  const under = async () => (await readBackupsNow(admin, ZONE, env))?.under?.words ?? null;
  expect(await under()).toBe('A backup is about to start.');
  const name = '20261127T081500Z-12abcd';
  const run = { place: 'The folder /backups', cause: 'office' as const, startedAt: new Date() };
  await recordStart({ ...run, name });
  expect(await under()).toBe('A backup is about to start.');
  await recordGood(name, { bytes: 1, rowCount: 1, fileCount: 1, hasKeys: false });
  expect(await under()).toBeNull();
});
