/**
 * Keyset paging: a page starts after the last row of the previous one, found through an index, so page 5,000 costs the
 * same as page 1 and added or removed rows do not shift the pages.
 *
 * ```ts
 * const newest = byMoment(orders.createdAt, orders.id, true);
 * const page = await readKeysetPage(newest, state.position, 25, ({ where, orderBy, limit, key }) =>
 *   database().select({ id: orders.id, key }).from(orders).where(and(filter, where)).orderBy(...orderBy).limit(limit));
 * ```
 */
import { type AnyColumn, and, type SQL, sql } from 'drizzle-orm';
import { isUuid } from '#kernel/ids.ts';
import type { Position } from '#kernel/list-state.ts';
import { MAX_INTEGER } from '#kernel/number.ts';

export type KeyType = 'timestamptz' | 'integer' | 'bigint' | 'text' | 'uuid' | 'date';

/**
 * Columns sorted in one direction that are never null; the last one is unique. An index over them in this order serves
 * the list.
 */
export type Keyset = {
  columns: readonly { expression: AnyColumn | SQL; type: KeyType }[];
  descending: boolean;
};

/** By a moment, and by id where two rows share it. @param descending newest first */
export const byMoment = (moment: AnyColumn | SQL, id: AnyColumn | SQL, descending: boolean): Keyset => ({
  columns: [
    { expression: moment, type: 'timestamptz' },
    { expression: id, type: 'uuid' },
  ],
  descending,
});

/** The where, order by, limit and select that read one page. */
export type KeysetQuery = {
  where: SQL | undefined;
  orderBy: SQL[];
  limit: number;
  /** Select this as `key`: the row's values in the columns, as text, to the microsecond. */
  key: SQL<string[]>;
};

export type KeysetPage<Row> = { rows: Row[]; previous: Position | null; next: Position | null };

/**
 * Reads the page at `position`. Returns the first page when the position does not fit the columns (an old or made-up
 * link), or when less than a page is left before it.
 */
export async function readKeysetPage<Row extends { key: string[] }>(
  keyset: Keyset,
  position: Position | null,
  size: number,
  read: (query: KeysetQuery) => PromiseLike<Row[]>,
): Promise<KeysetPage<Omit<Row, 'key'>>> {
  const at = position && fits(keyset, position) ? position : null;
  const backwards = at?.direction === 'before';
  const found = await read(keysetQuery(keyset, at, size + 1));
  if (backwards && found.length <= size) return readKeysetPage(keyset, null, size, read);
  const rows = found.slice(0, size);
  if (backwards) rows.reverse();
  const [first, last] = [rows[0], rows.at(-1)];
  return {
    rows: rows.map(({ key: _, ...row }) => row),
    previous: at && first ? { direction: 'before', key: first.key } : null,
    next: last && (backwards || found.length > size) ? { direction: 'after', key: last.key } : null,
  };
}

/** Yields every row in keyset order, a batch at a time, in constant memory. */
export async function* eachRow<Row extends { key: string[] }>(
  keyset: Keyset,
  read: (query: KeysetQuery) => PromiseLike<Row[]>,
  batch = 1000,
): AsyncGenerator<Row> {
  let position: Position | null = null;
  for (;;) {
    const rows: Row[] = await read(keysetQuery(keyset, position, batch));
    yield* rows;
    const last = rows.at(-1);
    if (!last || rows.length < batch) return;
    position = { direction: 'after', key: last.key };
  }
}

function keysetQuery({ columns, descending }: Keyset, position: Position | null, limit: number): KeysetQuery {
  const down = position?.direction === 'before' ? !descending : descending;
  const expressions = columns.map(({ expression }) => sql`${expression}`);
  const values = columns.map(({ type }, index) => sql`${position?.key[index]}::${sql.raw(type)}`);
  const comparison = sql.raw(down ? '<' : '>');
  return {
    where:
      position === null
        ? undefined
        : and(sql`(${sql.join(expressions, sql`, `)}) ${comparison} (${sql.join(values, sql`, `)})`),
    orderBy: expressions.map((expression) => (down ? sql`${expression} desc` : sql`${expression} asc`)),
    limit,
    key: sql<string[]>`array[${sql.join(
      expressions.map((expression) => sql`${expression}::text`),
      sql`, `,
    )}]`.as('key') as unknown as SQL<string[]>,
  };
}

const shapes: Readonly<Record<KeyType, (text: string) => boolean>> = {
  timestamptz: (text) =>
    /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?[+-]\d\d(:\d\d)?$/.test(text) && isDay(text),
  date: (text) => /^\d{4}-\d\d-\d\d$/.test(text) && isDay(text),
  integer: (text) => /^-?\d{1,10}$/.test(text) && Math.abs(Number(text)) <= MAX_INTEGER,
  bigint: (text) => /^-?\d{1,18}$/.test(text),
  uuid: isUuid,
  text: () => true,
};

/** Whether PostgreSQL would accept the text as a moment: a real day, a real time. */
function isDay(text: string): boolean {
  const [day = '', time = '00:00:00'] = text.slice(0, 19).split(' ');
  const parsed = new Date(`${day}T${time}Z`);
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(day);
}

function fits({ columns }: Keyset, { key }: Position): boolean {
  return (
    key.length === columns.length &&
    columns.every(({ type }, index) => {
      const value = key[index];
      return typeof value === 'string' && shapes[type](value);
    })
  );
}
