/**
 * Makes the inspector's binder: everything is read in one snapshot and written to disk, then sent. So the tables agree with
 * each other, a failure sends nothing, and a slow browser occupies no connection (docs/decisions/0057-inspectors-binder.md).
 */
import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Actor } from '#core/ground/access/actor.ts';
import { recentStaffTransaction, rowsWhileAllowed } from '#core/ground/access/staff-transaction.server.ts';
import type { AuditLabels } from '#core/ground/audit/audit-words.ts';
import { recordAudit } from '#core/ground/audit/record-audit.server.ts';
import type { Settings } from '#core/ground/settings/settings.ts';
import { readSettings, rehearsalMark } from '#core/ground/settings/settings-queries.server.ts';
import type { DayRange } from '#core/records/analytics/range.ts';
import { tryLockAdvisory } from '#db/advisory-locks.ts';
import type { Transaction } from '#db/client.ts';
import { eachOf } from '#db/cursor.ts';
import { longReportSnapshot } from '#db/reports.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { formatDate, formatDateTime, startOfDay, systemClock } from '#kernel/time.ts';
import { type Cell, csvStream } from '#platform/csv/csv.ts';
import { files } from '#platform/files/files.ts';
import { type Spooled, spool } from '#platform/files/spool.ts';
import { type ZipEntry, zipBytes } from '#platform/files/zip.ts';
import { diskProblem } from '#platform/uploads/disk-problem.ts';
import {
  type BinderFile,
  type BinderProblem,
  cellsOf,
  type FileSummary,
  type Span,
  tally,
} from './binder.ts';
import { binderFiles } from './binder-files-queries.server.ts';
import { binderIndex } from './binder-index.ts';

/**
 * The ZIP, ready to send, with every table of these store-local days. Refused: people who may not export records, an old
 * sign-in, and while another binder is being made. The audit log names it before anyone gets it.
 */
export async function makeBinder(
  actor: Actor,
  days: DayRange,
  labels: AuditLabels,
  now = systemClock(),
): Promise<Result<Spooled, BinderProblem>> {
  const asAdmin = recentStaffTransaction(
    actor,
    'records.export',
    refuse({ kind: 'not-allowed' }),
    refuse({ kind: 'confirm-first' }),
  );
  const early = await asAdmin(async () => null);
  if (early) return early;
  const made = await write({ actor, days, labels, now });
  if (!made.ok) return made;
  // Again: it took a while, and the admin may have lost the role.
  const late = await asAdmin((tx, admin) =>
    recordAudit(tx, admin, {
      action: 'binder.made',
      subject: 'store',
      subjectId: 'binder',
      after: { from: days.from.toString(), to: days.to.toString() },
    }),
  );
  if (!late) return made;
  await made.value.close();
  return late;
}

type Wanted = { actor: Actor; days: DayRange; labels: AuditLabels; now: ReturnType<typeof systemClock> };

async function write(wanted: Wanted): Promise<Result<Spooled, BinderProblem>> {
  const { store } = await readSettings();
  try {
    return await longReportSnapshot(async (tx) => {
      // On the server that is read, so that each has one reader at most. Two binders are made at once only if one is read
      // from the replica and another, which the replica could not answer, from the primary: that costs a second file.
      if (!(await tryLockAdvisory(tx, 'binder'))) return refuse({ kind: 'busy' });
      await tx.execute(sql`
        select set_config('timezone', ${store.zone}, true), set_config('cursor_tuple_fraction', '1', true)`);
      return succeed(await spool(zipBytes(entriesOf(tx, store, wanted))));
    });
  } catch (error) {
    const problem = diskProblem(error);
    if (problem) return refuse({ kind: problem.kind });
    throw error;
  }
}

type Certificate = { lot: string; name: string };

/** The tables, the certificates that their lots name, and at last the index, which knows them all. */
async function* entriesOf(
  tx: Transaction,
  store: Settings['store'],
  { actor, days, labels, now }: Wanted,
): AsyncGenerator<ZipEntry> {
  const span: Span = {
    from: startOfDay(days.from, store.zone).toString(),
    to: startOfDay(days.to.add({ days: 1 }), store.zone).toString(),
  };
  const made: FileSummary[] = [];
  const missing: string[] = [];
  const named: Certificate[] = [];
  for (const file of binderFiles(labels)) {
    const sums = tally(file);
    const rows = rowsOf(
      file,
      rowsWhileAllowed(actor, 'records.export', eachOf<Record<string, Cell>>(tx, file.query(span))),
      (row) => {
        sums.add(row);
        if (typeof row.certificate_file === 'string')
          named.push({ lot: String(row.batch_number), name: row.certificate_file });
      },
    );
    const digest = digested(csvStream({ columns: file.columns, rows }));
    yield { name: file.name, content: digest.content };
    const { name, title, about } = file;
    made.push({ name, title, about, rows: sums.rows, sums: sums.sums, sha256: digest.hex() });
  }
  for (const { lot, name } of named) {
    const stored = await files().get(`public/${name}`);
    if (!stored) {
      missing.push(lot);
      continue;
    }
    const digest = digested(stored.body);
    yield { name, content: digest.content, isPacked: true };
    made.push({ name, title: lot, about: '', rows: null, sums: [], sha256: digest.hex() });
  }
  const index = binderIndex({
    store: {
      legalName: store.legalName,
      address: `${store.addressLine}, ${store.city}, ${store.state} ${store.zipcode}`,
      license: store.licenseNumber,
    },
    from: formatDate(days.from),
    to: formatDate(days.to),
    madeAt: formatDateTime(now, store.zone),
    madeBy: actor.kind === 'user' ? actor.name : '',
    files: made,
    missing,
    mark: await rehearsalMark(),
  });
  yield { name: 'index.html', content: [Buffer.from(index)] };
}

type Row = Readonly<Record<string, Cell>>;

async function* rowsOf(
  file: BinderFile,
  rows: AsyncIterable<Row>,
  note: (row: Row) => void,
): AsyncGenerator<Row> {
  for await (const row of rows) {
    note(row);
    yield cellsOf(file, row);
  }
}

/** The same bytes; afterwards their SHA-256 is known. */
function digested(content: AsyncIterable<Uint8Array>): { content: AsyncIterable<Uint8Array>; hex(): string } {
  const hash = createHash('sha256');
  async function* through(): AsyncGenerator<Uint8Array> {
    for await (const part of content) {
      hash.update(part);
      yield part;
    }
  }
  return { content: through(), hex: () => hash.digest('hex') };
}
