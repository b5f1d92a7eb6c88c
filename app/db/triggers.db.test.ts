import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';

let fresh: FreshDatabase;
beforeAll(async () => {
  fresh = await freshDatabase();
});
afterAll(() => fresh.stop());

test('docs/triggers.md names every trigger of the database, and no other', async () => {
  const page = readFileSync(join(import.meta.dirname, '../../docs/triggers.md'), 'utf8');
  const named = [...page.matchAll(/^\| `(\w+)` \| (.+) \|$/gm)].flatMap(([, table, triggers = '']) =>
    [...triggers.matchAll(/`(\w+)`/g)].map(([, trigger]) => `${table}.${trigger}`),
  );
  const { rows } = await fresh.db.execute<{ name: string }>(sql`
    select tgrelid::regclass || '.' || tgname as name from pg_trigger join pg_class on pg_class.oid = tgrelid
    where not tgisinternal and relnamespace = 'public'::regnamespace`);
  expect(named.length).toBeGreaterThan(30);
  expect(named.sort()).toEqual(rows.map(({ name }) => name).sort());
});
