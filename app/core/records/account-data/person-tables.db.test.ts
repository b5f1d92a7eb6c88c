/**
 * Every table that refers to people has a decision: what the download shows of it, and what deleting an account does.
 */
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { partTables, personTables } from './person-tables.ts';

let opened: FreshDatabase;
/** What each foreign key to users does when the user is deleted, by table and column. */
let references: Map<string, string>;
let columns: Map<string, string[]>;

beforeAll(async () => {
  opened = await freshDatabase();
  const keys = await opened.db.execute<{ reference: string; action: string }>(sql`
    select format('%s.%s', c.conrelid::regclass, a.attname) as reference, c.confdeltype as action
    from pg_constraint c
    join lateral unnest(c.conkey) as k(number) on true
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.number
    where c.contype = 'f' and c.confrelid = 'users'::regclass`);
  references = new Map(keys.rows.map(({ reference, action }) => [reference, action]));
  const all = await opened.db.execute<{ table: string; names: string[] }>(sql`
    select table_name as table, array_agg(column_name::text) as names
    from information_schema.columns where table_schema = 'public' group by table_name`);
  columns = new Map(all.rows.map(({ table, names }) => [table, names]));
});
afterAll(() => opened.stop());

test('the database lists more than twelve references to users', () => {
  expect(references.size).toBeGreaterThan(12);
  expect(references.get('sessions.user_id')).toBe('c');
});

test('every reference to users has a decision in person-tables.ts, and every decision has a reference', () => {
  const without = [...references.keys()].filter((reference) => !(reference in personTables));
  expect(without, 'these refer to users and have no decision').toEqual([]);
  expect(Object.keys(personTables).filter((reference) => !references.has(reference))).toEqual([]);
});

test('each foreign key does what person-tables.ts decides: removes the row, clears the reference or moves it', () => {
  const actions = { removed: 'c', freed: 'n', moved: 'a' } as const;
  const wrong = Object.entries(personTables).filter(
    ([reference, { deletion }]) => references.get(reference) !== actions[deletion],
  );
  expect(wrong.map(([reference, { deletion }]) => `${reference} is ${deletion}`)).toEqual([]);
});

/** Each table of the download with its decisions about columns. */
const decisions = () => [
  ...Object.entries(personTables).flatMap(([reference, { download, heldBack = [] }]) => {
    const [table = '', person = ''] = reference.split('.');
    return 'columns' in download
      ? [{ table, columns: download.columns, heldBack: [...heldBack, person] }]
      : [];
  }),
  ...Object.entries(partTables).map(([table, { columns, heldBack }]) => ({ table, columns, heldBack })),
];

test('every column is either in the download or left out, so a new one needs a decision', () => {
  for (const { table, columns: shown, heldBack } of decisions())
    expect([...shown, ...heldBack].sort(), table).toEqual([...(columns.get(table) ?? [])].sort());
});

test('no column with the name of a secret, of a cost, or of who works here is in the download', () => {
  const odd = decisions().flatMap(({ table, columns: shown }) =>
    shown
      .filter((column) =>
        /token|secret|password|hash|encrypted|credential|key$|_key_|auth$|p256dh|cost|drawer|packer|_by$|_by_name$/.test(
          column,
        ),
      )
      .map((column) => `${table}.${column}`),
  );
  expect(odd).toEqual([]);
});

test('no two tables use the same file of the download', () => {
  const files = Object.values(personTables).flatMap(({ download }) =>
    'file' in download ? [download.file] : [],
  );
  expect(new Set(files).size).toBe(files.length);
});
