/** Exports a recall: every sale of its lots, with the buyer, the message and the answer. */

import type { Actor } from '#core/ground/access/actor.ts';
import { rowsWhileAllowed } from '#core/ground/access/staff-transaction.server.ts';
import { type Exported, exportRecords, recordExport } from '#core/ground/audit/export-records.server.ts';
import type { Settings } from '#core/ground/settings/settings.ts';
import { rehearsalMark } from '#core/ground/settings/settings-queries.server.ts';
import type { Database } from '#db/client.ts';
import { reportSnapshot } from '#db/reports.ts';
import { type Result, succeed } from '#kernel/result.ts';
import { instantOf, type StoreDate } from '#kernel/time.ts';
import type { Cell } from '#platform/csv/csv.ts';
import { localTime } from '#platform/csv/export-cells.ts';
import { mailLeavesTheHouse } from '#platform/outgoing/mail.ts';
import { drawRecall } from './draw-recall.server.ts';
import { noticeOf } from './notice-of.ts';
import { answerOutcome, recallName } from './recall.ts';
import { messageText, nameOfPerson } from './recall-people.ts';
import { eachPerson, type RecallPerson, type RecallRecord, readProgress } from './recalls-queries.server.ts';
import { countTrace, eachSale, type ReadSale } from './trace-queries.server.ts';

export const recallColumns = {
  recall: 'recall',
  full_name: 'full_name',
  user_email: 'user_email',
  phone: 'phone',
  order_id: 'order_id',
  picked_up: 'picked_up',
  product: 'product',
  batch_number: 'batch_number',
  units: 'units',
  returned: 'returned',
  message: 'message',
  sent_at: 'sent_at',
  read_at: 'read_at',
  answer: 'answer',
  answered_at: 'answered_at',
  answered_by: 'answered_by',
} as const;

export type RecallExportRow = Record<keyof typeof recallColumns, Cell>;

/** One row for each sale. Refused: see `exportRecords`. */
export function exportRecall(
  actor: Actor,
  recall: RecallRecord,
  zone: string,
): Promise<Exported<RecallExportRow>> {
  const at = (date: Date | null) => date && localTime(instantOf(date), zone);
  return exportRecords(actor, {
    ...asked(recall),
    read: (db) => salesWithPeople(db, recall),
    rowOf: ({ sale, person }: { sale: ReadSale; person: RecallPerson | undefined }) => ({
      recall: recallName(recall),
      full_name: sale.isDeleted ? nameOfPerson({ ...sale, customer: null }).toLowerCase() : sale.customer,
      user_email: sale.isDeleted ? null : sale.email,
      phone: sale.isDeleted ? null : sale.phone,
      order_id: sale.orderNumber,
      picked_up: at(sale.at),
      product: sale.product,
      batch_number: sale.batch,
      units: sale.units,
      returned: sale.returned,
      message: (person
        ? messageText(person, mailLeavesTheHouse())
        : sale.isDeleted
          ? 'Not reached'
          : 'Nothing left'
      ).toLowerCase(),
      sent_at: at(person?.sentAt ?? null),
      read_at: at(person?.openedAt ?? null),
      answer: person?.answer ? answerOutcome[person.answer] : null,
      answered_at: at(person?.answeredAt ?? null),
      answered_by: person?.answer ? (person.answeredByName ?? 'customer') : null,
    }),
  });
}

/** The whole recall as a PDF, counts and people of one moment. Refused: see `exportRecords`. */
export async function exportRecallPdf(
  actor: Actor,
  recall: RecallRecord,
  about: { store: Settings['store']; zone: string; today: StoreDate },
): Promise<Result<Buffer, { kind: 'not-allowed' } | { kind: 'confirm-first' }>> {
  const refused = await recordExport(actor, asked(recall));
  if (refused) return refused;
  const lotIds = recall.lots.map(({ id }) => id);
  const { counts, progress, people } = await reportSnapshot(async (tx) => {
    const counts = recall.counts ?? (await countTrace(lotIds, tx));
    const progress = await readProgress(recall, tx);
    const people: RecallPerson[] = [];
    for await (const person of rowsWhileAllowed(actor, 'records.export', eachPerson(tx, recall)))
      people.push(person);
    return { counts, progress, people };
  });
  const notice = noticeOf(recall, counts, progress, about);
  return succeed(await drawRecall(recall, notice, people, { ...about, mark: await rehearsalMark() }));
}

const asked = (recall: RecallRecord) => ({
  action: 'recall.exported' as const,
  subjectId: 'recalls',
  state: { filters: { recall: recallName(recall) }, sort: '-time' },
});

async function* salesWithPeople(db: Database, recall: RecallRecord) {
  const people = new Map<string, RecallPerson>();
  for await (const person of eachPerson(db, recall))
    if (person.customerId) people.set(person.customerId, person);
  const lotIds = recall.lots.map(({ id }) => id);
  for await (const sale of eachSale(db, lotIds)) yield { sale, person: people.get(sale.customerId) };
}
