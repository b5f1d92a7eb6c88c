/** Reads the licenses, permits and other dates that end soon, for the counter. */
import { and, asc, isNull, lte } from 'drizzle-orm';
import { database } from '#db/client.ts';
import { storeDates } from '#db/schema/dates.ts';
import { formatDate, parseDate, type StoreDate } from '#kernel/time.ts';
import { awayWords } from './store-date.ts';

/** Within this many days. */
const NEAR_DAYS = 30;
/** More than these do not fit above the board. */
const SHOWN = 3;

/** `due` as 'Nov 5, 2026', `away` as 'in 3 days'. */
export type NearDate = { id: string; title: string; due: string; away: string; isOverdue: boolean };

/** Open dates that are due within 30 days or overdue, the nearest first. */
export async function readNearDates(today: StoreDate): Promise<NearDate[]> {
  const rows = await database()
    .select({ id: storeDates.id, title: storeDates.title, dueOn: storeDates.dueOn })
    .from(storeDates)
    .where(and(isNull(storeDates.doneAt), lte(storeDates.dueOn, today.add({ days: NEAR_DAYS }).toString())))
    .orderBy(asc(storeDates.dueOn), storeDates.id)
    .limit(SHOWN);
  return rows.flatMap(({ id, title, dueOn }) => {
    const due = parseDate(dueOn);
    if (!due) return [];
    return [
      { id, title, due: formatDate(due), away: awayWords(due, today), isOverdue: dueOn < today.toString() },
    ];
  });
}
