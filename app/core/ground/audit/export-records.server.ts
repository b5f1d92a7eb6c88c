/** Exports records as rows for a spreadsheet. The audit log records first who exported them, with which filters. */
import type { Actor } from '#core/ground/access/actor.ts';
import { recentStaffTransaction, rowsWhileAllowed } from '#core/ground/access/staff-transaction.server.ts';
import type { Database } from '#db/client.ts';
import { reportRows } from '#db/reports.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import type { AuditValue, GuardedAction } from './audit.ts';
import { recordAudit } from './record-audit.server.ts';

export type Exported<Row> = Result<AsyncGenerator<Row>, { kind: 'not-allowed' } | { kind: 'confirm-first' }>;

/** What the audit log says of an export. */
type RecordedExport = {
  action: GuardedAction;
  /** The export's name in the audit log. */
  subjectId: string;
  state: { filters: object; sort: AuditValue };
};

/**
 * Every record that the list's filters match, in batches, for as long as the actor may have them. Refused: people who
 * may not export records, and an old sign-in.
 */
export async function exportRecords<Read, Row>(
  actor: Actor,
  wanted: RecordedExport & {
    /** Asks this database alone. */
    read: (db: Database) => AsyncGenerator<Read>;
    rowOf: (read: Read) => Row;
  },
): Promise<Exported<Row>> {
  const refused = await recordExport(actor, wanted);
  if (refused) return refused;
  return succeed(rowsOf(rowsWhileAllowed(actor, 'records.export', reportRows(wanted.read)), wanted.rowOf));
}

/** Records an export that reads its rows by itself; null once it is recorded. Refused: see `exportRecords`. */
export function recordExport(actor: Actor, { action, subjectId, state: { filters, sort } }: RecordedExport) {
  const asAdmin = recentStaffTransaction(
    actor,
    'records.export',
    refuse({ kind: 'not-allowed' }),
    refuse({ kind: 'confirm-first' }),
  );
  return asAdmin((tx, admin) =>
    recordAudit(tx, admin, {
      ...{ action, subject: 'store', subjectId },
      after: { filters: { ...filters }, sort },
    }),
  );
}

async function* rowsOf<Read, Row>(
  found: AsyncGenerator<Read>,
  rowOf: (read: Read) => Row,
): AsyncGenerator<Row> {
  for await (const each of found) yield rowOf(each);
}
