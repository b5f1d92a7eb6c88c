/** Reads whether the shop reports, and figures of it: for the sender, the office's pages, the doctor, metrics and the menu. */
import { sql } from 'drizzle-orm';
import { type Actor, may } from '#core/ground/access/actor.ts';
import { type Database, database, type Transaction } from '#db/client.ts';
import { stateActs, stateReporting } from '#db/schema/tracking.ts';
import { asDate, type StoreDate, startOfDay } from '#kernel/time.ts';

/** `fromDay`: the first store-local day that is reported. `silentSince`: null while the state's system answers. */
export type Reporting = typeof stateReporting.$inferSelect & { fromDay: string };

/** Null while the shop has never reported: then nothing of reporting is shown. For code that has asked for the permission. */
export async function readReporting(
  db: Pick<Database | Transaction, 'select'> = database(),
): Promise<Reporting | null> {
  const [row] = await db.select().from(stateReporting);
  return row?.fromDay ? { ...row, fromDay: row.fromDay } : null;
}

export type ReportFigures = {
  waiting: number;
  /** Seconds since the oldest one that waits happened; null if none waits. */
  oldestSeconds: number | null;
  /** Refused: each is a task of a person. */
  tasks: number;
  /** Seconds since the oldest task was refused; null without one. */
  oldestTaskSeconds: number | null;
};

/**
 * From small indexes: what waits and what is refused, whatever was sent before. What waits for a sale that is refused is
 * part of its task.
 */
export async function readReportFigures(): Promise<ReportFigures> {
  const { rows } = await database().execute<ReportFigures>(sql`
    select open.waiting, open."oldestSeconds", refused.tasks, refused."oldestTaskSeconds"
    from (
      select count(*)::int as waiting, extract(epoch from now() - min(happened_at))::int as "oldestSeconds"
      from ${stateActs} as act where status in ('waiting', 'sending') and not exists (
        select 1 from ${stateActs} as sale where sale.id = act.sale_id and sale.status = 'refused')
    ) as open, (
      select count(*)::int as tasks,
        extract(epoch from now() - min(coalesce(tried_at, created_at)))::int as "oldestTaskSeconds"
      from ${stateActs} where status = 'refused'
    ) as refused`);
  return rows[0] ?? { waiting: 0, oldestSeconds: null, tasks: 0, oldestTaskSeconds: null };
}

/** Acts that the state's system took: on this store-local day, or ever. */
export async function countSent(on?: { day: StoreDate; zone: string }): Promise<number> {
  const since = on ? sql`sent_at >= ${asDate(startOfDay(on.day, on.zone))}` : sql`sent_at is not null`;
  const { rows } = await database().execute<{ sent: number }>(
    sql`select count(*)::int as sent from ${stateActs} where ${since}`,
  );
  return rows[0]?.sent ?? 0;
}

/** Tasks that wait for a person, for the menu and the dashboard; null for actors who may not count stock. */
export async function countTasks(actor: Actor): Promise<number | null> {
  if (!may(actor, 'inventory.see')) return null;
  return (await readReportFigures()).tasks;
}
