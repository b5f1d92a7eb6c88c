/** The demo store written to a real database at moments that are awkward for clocks and calendars. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { instantOf } from '#kernel/time.ts';
import { readEnv } from '#platform/env.ts';
import { folderStore, openFiles } from '#platform/files/files.ts';
import { freshDatabase } from '#tests/support/database.ts';
import { checkInvariants } from '#tests/support/invariants.ts';
import { demoProducts } from './demo-catalogue.ts';
import { seedWhenEmpty } from './seed-when-empty.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'farmgate-seed-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test.each([
  '2026-11-21T15:08:00-05:00',
  '2028-02-29T23:59:59-05:00',
  '2027-03-14T03:00:00-04:00',
  '2026-11-01T01:30:00-05:00',
  '2028-01-01T00:00:30-05:00',
])('seeded at %s, every invariant holds', async (moment) => {
  const fresh = await freshDatabase();
  try {
    openFiles(folderStore(join(folder, 'files')));
    await seedWhenEmpty({
      root: join(import.meta.dirname, '../..'),
      env: readEnv({ DATA_FOLDER: folder }),
      origin: 'http://localhost:3000',
      say: () => undefined,
      clock: () => instantOf(new Date(moment)),
    });
    expect(await checkInvariants(fresh.db)).toEqual([]);
    const { rows } = await fresh.db.execute(sql`
      select count(*)::int as products, max(created_at) <= ${moment}::timestamptz as is_past from products`);
    expect(rows).toEqual([{ products: demoProducts.length, is_past: true }]);
  } finally {
    await fresh.stop();
  }
});
