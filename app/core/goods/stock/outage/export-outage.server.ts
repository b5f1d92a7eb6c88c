/** Exports the entries of an outage as spreadsheet rows, ready to be entered with their own time. Audited. */

import { eq } from 'drizzle-orm';
import type { Actor } from '#core/ground/access/actor.ts';
import { staffTransaction } from '#core/ground/access/staff-transaction.server.ts';
import { recordAudit } from '#core/ground/audit/record-audit.server.ts';
import { reportRows } from '#db/reports.ts';
import { stateOutages } from '#db/schema/stock.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { instantOf } from '#kernel/time.ts';
import type { Cell } from '#platform/csv/csv.ts';
import { localTime } from '#platform/csv/export-cells.ts';
import { ledgerReasonLabel } from '../ledger-list.ts';
import type { OutageProblem } from './outage.ts';
import type { OutageEntryState } from './outage-list.ts';
import { eachEntry } from './outage-queries.server.ts';

/** Times are local, with their offset. */
export const outageCsvColumns = {
  entry: 'Entry',
  at: 'Time',
  what: 'What',
  packageTag: 'Package tag',
  batchNumber: 'Batch',
  product: 'Product',
  size: 'Size',
  units: 'Units',
  order: 'Order',
  who: 'Who',
  note: 'Note',
  entered: 'Entered',
  enteredBy: 'Entered by',
} as const;

type Rows = Result<AsyncGenerator<Record<keyof typeof outageCsvColumns, Cell>>, OutageProblem>;

/** Every entry that the list's filter matches. Refuses actors without permission to manage inventory. */
export async function exportOutage(
  actor: Actor,
  number: number,
  state: OutageEntryState,
  zone: string,
): Promise<Rows> {
  const asStaff = staffTransaction(actor, 'inventory.manage', refuse({ kind: 'not-allowed' }));
  return asStaff<Rows>(async (tx, admin) => {
    const [outage] = await tx.select().from(stateOutages).where(eq(stateOutages.number, number));
    if (!outage) return refuse({ kind: 'not-found' });
    await recordAudit(tx, admin, {
      action: 'outage.exported',
      subject: 'outage',
      subjectId: String(number),
      after: { filters: { ...state.filters } },
    });
    return succeed(entryRows(outage, state, zone));
  });
}

async function* entryRows(outage: typeof stateOutages.$inferSelect, state: OutageEntryState, zone: string) {
  const local = (date: Date | null) => date && localTime(instantOf(date), zone);
  for await (const row of reportRows((db) => eachEntry(db, outage, state))) {
    const { id, createdAt, reason, enteredAt, ...rest } = row;
    yield {
      ...rest,
      entry: id,
      at: local(createdAt),
      what: ledgerReasonLabel[reason],
      entered: local(enteredAt),
    };
  }
}
