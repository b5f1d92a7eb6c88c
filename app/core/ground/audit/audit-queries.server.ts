/** Reads the audit log: all of it for people who may, and the history of one thing for its page. */
import { and, desc, eq } from 'drizzle-orm';
import { accountEmail } from '#core/ground/access/account-queries.server.ts';
import { type Actor, may } from '#core/ground/access/actor.ts';
import { database } from '#db/client.ts';
import { byMoment, type Keyset, type KeysetPage, readKeysetPage } from '#db/keyset.ts';
import { auditLog } from '#db/schema/audit.ts';
import { formatDateTime, instantOf } from '#kernel/time.ts';
import { type AuditChange, type AuditState, type AuditSubject, changesBetween } from './audit.ts';
import { auditFilter } from './audit-filter.server.ts';
import type { AuditListState } from './audit-list.ts';

export type AuditLine = {
  id: string;
  /** 'Nov 5, 2026 3:07 PM' in the store's zone. */
  at: string;
  /** Null when the shop acted by itself. */
  who: string | null;
  /** The email of their account; null also once it is deleted. */
  email: string | null;
  action: string;
  subject: string;
  subjectId: string;
  changes: AuditChange[];
  reason: string | null;
};

export const auditColumns = {
  id: auditLog.id,
  createdAt: auditLog.createdAt,
  actorId: auditLog.actorId,
  actorName: auditLog.actorName,
  actorEmail: accountEmail(auditLog.actorId),
  action: auditLog.action,
  subjectType: auditLog.subjectType,
  subjectId: auditLog.subjectId,
  before: auditLog.before,
  after: auditLog.after,
  reason: auditLog.reason,
};

const PAGE = 50;
/** A history on a thing's own page shows this many; the audit page has the rest. */
const HISTORY = 50;

/** Newest first. Null for people who may not read it. */
export async function readAudit(
  actor: Actor,
  state: AuditListState,
  zone: string,
): Promise<KeysetPage<AuditLine> | null> {
  if (!may(actor, 'audit.read')) return null;
  const matching = await auditFilter(state, zone);
  const page = await readKeysetPage(
    auditKeyset(state),
    state.position,
    PAGE,
    ({ where, orderBy, limit, key }) =>
      database()
        .select({ ...auditColumns, key })
        .from(auditLog)
        .where(and(matching, where))
        .orderBy(...orderBy)
        .limit(limit),
  );
  return { ...page, rows: page.rows.map((row) => lineOf(row, zone)) };
}

export function auditKeyset({ sort }: Pick<AuditListState, 'sort'>): Keyset {
  return byMoment(auditLog.createdAt, auditLog.id, sort.startsWith('-'));
}

/** Staff actions on one thing, newest first. Empty for people who may not enter the back office. */
export async function readHistory(
  actor: Actor,
  subject: AuditSubject,
  subjectId: string,
  zone: string,
): Promise<AuditLine[]> {
  if (!may(actor, 'backoffice.enter')) return [];
  const rows = await database()
    .select(auditColumns)
    .from(auditLog)
    .where(and(eq(auditLog.subjectType, subject), eq(auditLog.subjectId, subjectId)))
    .orderBy(desc(auditLog.createdAt), desc(auditLog.id))
    .limit(HISTORY);
  return rows.map((row) => lineOf(row, zone));
}

/** By subject id, who changed it last and when. Empty for people who may not enter the back office. */
export async function readLastChanges(
  actor: Actor,
  subject: AuditSubject,
  zone: string,
): Promise<Record<string, { who: string | null; at: string }>> {
  if (!may(actor, 'backoffice.enter')) return {};
  const rows = await database()
    .selectDistinctOn([auditLog.subjectId], {
      subjectId: auditLog.subjectId,
      who: auditLog.actorName,
      createdAt: auditLog.createdAt,
    })
    .from(auditLog)
    .where(eq(auditLog.subjectType, subject))
    .orderBy(auditLog.subjectId, desc(auditLog.createdAt));
  return Object.fromEntries(
    rows.map(({ subjectId, who, createdAt }) => [
      subjectId,
      { who, at: formatDateTime(instantOf(createdAt), zone) },
    ]),
  );
}

type Row = {
  id: string;
  createdAt: Date;
  actorName: string | null;
  actorEmail: string | null;
  action: string;
  subjectType: string;
  subjectId: string;
  before: unknown;
  after: unknown;
  reason: string | null;
};

function lineOf(row: Row, zone: string): AuditLine {
  return {
    id: row.id,
    at: formatDateTime(instantOf(row.createdAt), zone),
    who: row.actorName,
    email: row.actorEmail,
    action: row.action,
    subject: row.subjectType,
    subjectId: row.subjectId,
    changes: changesBetween(row.before as AuditState | null, row.after as AuditState | null),
    reason: row.reason,
  };
}
