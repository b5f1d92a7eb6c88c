/** Reads the former shop's tables in a PostgreSQL database, in one snapshot that writes nothing. */
import pg from 'pg';
import { Connection, connectionSettings } from '#db/connection.ts';
import { placeOfUrl } from '../place.ts';
import { type FormerTable, type FormerTables, formerTables, type Row } from './tables.ts';

/** Rows per round trip. */
const BATCH = 1000;

/** Rows that a batch is looked up with, such as the lines of its orders: a table may have a million roles of one person. */
const MOST_RELATED = 100_000;

const quoted = pg.escapeIdentifier;

/** Where a table may be: accounts in the schema of the hosted service, or beside the others in a dump. */
const schemasOf = (table: FormerTable) =>
  table.startsWith('auth.') ? (['auth', 'public'] as const) : (['public'] as const);
const nameOf = (table: FormerTable) => table.replace(/^auth\./, '');

/** Accounts that confirmed first come first: of two with one address, they have it. */
const ORDER = ['email_confirmed_at', 'confirmed_at', 'created_at', 'id', 'user_id', 'order_id'];

type Known = { from: string; columns: ReadonlySet<string> };

/** @throws an error of PostgreSQL for an address that cannot be reached or read. */
export async function openPostgres(url: string): Promise<FormerTables> {
  const client = new Connection(connectionSettings({ url, name: 'farmgate moves in', forLongWork: true }));
  await client.connect();
  await client.query('begin transaction isolation level repeatable read, read only');
  await client.query("set local timezone to 'UTC'");
  const known = await knownTables(client);
  let cursors = 0;
  return {
    place: placeOfUrl(url),
    has: (table) => known.has(table),
    async *rows(table) {
      const found = known.get(table);
      if (!found) return;
      cursors += 1;
      const cursor = `former_${cursors}`;
      const by = ORDER.filter((column) => found.columns.has(column)).map(quoted);
      await client.query(
        `declare ${cursor} no scroll cursor for select to_json(one) as row from ${found.from} as one${by.length > 0 ? ` order by ${by.join(', ')}` : ''}`,
      );
      try {
        for (;;) {
          const { rows } = await client.query<{ row: Row }>(`fetch forward ${BATCH} from ${cursor}`);
          if (rows.length > 0) yield rows.map(({ row }) => row);
          if (rows.length < BATCH) break;
        }
      } finally {
        await client.query(`close ${cursor}`).catch(() => undefined);
      }
    },
    async related(table, columns, values) {
      const found = known.get(table);
      const has = columns
        .map((column) => ({ column: column.replace(/^lower:/, ''), isLower: column.startsWith('lower:') }))
        .filter(({ column }) => found?.columns.has(column));
      if (!found || has.length === 0) return { rows: [], left: 0 };
      // As text: an id may be a number here and text there. So no index helps, and each batch reads the table once.
      const condition = has
        .map(({ column, isLower }) =>
          isLower
            ? `lower(trim(one.${quoted(column)}::text)) = any($1::text[])`
            : `one.${quoted(column)}::text = any($1::text[])`,
        )
        .join(' or ');
      const { rows } = await client.query<{ row: Row }>(
        `select to_json(one) as row from ${found.from} as one where ${condition} limit ${MOST_RELATED}`,
        [values],
      );
      const isAll = rows.length < MOST_RELATED;
      const { rows: counted } = isAll
        ? { rows: [] }
        : await client.query<{ count: number }>(
            `select count(*)::int as count from ${found.from} as one where ${condition}`,
            [values],
          );
      return {
        rows: rows.map(({ row }) => row),
        left: Math.max(0, (counted[0]?.count ?? 0) - MOST_RELATED),
      };
    },
    async close() {
      await client.query('rollback').catch(() => undefined);
      await client.end();
    },
  };
}

async function knownTables(client: Connection): Promise<Map<FormerTable, Known>> {
  const { rows } = await client.query<{ schema: string; name: string; columns: string[] }>(`
    select nspname as schema, relname as name, array_agg(attname::text) as columns
    from pg_class join pg_namespace as space on space.oid = relnamespace
    join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped
    where nspname in ('public', 'auth') and relkind in ('r', 'p', 'v', 'm', 'f') group by 1, 2`);
  const known = new Map<FormerTable, Known>();
  for (const table of formerTables)
    for (const schema of schemasOf(table)) {
      const found = rows.find((row) => row.schema === schema && row.name === nameOf(table));
      if (found && !known.has(table))
        known.set(table, {
          from: `${quoted(schema)}.${quoted(found.name)}`,
          columns: new Set(found.columns),
        });
    }
  return known;
}
