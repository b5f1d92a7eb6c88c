/**
 * Rows of one statement as one JSON value, for writes of hundreds of rows: a value for each cell takes longer to build and
 * to plan than the rows take to write, and a statement has at most 65,535 of them.
 *
 *     insert into orders (${columnsNamed(NAMES)}) select ${columnsNamed(NAMES)}
 *     from json_populate_recordset(null::orders, ${sql.placeholder('rows')}::json)
 */
import { type SQL, sql } from 'drizzle-orm';

/** 'userEmail' as 'user_email'. */
const columnNamed = (name: string): string =>
  name.replaceAll(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`);

export const columnsNamed = (names: readonly string[]): SQL => sql.raw(names.map(columnNamed).join(', '));

/** For `on conflict do update`: each column gets the value of the new row. */
export const replacing = (names: readonly string[]): SQL =>
  sql.raw(names.map((name) => `${columnNamed(name)} = excluded.${columnNamed(name)}`).join(', '));

/** Rows by their columns' names. A name that is missing is null. */
export const jsonRows = <Row extends object>(rows: readonly Row[]): string =>
  JSON.stringify(
    rows.map((row) =>
      Object.fromEntries(Object.entries(row).map(([name, value]) => [columnNamed(name), value])),
    ),
  );
