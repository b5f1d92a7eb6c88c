/**
 * Copies all of the application's data from one PostgreSQL into another that has the same schema and no data yet. Needs
 * no superuser and no client programs: PostgreSQL's own `pg_dump` must be as new as the server it reads, and
 * distributions are years behind the bundled one.
 */
import pg from 'pg';

/** Rows per batch. */
const BATCH = 1000;

type Table = { schema: string; name: string; columns: string[] };
/** Foreign keys that would refuse rows until the rows they refer to are copied. */
type ForeignKey = { table: string; name: string; definition: string };

/** `rows` counts the copied rows in all tables. */
export type Copied = { tables: number; rows: number };

/** Tables that record a database's schema version; their rows are not copied. */
const OWN_TABLES = ['drizzle.__drizzle_migrations', 'pgboss.version'];

/**
 * Copies all rows and the positions of all sequences, in one snapshot of `source` and one transaction of `target`, and
 * compares both sides table by table before it commits.
 * @throws Error when a table or column is missing on one side, or when the two sides differ after the copy; the target
 * is then unchanged.
 */
export async function copyDatabase(source: pg.Client, target: pg.Client): Promise<Copied> {
  await source.query(`set timezone to 'UTC'; begin transaction isolation level repeatable read, read only`);
  await target.query(`set timezone to 'UTC'; begin`);
  try {
    const tables = await sameTables(source, target);
    const keys = await foreignKeysOf(target);
    for (const key of keys) await target.query(`alter table ${key.table} drop constraint ${key.name}`);
    let rows = 0;
    for (const table of tables) await prepareTable(target, table);
    for (const table of tables) rows += await copyTable(source, target, table);
    for (const table of tables) await target.query(`alter table ${nameOf(table)} enable trigger user`);
    await copySequences(source, target);
    for (const key of keys)
      await target.query(`alter table ${key.table} add constraint ${key.name} ${key.definition}`);
    for (const table of tables) await expectSame(source, target, table);
    await target.query('commit');
    return { tables: tables.length, rows };
  } catch (error) {
    await target.query('rollback');
    throw error;
  } finally {
    await source.query('rollback');
  }
}

const quoted = pg.escapeIdentifier;
const nameOf = ({ schema, name }: Table) => `${quoted(schema)}.${quoted(name)}`;

async function tablesOf(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(`
    select space.nspname as schema, class.relname as name,
      array_agg(attribute.attname::text order by attribute.attname) as columns
    from pg_class class
    join pg_namespace space on space.oid = class.relnamespace
    join pg_attribute attribute on attribute.attrelid = class.oid and attribute.attnum > 0
      and not attribute.attisdropped and attribute.attgenerated = ''
    where class.relkind in ('r', 'p') and not class.relispartition
      and space.nspname not like 'pg\\_%' and space.nspname <> 'information_schema'
    group by 1, 2 order by 1, 2`);
  return rows.filter(({ schema, name }) => !OWN_TABLES.includes(`${schema}.${name}`));
}

async function sameTables(source: pg.Client, target: pg.Client): Promise<Table[]> {
  const [from, to] = await Promise.all([tablesOf(source), tablesOf(target)]);
  const described = (tables: Table[]) =>
    tables.map((table) => `${table.schema}.${table.name} (${table.columns.join(', ')})`);
  const there = new Set(described(to));
  const missing = described(from).filter((table) => !there.has(table));
  if (missing.length > 0 || from.length !== to.length)
    throw new Error(
      `The two databases have different tables: ${missing.join('; ') || 'the target has more'}.`,
    );
  return from;
}

async function foreignKeysOf(client: pg.Client): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(`
    select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and conparentid = 0`);
  return rows;
}

/** Deletes the rows that the migrations inserted. Disables triggers: the rows they would write are copied too. */
async function prepareTable(target: pg.Client, table: Table): Promise<void> {
  await target.query(`alter table ${nameOf(table)} disable trigger user`);
  await target.query(`delete from ${nameOf(table)}`);
}

async function copyTable(source: pg.Client, target: pg.Client, table: Table): Promise<number> {
  const columns = table.columns.map(quoted).join(', ');
  await source.query(
    `declare copied no scroll cursor for select to_jsonb(part)::text as row from (select ${columns} from ${nameOf(table)}) part`,
  );
  let copied = 0;
  for (;;) {
    const { rows } = await source.query<{ row: string }>(`fetch ${BATCH} from copied`);
    if (rows.length === 0) break;
    await target.query(
      `insert into ${nameOf(table)} (${columns}) overriding system value
       select ${columns} from jsonb_populate_recordset(null::${nameOf(table)}, $1::jsonb)`,
      [`[${rows.map(({ row }) => row).join(',')}]`],
    );
    copied += rows.length;
  }
  await source.query('close copied');
  return copied;
}

async function copySequences(source: pg.Client, target: pg.Client): Promise<void> {
  const { rows } = await source.query<{ name: string; last: string }>(`
    select quote_ident(schemaname) || '.' || quote_ident(sequencename) as name, last_value::text as last
    from pg_sequences where last_value is not null and schemaname <> 'drizzle'`);
  for (const { name, last } of rows)
    await target.query('select setval($1::regclass, $2::bigint)', [name, last]);
}

async function expectSame(source: pg.Client, target: pg.Client, table: Table): Promise<void> {
  const columns = table.columns.map(quoted).join(', ');
  const sum = `select count(*)::text as rows,
    coalesce(sum(('x' || substr(md5(row(${columns})::text), 1, 15))::bit(60)::bigint), 0)::text as sum
    from ${nameOf(table)}`;
  const [from, to] = await Promise.all([source.query(sum), target.query(sum)]);
  if (JSON.stringify(from.rows) !== JSON.stringify(to.rows))
    throw new Error(`${table.schema}.${table.name} differs after the copy. Nothing was moved.`);
}
