/** Exports the audit log as rows for a spreadsheet; the export itself is recorded first. */

import { and } from 'drizzle-orm';
import { type Actor, may } from '#core/ground/access/actor.ts';
import { eachRow } from '#db/keyset.ts';
import { auditLog } from '#db/schema/audit.ts';
import { refuse } from '#kernel/result.ts';
import { instantOf } from '#kernel/time.ts';
import type { Cell } from '#platform/csv/csv.ts';
import { localTime } from '#platform/csv/export-cells.ts';
import { type AuditState, changesBetween } from './audit.ts';
import { auditFilter } from './audit-filter.server.ts';
import type { AuditListState } from './audit-list.ts';
import { auditColumns, auditKeyset } from './audit-queries.server.ts';
import { type AuditLabels, changeText, changeWords, labelsOf } from './audit-words.ts';
import { type Exported, exportRecords } from './export-records.server.ts';

export const auditExportColumns = {
  at: 'at',
  who: 'who',
  email: 'email',
  account: 'account',
  action: 'action',
  about: 'about',
  id: 'id',
  changes: 'changes',
  reason: 'reason',
} as const;

export type AuditExportRow = Record<keyof typeof auditExportColumns, Cell>;

/**
 * Every entry that the filters match, in the list's order. Refused: people who may not export records, and an old
 * sign-in.
 */
export async function exportAudit(
  actor: Actor,
  state: AuditListState,
  { zone, labels }: { zone: string; labels: AuditLabels },
): Promise<Exported<AuditExportRow>> {
  if (!may(actor, 'audit.read')) return refuse({ kind: 'not-allowed' });
  const matching = await auditFilter(state, zone);
  return exportRecords(actor, {
    action: 'audit.exported',
    subjectId: 'audit',
    state,
    read: (db) =>
      eachRow(auditKeyset(state), ({ where, orderBy, limit, key }) =>
        db
          .select({ ...auditColumns, key })
          .from(auditLog)
          .where(and(matching, where))
          .orderBy(...orderBy)
          .limit(limit),
      ),
    rowOf: (row: ReadRow) => auditCells(row, localTime(instantOf(row.createdAt), zone), labels),
  });
}

export type ReadRow = {
  createdAt: Date;
  actorId: string | null;
  actorName: string | null;
  actorEmail: string | null;
  action: string;
  subjectType: string;
  subjectId: string;
  before: unknown;
  after: unknown;
  reason: string | null;
};

/**
 * An entry as a row of a file; the inspector's binder has the same.
 * @param at when, as `localTime` writes it
 */
export function auditCells(row: Omit<ReadRow, 'createdAt'>, at: string, labels: AuditLabels): AuditExportRow {
  const { actorId, actorName, actorEmail, action, subjectType, subjectId, before, after, reason } = row;
  const words = labelsOf(labels, { subject: subjectType, subjectId });
  return {
    at,
    who: actorName ?? 'the shop',
    email: actorEmail,
    account: actorId,
    action,
    about: subjectType,
    id: subjectId,
    changes: changesBetween(before as AuditState | null, after as AuditState | null)
      .map((change) => changeText(changeWords(change, words)))
      .join('\n'),
    reason,
  };
}
