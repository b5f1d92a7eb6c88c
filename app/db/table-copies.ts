/**
 * What a copy of the whole database consists of: every table with its columns, the positions of the sequences, and a sum
 * of each table's rows to compare by. Used to move a database, to back it up and to restore it. Needs no superuser and no
 * client programs: PostgreSQL's own `pg_dump` must be as new as the server it reads, and distributions are years behind
 * the bundled one.
 */
import pg from 'pg';
import type { Connection } from './connection.ts';
import { copyIn, copyOut } from './copy-stream.ts';

/** `columns` without generated ones, by name. */
export type Table = { schema: string; name: string; columns: string[] };

/** The rows of a table, and a sum over them that does not depend on their order. */
export type TableSum = { rows: string; sum: string };

export type Sequence = { name: string; last: string };

/** Foreign keys that would refuse rows until the rows they refer to are there. */
type ForeignKey = { table: string; name: string; definition: string };

/** Tables that record a database's schema version; their rows are not copied. */
const OWN_TABLES = ['drizzle.__drizzle_migrations', 'pgboss.version'];

/** The schema with the copies of a snapshot (`snapshot.ts`), which are no rows of ours. */
export const SNAPSHOT = 'rehearsal';

/** Of both sides: the sums are of rows as text. Limits that a URL names are for requests. */
export const COPY_SETTINGS = `set timezone to 'UTC'; set datestyle to 'ISO'; set intervalstyle to 'postgres';
  set bytea_output to 'hex'; set extra_float_digits to 1; set statement_timeout to 0; set lock_timeout to 0;
  set idle_in_transaction_session_timeout to 0`;

const quoted = pg.escapeIdentifier;

/** `schema.name`, as in a manifest and in messages. */
export const titleOf = ({ schema, name }: Pick<Table, 'schema' | 'name'>) => `${schema}.${name}`;
const nameOf = ({ schema, name }: Table) => `${quoted(schema)}.${quoted(name)}`;
const columnsOf = ({ columns }: Table) => columns.map(quoted).join(', ');

/** Every table with rows of ours, by schema and name. */
export async function tablesOf(client: pg.ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Table>(`
    select space.nspname as schema, class.relname as name,
      array_agg(attribute.attname::text order by attribute.attname) as columns
    from pg_class class
    join pg_namespace space on space.oid = class.relnamespace
    join pg_attribute attribute on attribute.attrelid = class.oid and attribute.attnum > 0
      and not attribute.attisdropped and attribute.attgenerated = ''
    where class.relkind in ('r', 'p') and not class.relispartition
      and space.nspname not like 'pg\\_%' and space.nspname not in ('information_schema', '${SNAPSHOT}')
    group by 1, 2 order by 1, 2`);
  return rows.filter((table) => !OWN_TABLES.includes(titleOf(table)));
}

/** The rows as PostgreSQL's COPY writes them: text, one line each, columns separated by tabs. */
export function rowsOut(client: Connection, table: Table): AsyncGenerator<Buffer> {
  return copyOut(client, `copy (select ${columnsOf(table)} from ${nameOf(table)}) to stdout`);
}

/** Writes rows that `rowsOut` read; returns how many. */
export function rowsIn(client: Connection, table: Table, rows: AsyncIterable<Uint8Array>): Promise<number> {
  return copyIn(client, `copy ${nameOf(table)} (${columnsOf(table)}) from stdin`, rows);
}

export async function sumOf(client: pg.ClientBase, table: Table): Promise<TableSum> {
  const { rows } = await client.query<TableSum>(`
    select count(*)::text as rows,
      coalesce(sum(('x' || substr(md5(row(${columnsOf(table)})::text), 1, 15))::bit(60)::bigint), 0)::text as sum
    from ${nameOf(table)}`);
  return rows[0] ?? { rows: '0', sum: '0' };
}

export async function sequencesOf(client: pg.ClientBase): Promise<Sequence[]> {
  const { rows } = await client.query<Sequence>(`
    select quote_ident(schemaname) || '.' || quote_ident(sequencename) as name, last_value::text as last
    from pg_sequences where last_value is not null and schemaname not in ('drizzle', '${SNAPSHOT}')`);
  return rows;
}

/**
 * Fills all tables in the transaction that is open: `load` writes the rows. Triggers are disabled during the load, because the
 * rows they would write are copied too, and foreign keys are checked at the end. Rows that migrations inserted go first.
 */
export async function fillTables(
  target: pg.ClientBase,
  tables: readonly Table[],
  load: () => Promise<void>,
): Promise<void> {
  const { rows: keys } = await target.query<ForeignKey>(`
    select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and conparentid = 0`);
  for (const key of keys) await target.query(`alter table ${key.table} drop constraint ${key.name}`);
  for (const table of tables) {
    await target.query(`alter table ${nameOf(table)} disable trigger user`);
    await target.query(`delete from ${nameOf(table)}`);
  }
  // Built once at the end, an index takes a fraction of the time.
  const { rows: indexes } = await target.query<{ name: string; definition: string }>(`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
    from pg_index join pg_class class on class.oid = indrelid
    where class.relnamespace = 'public'::regnamespace and class.relkind = 'r'
      and not exists (select from pg_constraint where conindid = indexrelid)`);
  for (const { name } of indexes) await target.query(`drop index ${name}`);
  await load();
  for (const { definition } of indexes) await target.query(definition);
  for (const table of tables) await target.query(`alter table ${nameOf(table)} enable trigger user`);
  for (const key of keys)
    await target.query(`alter table ${key.table} add constraint ${key.name} ${key.definition}`);
}

export async function setSequences(target: pg.ClientBase, sequences: readonly Sequence[]): Promise<void> {
  for (const { name, last } of sequences)
    await target.query('select setval($1::regclass, $2::bigint)', [name, last]);
}

/** What one list of tables has and another has not, in words; null if both are the same. */
export function tableDifference(from: readonly Table[], to: readonly Table[]): string | null {
  const described = (tables: readonly Table[]) =>
    tables.map((table) => `${titleOf(table)} (${table.columns.join(', ')})`);
  const there = new Set(described(to));
  const missing = described(from).filter((table) => !there.has(table));
  if (missing.length === 0 && from.length === to.length) return null;
  return missing.join('; ') || 'the target has more';
}
