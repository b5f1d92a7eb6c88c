/** Which backup counts as the last good one. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { backups } from '#db/schema/backups.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { failedCheck, failedRun, lastGoodBackup } from './backups-queries.server.ts';
import { recordCheck } from './record-run.server.ts';

let fresh: FreshDatabase;
beforeAll(async () => {
  fresh = await freshDatabase();
});
afterAll(() => fresh.stop());

const run = (name: string, day: number) => ({
  ...{ name, place: 'A folder', cause: 'schedule' as const },
  startedAt: new Date(Date.UTC(2026, 10, day)),
});

test('the last good backup is the newest that ended well and still exists', async () => {
  expect(await lastGoodBackup()).toBeNull();
  await fresh.db
    .insert(backups)
    .values([
      { ...run('good', 2), status: 'good' },
      { ...run('older', 1), status: 'good' },
      { ...run('failed', 3), status: 'failed' },
      { ...run('removed', 4), status: 'good', removedAt: new Date() },
      { ...run('running', 5) },
    ]);
  expect((await lastGoodBackup())?.name).toBe('good');
});

test('a check that finds damage takes good away until one restores it, and one that could not be made does not', async () => {
  expect(await failedCheck()).toBeNull();
  await recordCheck('good', 'The scratch database could not be started.');
  expect((await lastGoodBackup())?.name).toBe('good');
  expect(await failedCheck()).toMatchObject({ name: 'good', isDamaged: false });
  await recordCheck('good', 'The backup good is damaged: files.', true);
  expect((await lastGoodBackup())?.name).toBe('older');
  expect(await failedCheck()).toMatchObject({ name: 'good', isDamaged: true });
  await recordCheck('good', null);
  expect([(await lastGoodBackup())?.name, await failedCheck()]).toEqual(['good', null]);
});

test('the newest run counts as failed when it was interrupted, and a damaged backup is no failed run', async () => {
  expect(await failedRun()).toMatchObject({ problem: 'It was interrupted.' });
  await fresh.db.insert(backups).values({ ...run('newest', 6), status: 'good' });
  expect(await failedRun()).toBeNull();
  await recordCheck('newest', 'The backup newest is damaged: files.', true);
  await fresh.db.update(backups).set({ removedAt: new Date() }).where(eq(backups.name, 'running'));
  expect(await failedRun()).toMatchObject({ problem: 'It was interrupted.' });
});
