import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { databaseErrorCode } from '#platform/database-error.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { closeDatabase, inLongTransaction, inTransaction, inTransactionOr, openDatabase } from './client.ts';
import { categories } from './schema/catalogue.ts';

let fresh: FreshDatabase;
beforeAll(async () => {
  fresh = await freshDatabase();
});
afterAll(() => fresh.stop());

test('a refused transaction writes nothing', async () => {
  const answer = await inTransactionOr<string>(async (tx, abandon) => {
    await tx.insert(categories).values({ name: 'Flower', slug: 'flower' });
    return abandon('refused');
  });
  expect(answer).toBe('refused');
  expect(await fresh.db.select().from(categories)).toEqual([]);
});

test.each([
  ['stock_ledger', 'created_at'],
  ['audit_log', 'created_at'],
  ['events', 'created_at'],
  ['content_versions', 'published_at'],
])('%s refuses update, delete and truncate', async (table, column) => {
  for (const statement of [
    `update ${table} set ${column} = now()`,
    `delete from ${table}`,
    `truncate ${table} cascade`,
  ]) {
    const refusal = await fresh.db
      .execute(sql.raw(statement))
      .catch((error: unknown) => databaseErrorCode(error));
    expect(refusal).toBe('23001');
  }
});

test('work that takes long connects where sessions are, and requests where the pooler is', async () => {
  const named = (name: string) => {
    const url = new URL(fresh.url);
    url.searchParams.set('options', `-c farmgate.way=${name}`);
    return url.href;
  };
  const way = async (run: typeof inTransaction) =>
    (await run((tx) => tx.execute(sql`select current_setting('farmgate.way') as way`))).rows;
  await closeDatabase();
  openDatabase({ url: named('pooler'), sessionUrl: named('direct') });
  expect(await way(inTransaction)).toEqual([{ way: 'pooler' }]);
  expect(await way(inLongTransaction)).toEqual([{ way: 'direct' }]);
});
