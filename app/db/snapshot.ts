/**
 * A snapshot of every row of the shop inside its own database, and the way back to it. Both are one transaction, so a crash
 * leaves either all or nothing. The copies are in a schema of their own, which a copy or backup of the shop leaves out.
 */
import pg from 'pg';
import { fillTables, SNAPSHOT, sequencesOf, setSequences, type Table, tablesOf } from './table-copies.ts';
import type { Transaction } from './transaction.ts';

/** Milliseconds to wait for the tables: longer, and people who work would wait behind us. */
const PATIENCE = 3000;

const quoted = pg.escapeIdentifier;
const ours = ({ name }: Table) => `public.${quoted(name)}`;
const copied = ({ name }: Table) => `${SNAPSHOT}.${quoted(name)}`;

/** The shop's own tables. The queue of jobs is not part of a snapshot. */
const shopTables = async (client: pg.ClientBase) =>
  (await tablesOf(client)).filter(({ schema }) => schema === 'public');

/** The tables that have a copy, with the columns of it: a release that came since may have added some. */
async function copiedTables(client: pg.ClientBase): Promise<Table[]> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(`
    select relname as name, array_agg(attname::text) as columns from pg_attribute
    join pg_class on pg_class.oid = attrelid
    where relnamespace = '${SNAPSHOT}'::regnamespace and relkind = 'r' and attnum > 0 group by 1`);
  const copies = new Map(rows.map(({ name, columns }) => [name, columns]));
  return (await shopTables(client)).flatMap((table) => {
    const columns = copies.get(table.name);
    return columns ? [{ ...table, columns: table.columns.filter((each) => columns.includes(each)) }] : [];
  });
}

/** Copies every row. Takes as long as reading them. @throws if there is a snapshot already */
export async function takeSnapshot({ $client: client }: Transaction): Promise<void> {
  await client.query(`create schema ${SNAPSHOT}`);
  for (const table of await shopTables(client))
    await client.query(`create table ${copied(table)} as table ${ours(table)}`);
  // Their positions, which no transaction takes back.
  const sequences = (await sequencesOf(client)).filter(({ name }) => name.startsWith('public.'));
  await client.query(`create table ${SNAPSHOT}."sequence positions" as
    select * from json_to_recordset('${JSON.stringify(sequences)}') as position (name text, last text)`);
  await client.query(`comment on schema ${SNAPSHOT} is '${new Date().toISOString()}'`);
}

/**
 * Replaces every row by that of the snapshot, except those of the tables in `keeping`, and deletes the jobs that were
 * enqueued since, and the snapshot.
 * @param keeping runs between the two, with the rows of these tables as they were a moment ago, in `<name>_now`
 */
export async function returnToSnapshot(
  { $client: client }: Transaction,
  keeping: { tables: readonly string[]; statements: readonly string[] },
): Promise<void> {
  const tables = await copiedTables(client);
  await client.query(`set local lock_timeout = ${PATIENCE}`);
  await client.query(`lock table ${tables.map(ours).join(', ')} in access exclusive mode`);
  for (const name of keeping.tables)
    await client.query(
      `create temporary table ${quoted(`${name}_now`)} on commit drop as table public.${quoted(name)}`,
    );
  await fillTables(client, tables, async () => {
    for (const table of tables) {
      const columns = table.columns.map(quoted).join(', ');
      await client.query(
        `insert into ${ours(table)} (${columns}) overriding system value select ${columns} from ${copied(table)}`,
      );
    }
    for (const statement of keeping.statements) await client.query(statement);
  });
  const { rows } = await client.query<{ name: string; last: string }>(
    `select name, last from ${SNAPSHOT}."sequence positions"`,
  );
  // One that had given no number then begins again.
  const now = (await sequencesOf(client)).filter(({ name }) => name.startsWith('public.'));
  const unused = now.filter(({ name }) => rows.every((row) => row.name !== name));
  for (const { name } of unused) await client.query(`alter sequence ${name} restart`);
  await setSequences(client, rows);
  // What they would do is about rows that are gone.
  await client.query(`delete from pgboss.job where created_on >= $1 and name not like '\\_\\_pgboss%'`, [
    await snapshotTakenAt(client),
  ]);
  await client.query(`drop schema ${SNAPSHOT} cascade`);
  await client.query(`select pg_notify('catalogue', 'everything')`);
}

/** When the snapshot was taken; null if there is none. */
export async function snapshotTakenAt(client: Pick<pg.ClientBase, 'query'>): Promise<Date | null> {
  const { rows } = await client.query<{ at: string | null }>(
    `select obj_description(oid, 'pg_namespace') as at from pg_namespace where nspname = '${SNAPSHOT}'`,
  );
  return rows[0]?.at ? new Date(rows[0].at) : null;
}
