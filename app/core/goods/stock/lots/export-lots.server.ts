/** Exports lots, and a lot's ledger, as spreadsheet rows. Audits the actor and the filters first. */

import type { Actor } from '#core/ground/access/actor.ts';
import { staffTransaction } from '#core/ground/access/staff-transaction.server.ts';
import { recordAudit } from '#core/ground/audit/record-audit.server.ts';
import { reportRows } from '#db/reports.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { instantOf, type StoreDate } from '#kernel/time.ts';
import type { Cell } from '#platform/csv/csv.ts';
import { localTime } from '#platform/csv/export-cells.ts';
import { type LedgerState, ledgerReasonLabel } from '../ledger-list.ts';
import { eachLedgerRow } from '../ledger-queries.server.ts';
import type { LotListState, LotRow } from './lot-list.ts';
import { eachLot } from './lot-list-queries.server.ts';
import { lotLabel, testStatusLabel } from './lots.ts';

export const lotCsvColumns = {
  id: 'Lot',
  product: 'Product',
  size: 'Size',
  batchNumber: 'Batch',
  packageTag: 'Package tag',
  status: 'Status',
  onHand: 'On hand',
  held: 'Held',
  available: 'Available',
  received: 'Received',
  expiresOn: 'Last day',
  test: 'Test',
} as const;

export const ledgerCsvColumns = {
  at: 'Time',
  reason: 'Reason',
  change: 'Change',
  held: 'Held change',
  balance: 'Balance',
  who: 'Who',
  orderId: 'Order',
  note: 'Note',
} as const;

type Rows<Columns> = Result<AsyncGenerator<Record<keyof Columns, Cell>>, { kind: 'not-allowed' }>;

/** Every lot that the list's filters match. Refuses actors without permission to manage inventory. */
export async function exportLots(
  actor: Actor,
  state: LotListState,
  clock: { zone: string; today: StoreDate },
): Promise<Rows<typeof lotCsvColumns>> {
  const asStaff = staffTransaction(actor, 'inventory.manage', refuse({ kind: 'not-allowed' }));
  const denied = await asStaff((tx, actor) =>
    recordAudit(tx, actor, {
      action: 'lots.exported',
      subject: 'store',
      subjectId: 'lots',
      after: { filters: { ...state.filters }, sort: state.sort },
    }),
  );
  return denied ?? succeed(lotRows(state, clock));
}

async function* lotRows(state: LotListState, clock: { zone: string; today: StoreDate }) {
  for await (const lot of reportRows((db) => eachLot(db, state, clock))) yield lotListCsvRow(lot);
}

/** Units; `received` and the last day are store days. */
export const lotListCsvRow = (lot: LotRow) => ({
  ...lot,
  status: lotLabel(lot),
  test: lot.testStatus ? testStatusLabel[lot.testStatus] : null,
});

/** Every row of the lot's ledger that the filters match. Refuses actors without permission to manage inventory. */
export async function exportLedger(
  actor: Actor,
  lot: { productId: number; lotId: number },
  state: LedgerState,
  zone: string,
): Promise<Rows<typeof ledgerCsvColumns>> {
  const asStaff = staffTransaction(actor, 'inventory.manage', refuse({ kind: 'not-allowed' }));
  const denied = await asStaff((tx, actor) =>
    recordAudit(tx, actor, {
      action: 'lot.ledger-exported',
      subject: 'lot',
      subjectId: String(lot.lotId),
      after: { filters: { ...state.filters }, sort: state.sort },
    }),
  );
  return denied ?? succeed(ledgerRows(lot, state, zone));
}

async function* ledgerRows(lot: { productId: number; lotId: number }, state: LedgerState, zone: string) {
  for await (const row of reportRows((db) => eachLedgerRow(db, lot, state, zone)))
    yield ledgerCsvRow(row, zone);
}

type ReadLedgerRow = ReturnType<typeof eachLedgerRow> extends AsyncIterable<infer Row> ? Row : never;

/** Units: below zero what went out of the building, or what holds were released. */
export const ledgerCsvRow = (row: ReadLedgerRow, zone: string) => ({
  at: localTime(instantOf(row.createdAt), zone),
  reason: ledgerReasonLabel[row.reason],
  change: row.change,
  held: row.held,
  balance: row.balance,
  who: row.who,
  orderId: row.orderId,
  note: row.note,
});
