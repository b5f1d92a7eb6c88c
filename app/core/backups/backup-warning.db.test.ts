/** Tests who reads on the dashboard that there is no good backup. */
import { Temporal } from 'temporal-polyfill';
import { afterAll, expect, test } from 'vitest';
import { backups } from '#db/schema/backups.ts';
import { readEnv } from '#platform/env.ts';
import { freshShop } from '#tests/support/fresh-shop.ts';
import { aPerson } from '#tests/support/people.ts';
import { readBackupWarning } from './backups-queries.server.ts';

const fresh = freshShop(afterAll);
const now = Temporal.Instant.from('2026-11-26T12:00:00Z');
const publicShop = { PUBLIC_ORIGIN: 'https://shop.example' };
const withBackups = readEnv({
  ...{ ...publicShop, BACKUP_FOLDER: '/backups', BACKUP_PASSPHRASE: 'correct horse battery' },
});

test('admins read that backups are not set up, or that the last good one is old; staff read nothing', async () => {
  const admin = await aPerson(fresh.db, { role: 'admin' });
  const staff = await aPerson(fresh.db, { role: 'staff' });
  expect(await readBackupWarning(admin, now, readEnv(publicShop))).toBe('Backups are not set up.');
  expect(await readBackupWarning(admin, now, readEnv({}))).toBeNull();
  expect(await readBackupWarning(admin, now, withBackups)).toBe('There is no good backup yet.');
  expect(await readBackupWarning(staff, now, withBackups)).toBeNull();
  const run = { place: 'The folder /backups', cause: 'schedule' as const };
  await fresh.db.insert(backups).values([
    { ...run, name: '20261125T081500Z-12abcd', status: 'good', startedAt: new Date('2026-11-25T08:15:00Z') },
    {
      ...run,
      name: '20261126T081500Z-12abcd',
      status: 'failed',
      startedAt: new Date('2026-11-26T08:15:00Z'),
    },
  ]);
  expect(await readBackupWarning(admin, now, withBackups)).toBe('The last good backup is 27 hours old.');
  expect(await readBackupWarning(admin, now.subtract({ hours: 3 }), withBackups)).toBeNull();
});
