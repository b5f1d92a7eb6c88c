/** Exports records as rows for a spreadsheet. The audit log records first who exported them, with which filters. */
import type { Actor } from '#core/access/actor.ts';
import { recentStaffTransaction, rowsWhileAllowed } from '#core/access/staff-transaction.server.ts';
import type { Database } from '#db/client.ts';
import { reportRows } from '#db/reports.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import type { AuditValue, GuardedAction } from './audit.ts';
import { recordAudit } from './record-audit.server.ts';

export type Exported<Row> = Result<AsyncGenerator<Row>, { kind: 'admin-only' } | { kind: 'confirm-first' }>;

/**
 * Every record that the list's filters match, in batches, for as long as the actor may have them. Refused: people who
 * may not export records, and an old sign-in.
 */
export async function exportRecords<Read, Row>(
  actor: Actor,
  wanted: {
    action: GuardedAction;
    /** The export's name in the audit log. */
    subjectId: string;
    state: { filters: object; sort: AuditValue };
    /** Asks this database alone. */
    read: (db: Database) => AsyncGenerator<Read>;
    rowOf: (read: Read) => Row;
  },
): Promise<Exported<Row>> {
  const asAdmin = recentStaffTransaction(
    actor,
    'records.export',
    refuse({ kind: 'admin-only' }),
    refuse({ kind: 'confirm-first' }),
  );
  const { filters, sort } = wanted.state;
  const refused = await asAdmin((tx, admin) =>
    recordAudit(tx, admin, {
      action: wanted.action,
      subject: 'store',
      subjectId: wanted.subjectId,
      after: { filters: { ...filters }, sort },
    }),
  );
  if (refused) return refused;
  return succeed(rowsOf(rowsWhileAllowed(actor, 'records.export', reportRows(wanted.read)), wanted.rowOf));
}

async function* rowsOf<Read, Row>(
  found: AsyncGenerator<Read>,
  rowOf: (read: Read) => Row,
): AsyncGenerator<Row> {
  for await (const each of found) yield rowOf(each);
}
