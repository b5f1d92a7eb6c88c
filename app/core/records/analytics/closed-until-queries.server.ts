/** The last day of the books that is closed: what changes on that day or earlier is a correction of a later month. */
import { sql } from 'drizzle-orm';

/** One row, `closed_until`: a store day, or null while no month is closed. Months close one after the other. */
export const closedUntil = sql`
  select (max(month) + interval '1 month - 1 day')::date as closed_until
  from book_closings left join book_reopenings on closing_id = id
  where closing_id is null`;
