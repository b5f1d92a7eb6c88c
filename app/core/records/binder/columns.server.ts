/** Parts of the binder's queries. Names of columns are ours. */
import { type SQL, sql } from 'drizzle-orm';
import type { Span } from './binder.ts';

/** Whether the moment of the column is in the span. */
export const during = ({ from, to }: Span, column: string): SQL =>
  sql`${sql.raw(column)} >= ${from}::timestamptz and ${sql.raw(column)} < ${to}::timestamptz`;

/** '2026-11-21 14:00:00', as in other exports (`localTime`): the transaction's time zone is the store's. */
export const time = (column: string): SQL => sql`to_char(${sql.raw(column)}, 'YYYY-MM-DD HH24:MI:SS')`;

/**
 * The account behind a name in a record, as 'ana@farm.example 01a2…': a name is a copy, and the id stays when the
 * account is deleted.
 */
export const account = (column: string): SQL =>
  sql`nullif(concat_ws(' ', (select email from users where users.id = ${sql.raw(column)}), ${sql.raw(column)}::text), '')`;

/** A day of the calendar as text, not as the driver's moment. */
export const day = (column: string): SQL => sql`${sql.raw(column)}::text`;
