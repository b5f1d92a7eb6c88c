/** Exports waste as spreadsheet rows. Audits the actor and the filters first. */
import type { Actor } from '#core/ground/access/actor.ts';
import { staffTransaction } from '#core/ground/access/staff-transaction.server.ts';
import { recordAudit } from '#core/ground/audit/record-audit.server.ts';
import { reportRows } from '#db/reports.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import type { Cell } from '#platform/csv/csv.ts';
import { wasteReasonLabel, wasteStateLabel } from './waste.ts';
import type { WasteListState, WasteRow } from './waste-list.ts';
import { eachWaste } from './waste-queries.server.ts';

export const wasteCsvColumns = {
  number: 'Waste',
  product: 'Product',
  size: 'Size',
  batchNumber: 'Batch',
  packageTag: 'Package tag',
  units: 'Units',
  grams: 'Grams',
  reason: 'Reason',
  note: 'Note',
  order: 'Order',
  recorded: 'Recorded',
  recordedBy: 'Recorded by',
  witness: 'Witness',
  state: 'Status',
  undone: 'Undone',
  undoneBy: 'Undone by',
  destroyed: 'Destroyed',
  method: 'Method',
  destroyedBy: 'Destroyed by',
  destructionNote: 'Note on destruction',
} as const;

type Rows = Result<AsyncGenerator<Record<keyof typeof wasteCsvColumns, Cell>>, { kind: 'not-allowed' }>;

/** Every record that the list's filters match. Refuses actors without permission to manage inventory. */
export async function exportWaste(actor: Actor, state: WasteListState, zone: string): Promise<Rows> {
  const asStaff = staffTransaction(actor, 'inventory.manage', refuse({ kind: 'not-allowed' }));
  const denied = await asStaff((tx, staff) =>
    recordAudit(tx, staff, {
      action: 'waste.exported',
      subject: 'store',
      subjectId: 'waste',
      after: { filters: { ...state.filters }, sort: state.sort },
    }),
  );
  return denied ?? succeed(wasteRows(state, zone));
}

async function* wasteRows(state: WasteListState, zone: string) {
  const records = reportRows((db) => eachWaste(db, state, zone));
  for await (const record of records) yield wasteCsvRow(record);
}

/** `grams` is the weight of all units. */
export function wasteCsvRow({
  lotId: _,
  weightMg,
  reason,
  state: is,
  ...row
}: WasteRow): Record<keyof typeof wasteCsvColumns, Cell> {
  return {
    ...row,
    grams: weightMg === null ? null : weightMg / 1000,
    reason: wasteReasonLabel[reason],
    state: wasteStateLabel[is],
  };
}
