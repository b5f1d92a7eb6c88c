/** Exports what the shop reported as spreadsheet rows. Audits the actor and the filters first. */
import type { Actor } from '#core/ground/access/actor.ts';
import { staffTransaction } from '#core/ground/access/staff-transaction.server.ts';
import { recordAudit } from '#core/ground/audit/record-audit.server.ts';
import { reportRows } from '#db/reports.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { instantOf } from '#kernel/time.ts';
import type { Cell } from '#platform/csv/csv.ts';
import { localTime } from '#platform/csv/export-cells.ts';
import type { ActListState } from './act-list.ts';
import { actKindLabel, actStatusLabel, stateReasonLabel } from './act-words.ts';
import { eachAct } from './acts-queries.server.ts';
import type { ReadAct } from './select-acts.server.ts';

export const actCsvColumns = {
  id: 'Report',
  kind: 'Kind',
  status: 'Status',
  happened: 'Happened',
  order: 'Order',
  receipt: 'Our receipt number',
  stateId: 'State’s id',
  tags: 'Package tags',
  batches: 'Batches',
  units: 'Units',
  reason: 'Reason',
  note: 'Note',
  sent: 'Reported',
  tries: 'Tries',
  answer: 'Answer',
  endedBy: 'Left out by',
  endNote: 'Why',
} as const;

type Rows = Result<AsyncGenerator<Record<keyof typeof actCsvColumns, Cell>>, { kind: 'not-allowed' }>;

/** Every act that the list's filters match. Refuses actors without permission to manage inventory. */
export async function exportActs(actor: Actor, state: ActListState, zone: string): Promise<Rows> {
  const asStaff = staffTransaction(actor, 'inventory.manage', refuse({ kind: 'not-allowed' }));
  const denied = await asStaff((tx, staff) =>
    recordAudit(tx, staff, {
      action: 'state-acts.exported',
      subject: 'store',
      subjectId: 'state-tracking',
      after: { filters: { ...state.filters }, sort: state.sort },
    }),
  );
  return denied ?? succeed(actRows(state, zone));
}

async function* actRows(state: ActListState, zone: string) {
  for await (const row of reportRows((db) => eachAct(db, state, zone))) yield csvRowOf(row, zone);
}

function csvRowOf({ act, order, lots }: ReadAct, zone: string): Record<keyof typeof actCsvColumns, Cell> {
  const local = (date: Date | null) => date && localTime(instantOf(date), zone);
  return {
    ...{ id: act.id, kind: actKindLabel[act.kind], status: actStatusLabel[act.status] },
    ...{ happened: local(act.happenedAt), order, receipt: act.receiptNumber, stateId: act.stateId },
    ...{ tags: act.tags.join(' '), batches: lots.map(({ batch }) => batch).join(', ') },
    units: act.units ?? lots.reduce((sum, { units }) => sum + units, 0),
    reason: act.reason && stateReasonLabel[act.reason],
    ...{ note: act.note, sent: local(act.sentAt), tries: act.tries, answer: act.answer },
    ...{ endedBy: act.endedByName, endNote: act.endNote },
  };
}
