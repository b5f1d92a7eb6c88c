/**
 * Deleting an account follows every reference to it: each needs an index, or PostgreSQL scans the whole table under the
 * lock.
 */
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { freshDatabase } from '#tests/support/database.ts';

/** Tables with few rows, where a scan is as fast as an index: a person has few views, and a walk-in's row ends with its order. */
const SMALL = ['saved_views.saved_views_owner_id_users_id_fk', 'walk_ins.walk_ins_user_id_users_id_fk'];

test('every foreign key that deleting an account follows is indexed', async () => {
  const fresh = await freshDatabase();
  const { rows } = await fresh.db.execute<{ reference: string; hasIndex: boolean }>(sql`
    select key.conrelid::regclass || '.' || key.conname as reference, exists (
      select from pg_index as index where index.indrelid = key.conrelid and index.indkey[0] = key.conkey[1]
    ) as "hasIndex"
    from pg_constraint as key
    where key.contype = 'f' and key.confrelid = 'users'::regclass and key.confdeltype in ('c', 'n')`);
  await fresh.stop();
  expect(rows.length).toBeGreaterThan(10);
  expect(rows.filter(({ hasIndex }) => !hasIndex).map(({ reference }) => reference)).toEqual(SMALL);
});
