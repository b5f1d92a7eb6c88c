/** Loads the dates that matter. */
import { and, asc, desc, eq, isNotNull, isNull } from 'drizzle-orm';
import { type Actor, may } from '#core/ground/access/actor.ts';
import { storeClock } from '#core/ground/settings/store-clock.server.ts';
import { awayWords } from '#core/records/dates/store-date.ts';
import { database } from '#db/client.ts';
import { storeDates } from '#db/schema/dates.ts';
import { isUuid } from '#kernel/ids.ts';
import type { DateRepeat } from '#kernel/statuses.ts';
import { formatDate, parseDate, type StoreDate } from '#kernel/time.ts';

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
  /** Whether a reminder is due. */
  isNear: boolean;
  repeat: DateRepeat;
  reminderDays: readonly number[];
  isDone: boolean;
  version: number;
};

const DONE_SHOWN = 20;

/** Open ones, the nearest first; and the last done ones. null for users who may not manage settings. */
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

/** One of them; null if there is none, and for users who may not manage settings. */
async function readStoreDate(actor: Actor, id: string, today: StoreDate): Promise<StoreDateLine | null> {
  if (!may(actor, 'settings.manage')) return null;
  const [row] = await database()
    .select()
    .from(storeDates)
    .where(and(eq(storeDates.id, id)));
  return row ? lineOf(row, today) : null;
}

/** For the dashboard: what is overdue, or close enough for a reminder. Empty for users who may not see it. */
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

/** For pages of one date; 404 for users who may not manage settings, and for a date that does not exist. */
export async function requireStoreDate(actor: Actor, id: string): Promise<StoreDateLine> {
  const { today } = await storeClock();
  const date = isUuid(id) ? await readStoreDate(actor, id, today) : null;
  if (!date) throw new Response(null, { status: 404 });
  return date;
}

/** The form's values, by field. */
export const storeDateTexts = ({ title, dueOn, repeat, reminderDays, note }: StoreDateLine) => ({
  title,
  dueOn,
  repeat,
  reminderDays: reminderDays.join(', '),
  note,
});
