/** Makes PDFs that an inspector may take along: a table of some days, and the sheet of a batch. */
import { sql } from 'drizzle-orm';
import type { Actor } from '#core/ground/access/actor.ts';
import { recentStaffTransaction, rowsWhileAllowed } from '#core/ground/access/staff-transaction.server.ts';
import { recordAudit } from '#core/ground/audit/record-audit.server.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import type { DayRange } from '#core/records/analytics/range.ts';
import type { Transaction } from '#db/client.ts';
import { eachOf } from '#db/cursor.ts';
import { reportSnapshot } from '#db/reports.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { formatDate, startOfDay, systemClock } from '#kernel/time.ts';
import type { Cell } from '#platform/csv/csv.ts';
import { cellsOf, tally } from '../binder.ts';
import { binderFiles } from '../binder-files-queries.server.ts';
import { aboutPaper } from './about-paper.server.ts';
import { readBatchSheet } from './batch-sheet-queries.server.ts';
import { drawRecords, type PaperPart, type PaperRow } from './draw-records.server.ts';
import { MOST_ROWS, type PaperProblem, paperTables } from './paper-table.ts';

type Made = Result<{ bytes: Buffer; name: string }, PaperProblem>;

/**
 * A table of the binder. Refused: people who may not export records, an old sign-in, an unknown table, and more rows than
 * 5,000. The audit log names it before anyone gets it.
 * @param path of `paperTables`
 */
export async function exportRecordsPaper(
  actor: Actor,
  days: DayRange,
  path: string,
  now = systemClock(),
): Promise<Made> {
  const table = paperTables.find((each) => each.path === path);
  const file = table && binderFiles({}).find(({ name }) => name === table.file);
  if (!table || !file) return refuse({ kind: 'not-found' });
  const { from, to } = days;
  const denied = await recordPaper(actor, { from: String(from), to: String(to), form: file.title });
  if (denied) return denied;
  const { zone } = (await readSettings()).store;
  const span = {
    from: startOfDay(from, zone).toString(),
    to: startOfDay(to.add({ days: 1 }), zone).toString(),
  };
  // What the paper adds up has the words above its columns.
  const labels = Object.fromEntries(table.columns.map(({ key, label }) => [key, label]));
  const sums = tally({ ...file, columns: labels, sums: file.sums?.filter((column) => column in labels) });
  const rows = await inZone(zone, async (tx) => {
    const first: PaperRow[] = [];
    const all = eachOf<Record<string, Cell>>(tx, file.query(span));
    for await (const row of rowsWhileAllowed(actor, 'records.export', all)) {
      sums.add(row);
      if (first.length < MOST_ROWS) first.push(row);
    }
    return first;
  });
  if (sums.rows > MOST_ROWS) return refuse({ kind: 'too-many-rows', rows: sums.rows });
  const part: PaperPart = {
    ...{ title: '', about: file.about, columns: table.columns },
    ...{ rows: rows.map((row) => cellsOf(file, row)), sums: sums.sums },
  };
  const about = await aboutPaper(
    nameOf(actor),
    file.title,
    from.equals(to) ? formatDate(from) : `${formatDate(from)} to ${formatDate(to)}`,
    now,
  );
  return succeed({ bytes: await drawRecords(about, [part]), name: `${path}-${from}-to-${to}.pdf` });
}

/** Everything on file about a lot. Refused: see above. */
export async function exportBatchSheet(actor: Actor, lotId: number, now = systemClock()): Promise<Made> {
  const denied = await recordPaper(actor, { lotId, form: 'Batch sheet' });
  if (denied) return denied;
  const { zone } = (await readSettings()).store;
  const sheet = await inZone(zone, (tx) => readBatchSheet(tx, lotId));
  if (!sheet) return refuse({ kind: 'not-found' });
  const about = await aboutPaper(nameOf(actor), 'Batch sheet', sheet.batch, now);
  return succeed({ bytes: await drawRecords(about, sheet.parts), name: `batch-${lotId}.pdf` });
}

/** Moments as the store's clock showed them. */
function inZone<T>(zone: string, work: (tx: Transaction) => Promise<T>): Promise<T> {
  return reportSnapshot(async (tx) => {
    await tx.execute(sql`select set_config('timezone', ${zone}, true)`);
    return work(tx);
  });
}

const nameOf = (actor: Actor) => (actor.kind === 'user' ? actor.name : null);

/** The refusal; undefined once it is recorded. */
function recordPaper(actor: Actor, after: Record<string, string | number>) {
  const asAdmin = recentStaffTransaction(
    actor,
    'records.export',
    refuse({ kind: 'not-allowed' as const }),
    refuse({ kind: 'confirm-first' as const }),
  );
  return asAdmin((tx, admin) =>
    recordAudit(tx, admin, { action: 'binder.made', subject: 'store', subjectId: 'binder', after }),
  );
}
