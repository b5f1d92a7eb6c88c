/** Reads which months are closed, and what was closed. Checks no permission: the callers do. */
import { type SQL, sql } from 'drizzle-orm';
import type { Transaction } from '#db/client.ts';
import { parseDate, type StoreDate } from '#kernel/time.ts';
import type { BookFigures } from './figures.ts';
import type { Closing } from './month.ts';

type Reader = Pick<Transaction, 'execute'>;

export type StoredClosing = Closing & { figures: BookFigures; storeName: string };

async function closingWhere(tx: Reader, condition: SQL): Promise<StoredClosing | null> {
  type Row = Omit<StoredClosing, 'month' | 'at'> & { month: string; at: string };
  const { rows } = await tx.execute<Row>(sql`
    select id, month::text, attempt, figures, store_name as "storeName", closed_by_name as by, book_closings.created_at as at
    from book_closings left join book_reopenings on closing_id = id
    where closing_id is null and ${condition} order by book_closings.month desc limit 1`);
  const [row] = rows;
  const month = row && parseDate(row.month);
  return row && month ? { ...row, month, at: new Date(row.at) } : null;
}

/** The month closed last; null while none is. */
export const lastClosing = (tx: Reader) => closingWhere(tx, sql`true`);

/** null for a month that is not closed, or was reopened. */
export const closingOf = (tx: Reader, month: StoreDate) =>
  closingWhere(tx, sql`book_closings.month = ${month.toString()}::date`);

/** A line of what happened to months, newest first. */
export type ClosingEntry = {
  id: string;
  month: StoreDate;
  what: 'closed' | 'reopened';
  by: string;
  reason: string | null;
  at: Date;
};

/** Every closing and reopening: at most two hundred, which is eight years. */
export async function readClosingHistory(tx: Reader): Promise<ClosingEntry[]> {
  type Row = Omit<ClosingEntry, 'month' | 'at'> & { month: string; at: string };
  const { rows } = await tx.execute<Row>(sql`
    select * from (
      select id || '-closed' as id, month::text, 'closed' as what, closed_by_name as by, null as reason, created_at as at
      from book_closings
      union all
      select id || '-reopened', month::text, 'reopened', reopened_by_name, reason, book_reopenings.created_at
      from book_reopenings join book_closings on id = closing_id
    ) as entry order by at desc, id limit 200`);
  return rows.flatMap((row) => {
    const month = parseDate(row.month);
    return month ? [{ ...row, month, at: new Date(row.at) }] : [];
  });
}
