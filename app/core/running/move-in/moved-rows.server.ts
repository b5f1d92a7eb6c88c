/** Reads and writes what each row of another system became here. */
import { sql } from 'drizzle-orm';
import type { Database, Transaction } from '#db/client.ts';
import { columnsNamed, jsonRows, replacing } from '#db/json-rows.ts';
import type { movedRows } from '#db/schema/move-in.ts';
import { statement } from '#db/statement.ts';
import { idOf, isUuid } from '#kernel/ids.ts';
import type { MoveSource } from '#kernel/statuses.ts';
import { keyedHash } from '#platform/secrets/secrets.ts';
import type { RecordKind } from './records.ts';

export type Known = {
  ourId: string | null;
  isOurs: boolean;
  hash: string;
  about: Record<string, string> | null;
};

type Asked = Pick<Transaction, '$client'> | Pick<Database, '$client'>;

const readKnown = statement<Known & { sourceId: string }>(sql`
  select source_id as "sourceId", our_id as "ourId", is_ours as "isOurs", hash, about from moved_rows
  where source = ${sql.placeholder('source')} and kind = ${sql.placeholder('kind')}
    and source_id = any(${sql.placeholder('ids')}::text[])`);

/** What these rows became, by their ids at the source. */
export async function knownRows(
  tx: Asked,
  source: MoveSource,
  kind: RecordKind,
  sourceIds: readonly string[],
): Promise<Map<string, Known>> {
  if (sourceIds.length === 0) return new Map();
  const rows = await readKnown(tx, { source, kind, ids: [...new Set(sourceIds)] });
  return new Map(rows.map(({ sourceId, ...known }) => [sourceId, known]));
}

export type MovedRow = Omit<typeof movedRows.$inferInsert, 'movedAt'>;

const KEY = ['source', 'kind', 'sourceId'] as const satisfies readonly (keyof MovedRow)[];
const FACTS = ['ourId', 'isOurs', 'hash', 'about'] as const satisfies readonly (keyof MovedRow)[];

const insertMoved = statement(sql`
  insert into moved_rows (${columnsNamed([...KEY, ...FACTS])})
  select ${columnsNamed([...KEY, ...FACTS])}
  from json_populate_recordset(null::moved_rows, ${sql.placeholder('rows')}::json)
  on conflict (${columnsNamed(KEY)}) do update set ${replacing(FACTS)}, moved_at = now()`);

export async function saveMoved(tx: Transaction, rows: readonly MovedRow[]): Promise<void> {
  if (rows.length > 0)
    await insertMoved(tx, { rows: jsonRows(rows.map((row) => ({ isOurs: true, ...row }))) });
}

/** Keyed: a record has a license number, which its hash must not give away. */
export const hashOf = (record: object): string => keyedHash(JSON.stringify(record), 'moved row');

/**
 * The id that a row gets here: the same in each run. What this shop exported keeps its own; an id of a strange file could be
 * chosen, to be that of a row of ours.
 */
export const ourIdOf = (source: MoveSource, kind: RecordKind, sourceId: string): string =>
  source === 'export' && isUuid(sourceId) ? sourceId.toLowerCase() : idOf(`${source}/${kind}/${sourceId}`);
