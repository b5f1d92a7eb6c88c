/** Reads from the audit log when a person worked, what they approved for others, and that they left. */
import { and, desc, eq, gte, isNull, sql } from 'drizzle-orm';
import { type Actor, may } from '#core/ground/access/actor.ts';
import { actionWords } from '#core/ground/audit/audit-words.ts';
import { database } from '#db/client.ts';
import { auditLog } from '#db/schema/audit.ts';
import { asDate, formatDateTime, instantOf, type StoreDate, startOfDay } from '#kernel/time.ts';
import type { WorkDay } from './work-day.ts';

/** Days of the list of shifts, and of what they approved. */
const DAYS_SHOWN = 14;
const APPROVED_DAYS = 30;
const MOST_APPROVED = 20;

const since = (today: StoreDate, days: number, zone: string) =>
  gte(auditLog.createdAt, asDate(startOfDay(today.subtract({ days: days - 1 }), zone)));

/** Newest first, of the last fourteen days; imports do not count. Empty for people who may not read the audit log. */
export async function readWorkDays(
  actor: Actor,
  userId: string,
  today: StoreDate,
  zone: string,
): Promise<WorkDay[]> {
  if (!may(actor, 'audit.read')) return [];
  const day = sql<string>`(created_at at time zone ${sql.param(zone)})::date::text`.as('day');
  const rows = await database()
    .select({
      day,
      first: sql<string>`min(created_at)`,
      last: sql<string>`max(created_at)`,
      acts: sql<number>`count(*)::int`,
      signIns: sql<number>`(count(*) filter (where action = 'staff.signed-in'))::int`,
      takeOvers: sql<number>`(count(*) filter (where action = 'tablet.taken-over'))::int`,
    })
    .from(auditLog)
    .where(and(eq(auditLog.actorId, userId), since(today, DAYS_SHOWN, zone), isNull(auditLog.batchId)))
    .groupBy(sql`day`)
    .orderBy(sql`day desc`);
  return rows.map(({ first, last, ...row }) => ({
    ...row,
    first: instantOf(new Date(first)),
    last: instantOf(new Date(last)),
  }));
}

/** `what` in the words of the log; `askedBy` the colleague whose act it let through. */
export type Approval = { id: string; what: string; askedBy: string; at: string };

/** Their yes to acts of colleagues, newest first, of thirty days. Empty for people who may not read the audit log. */
export async function readApprovals(
  actor: Actor,
  userId: string,
  today: StoreDate,
  zone: string,
): Promise<Approval[]> {
  if (!may(actor, 'audit.read')) return [];
  const rows = await database()
    .select({
      id: auditLog.id,
      action: auditLog.action,
      askedBy: sql<string>`${auditLog.after}->>'askedBy'`,
      createdAt: auditLog.createdAt,
    })
    .from(auditLog)
    .where(
      and(
        eq(auditLog.actorId, userId),
        since(today, APPROVED_DAYS, zone),
        sql`${auditLog.after} ? 'askedBy'`,
      ),
    )
    .orderBy(desc(auditLog.createdAt), desc(auditLog.id))
    .limit(MOST_APPROVED);
  return rows.map(({ id, action, askedBy, createdAt }) => ({
    ...{ id, askedBy, what: actionWords(action), at: formatDateTime(instantOf(createdAt), zone) },
  }));
}

/** When they last left and who ended their work; null if no one did, and for people who may not manage users. */
export async function readLeft(
  actor: Actor,
  userId: string,
  zone: string,
): Promise<{ at: string; by: string; role: string } | null> {
  if (!may(actor, 'users.manage')) return null;
  const [entry] = await database()
    .select({
      at: auditLog.createdAt,
      by: auditLog.actorName,
      role: sql<string | null>`${auditLog.before}->>'role'`,
    })
    .from(auditLog)
    .where(
      and(
        eq(auditLog.subjectType, 'user'),
        eq(auditLog.subjectId, userId),
        eq(auditLog.action, 'staff.left'),
      ),
    )
    .orderBy(desc(auditLog.createdAt))
    .limit(1);
  return entry
    ? { at: formatDateTime(instantOf(entry.at), zone), by: entry.by ?? '', role: entry.role ?? '' }
    : null;
}

/** Whether the audit log has an act of theirs. */
export async function hasWorked(userId: string): Promise<boolean> {
  const [row] = await database()
    .select({ id: auditLog.id })
    .from(auditLog)
    .where(eq(auditLog.actorId, userId))
    .limit(1);
  return row !== undefined;
}
