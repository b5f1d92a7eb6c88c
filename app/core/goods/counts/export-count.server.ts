/** Exports a count as spreadsheet rows. Audits the actor first. */
import type { Actor } from '#core/ground/access/actor.ts';
import { staffTransaction } from '#core/ground/access/staff-transaction.server.ts';
import { recordAudit } from '#core/ground/audit/record-audit.server.ts';
import { reportRows } from '#db/reports.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import type { Cell } from '#platform/csv/csv.ts';
import { dollars } from '#platform/csv/export-cells.ts';
import { rowStateLabel } from './count.ts';
import { type CountLine, eachCountLine } from './counts-queries.server.ts';

export const countCsvColumns = {
  product: 'Product',
  batchNumber: 'Batch',
  found: 'Found on the shelf',
  packageTag: 'Package tag',
  state: 'State',
  expected: 'Expected',
  counted: 'Counted',
  difference: 'Difference',
  value: 'Value at wholesale',
  countedBy: 'Counted by',
  countedAt: 'Counted',
  reason: 'Reason',
  approvedBy: 'Approved by',
} as const;

/** Every lot of the sheet. Refuses actors without permission to manage inventory: it shows costs. */
export async function exportCount(
  actor: Actor,
  sheetId: number,
  zone: string,
): Promise<Result<AsyncGenerator<Record<keyof typeof countCsvColumns, Cell>>, { kind: 'not-allowed' }>> {
  const asStaff = staffTransaction(actor, 'inventory.manage', refuse({ kind: 'not-allowed' }));
  const denied = await asStaff((tx, actor) =>
    recordAudit(tx, actor, { action: 'count.exported', subject: 'count', subjectId: String(sheetId) }),
  );
  return denied ?? succeed(rowsOf(sheetId, zone));
}

async function* rowsOf(sheetId: number, zone: string) {
  for await (const row of reportRows((db) => eachCountLine(db, sheetId, zone))) yield countCsvRow(row);
}

/** `difference` is counted minus expected: negative where units are missing. `value` in dollars. */
export function countCsvRow(row: CountLine): Record<keyof typeof countCsvColumns, Cell> {
  return {
    product: row.product,
    batchNumber: row.batchNumber,
    found: row.found === null ? null : 'yes',
    packageTag: row.packageTag,
    state: rowStateLabel[row.state],
    expected: row.expected,
    counted: row.counted,
    difference: row.counted === null || row.expected === null ? null : row.counted - row.expected,
    value: row.value === null ? null : dollars(row.value),
    countedBy: row.countedByName,
    countedAt: row.countedAt,
    reason: row.reason,
    approvedBy: row.decidedByName,
  };
}
