/** A schema that someone has changed by hand: the doctor names it with its cure, and the cure works. */
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inTransaction } from '#db/client.ts';
import { readSchemaObjects, releasedSchema } from '#db/schema-objects.ts';
import { NEWER_DATABASE } from '#kernel/release.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { examineOpenSchema, examineSchema } from './examine-schema.server.ts';
import { compareSchema, repairStatements } from './schema-rules.ts';

let fresh: FreshDatabase;
beforeAll(async () => {
  fresh = await freshDatabase();
});
afterAll(() => fresh.stop());

/** What the doctor finds after these statements, and again after the repair; the database is unchanged afterwards. */
async function after(damage: string): Promise<{ found: string[]; repaired: string[] }> {
  const { objects } = await releasedSchema();
  const outcome = { found: [] as string[], repaired: [] as string[] };
  const done = new Error('done');
  await inTransaction(async ({ $client }) => {
    await $client.query(damage);
    const words = async () => (await examineSchema($client)).map(({ state, text }) => `${state}: ${text}`);
    outcome.found = await words();
    for (const statement of repairStatements(compareSchema(objects, await readSchemaObjects($client))))
      await $client.query(statement);
    outcome.repaired = await words();
    throw done;
  }).catch((error) => {
    if (error !== done) throw error;
  });
  return outcome;
}

const FINE = ['ok: It is as this release makes it.', 'ok: The shop may read and write its tables.'];
const AGAIN = 'npm run repair-schema makes it as this release has it.';

test('a fresh database has the schema of its release, and Operations says nothing', async () => {
  expect((await after('select')).found).toEqual(FINE);
  expect((await examineOpenSchema()).state).toBe('ok');
});

test.each([
  ['drop index orders_completed_idx', 'Missing: index orders_completed_idx.'],
  ['alter table lots drop constraint lots_held_check', 'Missing: constraint lots.lots_held_check.'],
  ['alter table users drop constraint users_pkey cascade', 'Missing: constraint '],
  ['drop trigger stock_ledger_append_only on stock_ledger', 'Missing: trigger '],
  ['alter table stock_ledger disable trigger user', 'Changed: trigger '],
  [
    `create or replace function forbid_rewriting() returns trigger language plpgsql as 'begin return new; end'`,
    'Changed: function forbid_rewriting().',
  ],
])('%s is a problem that npm run repair-schema repairs', async (damage, words) => {
  const { found, repaired } = await after(damage);
  expect(found[0]).toContain(`problem: ${words}`);
  expect(found[0]).toContain(AGAIN);
  expect(repaired).toEqual(FINE);
});

test.each([
  ['drop table favorites cascade', /^problem: Missing, with its data: table favorites\. Restore a backup/],
  ['alter table users drop column name cascade', /^problem: Missing, with its data: column users\.name/],
  ['alter table users alter name drop not null', /Changed: column users\.name must be ‘text not null’/],
  ['create table notes (id int)', /^problem: Not of this release: table notes\. A backup with it cannot be/],
  ['create index own_idx on users (name)', /^warning: Not of this release: index own_idx\. Drop it, unless/],
])('%s is named, and no command touches data', async (damage, words) => {
  const { found } = await after(damage);
  expect(found[0]).toMatch(words);
});

test('a privilege that was revoked is named with the command that gives it back', async () => {
  const { found } = await after('revoke insert, delete on orders from current_user');
  expect(found[1]).toMatch(
    /^problem: The shop’s role in the database lacks privileges\. As the tables’ owner: grant delete, insert on public\.orders to \w+;$/,
  );
});

test('a running instance says that a newer release has migrated, in the words of the start', async () => {
  const later = sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('later', 9999999999999)`;
  await fresh.db.execute(later);
  expect(await examineOpenSchema()).toMatchObject({ state: 'problem', text: NEWER_DATABASE });
});
