/** Finds database terms in audit entries that should use the screens' words. */
import { sql } from 'drizzle-orm';
import { type AuditState, changesBetween } from '#core/ground/audit/audit.ts';
import { auditActions } from '#core/ground/audit/audit-actions.ts';
import { changeText, changeWords, isLabeled, labelsOf } from '#core/ground/audit/audit-words.ts';
import type { Database } from '#db/client.ts';
import { auditLabels } from '#office/audit/audit-labels.ts';

export type RecordedEntry = {
  action: string;
  subject: string;
  subjectId: string;
  before: AuditState | null;
  after: AuditState | null;
};

/** 'lot.counted: onHand', once for each. */
export function unworded(entries: readonly RecordedEntry[]): string[] {
  const found = entries.flatMap((entry) => {
    const labels = labelsOf(auditLabels, entry);
    const changes = changesBetween(entry.before, entry.after);
    return [
      ...(Object.hasOwn(auditActions, entry.action) ? [] : ['the action itself']),
      ...changes.filter(({ field }) => !isLabeled(field, labels)).map(({ field }) => field),
      ...changes
        .map((change) => changeText(changeWords(change, labels)))
        .filter((text) => /\bnone\b|\bnull\b|\b[a-z]+[A-Z]|[a-z]_[a-z]/.test(text)),
    ].map((words) => `${entry.action}: ${words}`);
  });
  return [...new Set(found)].sort();
}

/** The same for everything that a database has recorded. */
export async function unwordedIn(db: Pick<Database, 'execute'>): Promise<string[]> {
  const { rows } = await db.execute<RecordedEntry>(sql`
    select distinct on (action, subject_type, before, after) action, subject_type as subject,
      subject_id as "subjectId", before, after
    from audit_log`);
  return unworded(rows);
}
