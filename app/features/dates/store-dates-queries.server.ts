/** Reads the dates that matter. */
import { and, asc, desc, eq, isNotNull, isNull } from 'drizzle-orm';
import { database } from '#db/client.ts';
import { storeDates } from '#db/schema/dates.ts';
import { type Actor, may } from '#features/access/actor.ts';
import type { DateRepeat } from '#kernel/statuses.ts';
import { formatDate, parseDate, type StoreDate } from '#kernel/time.ts';
import { awayWords } from './store-date.ts';

export type StoreDateLine = {
  id: string;
  title: string;
  note: string;
  /** 'yyyy-mm-dd', and 'Nov 5, 2026'. */
  dueOn: string;
  due: string;
  /** 'in 3 days' */
  away: string;
  isOverdue: boolean;
  /** Whether a reminder's day has come. */
  isNear: boolean;
  repeat: DateRepeat;
  reminderDays: readonly number[];
  isDone: boolean;
  version: number;
};

const DONE_SHOWN = 20;

/** Open ones, the nearest first; and those done last. null for those who may not manage settings. */
export async function readStoreDates(
  actor: Actor,
  today: StoreDate,
): Promise<{ open: StoreDateLine[]; done: StoreDateLine[] } | null> {
  if (!may(actor, 'settings.manage')) return null;
  const [open, done] = await Promise.all([
    database()
      .select()
      .from(storeDates)
      .where(isNull(storeDates.doneAt))
      .orderBy(asc(storeDates.dueOn), storeDates.id),
    database()
      .select()
      .from(storeDates)
      .where(isNotNull(storeDates.doneAt))
      .orderBy(desc(storeDates.doneAt))
      .limit(DONE_SHOWN),
  ]);
  return { open: open.map((row) => lineOf(row, today)), done: done.map((row) => lineOf(row, today)) };
}

/** One of them; null where there is none, and for those who may not manage settings. */
export async function readStoreDate(
  actor: Actor,
  id: string,
  today: StoreDate,
): Promise<StoreDateLine | null> {
  if (!may(actor, 'settings.manage')) return null;
  const [row] = await database()
    .select()
    .from(storeDates)
    .where(and(eq(storeDates.id, id)));
  return row ? lineOf(row, today) : null;
}

/** For the dashboard: what is overdue, or near enough that somebody was reminded of it. Empty for who may not see it. */
export async function readDueDates(actor: Actor, today: StoreDate): Promise<StoreDateLine[]> {
  const dates = await readStoreDates(actor, today);
  return dates?.open.filter(({ isOverdue, isNear }) => isOverdue || isNear) ?? [];
}

function lineOf(row: typeof storeDates.$inferSelect, today: StoreDate): StoreDateLine {
  const due = parseDate(row.dueOn);
  if (!due) throw new Error(`${row.dueOn} is no date`);
  const left = today.until(due, { largestUnit: 'days' }).days;
  return {
    id: row.id,
    title: row.title,
    note: row.note,
    dueOn: row.dueOn,
    due: formatDate(due),
    away: awayWords(due, today),
    isOverdue: left < 0,
    isNear: left <= Math.max(0, ...row.reminderDays),
    repeat: row.repeat,
    reminderDays: row.reminderDays,
    isDone: row.doneAt !== null,
    version: row.version,
  };
}
