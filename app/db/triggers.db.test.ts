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

test('what is append-only refuses update, delete and truncate, also where no row would change', async () => {
  const { rows } = await fresh.db.execute<{ table: string; column: string }>(sql`
    select t.tgrelid::regclass::text as table, quote_ident(a.attname) as column
    from pg_trigger t
    join lateral (
      select attname from pg_attribute
      where attrelid = t.tgrelid and attnum > 0 and not attisdropped and attidentity = '' order by attnum limit 1
    ) a on true
    where t.tgname like '%\\_append\\_only' and not t.tgisinternal order by 1`);
  const tables = rows.map(({ table }) => table);
  expect(tables).toEqual(expect.arrayContaining(['audit_log', 'hand_overs', 'id_checks', 'stock_ledger']));
  const done: string[] = [];
  for (const { table, column } of rows) {
    const statements = [`delete from ${table}`, `truncate ${table} cascade`];
    // Waste can be updated until it is undone or destroyed.
    if (table !== 'waste') statements.push(`update ${table} set ${column} = ${column} where false`);
    for (const statement of statements) {
      const refused = await fresh.db.execute(sql.raw(statement)).then(
        () => null,
        (error: Error) => String(error.cause),
      );
      if (!refused?.includes('is append-only')) done.push(`${statement}: ${refused}`);
    }
  }
  expect(done).toEqual([]);
});
