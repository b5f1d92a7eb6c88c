/** Which backup counts as the last good one. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { backups } from '#db/schema/backups.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { lastGoodBackup } from './backups-queries.server.ts';

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
