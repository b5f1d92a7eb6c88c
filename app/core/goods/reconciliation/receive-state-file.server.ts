/** Receives a file of the state's system with the packages of a day: stored whole, or refused with its wrong rows. */
import { createReadStream } from 'node:fs';
import { eq } from 'drizzle-orm';
import { type Actor, may } from '#core/ground/access/actor.ts';
import { staffTransaction } from '#core/ground/access/staff-transaction.server.ts';
import { recordAudit } from '#core/ground/audit/record-audit.server.ts';
import { storeClock } from '#core/ground/settings/store-clock.server.ts';
import { stateFiles } from '#db/schema/reconciliation.ts';
import { isUuid, newId } from '#kernel/ids.ts';
import { commonMessage } from '#kernel/problem.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { asDate, parseDate, type StoreDate, systemClock } from '#kernel/time.ts';
import { decodeText, detectEncoding } from '#platform/csv/csv-encoding.ts';
import { CsvError, type CsvProblem, csvMessage } from '#platform/csv/csv-problem.ts';
import { type CsvRow, readCsv } from '#platform/csv/csv-reader.ts';
import { withUpload } from '#platform/uploads/receive-upload.ts';
import { type UploadProblem, uploadMessage } from '#platform/uploads/upload-problem.ts';
import {
  LARGEST_STATE_FILE,
  MOST_PACKAGES,
  metrcPackages,
  readPackages,
  type StateFileProblem,
  type StatePackage,
  stateFileMessage,
} from './state-file.ts';
import { storePackages } from './store-packages.server.ts';

export type ReceiveProblem =
  | { kind: 'not-allowed' }
  /** The form named no day, one to come, or had no key. */
  | { kind: 'no-day' }
  | { kind: 'upload'; problem: UploadProblem }
  | { kind: 'csv'; problem: CsvProblem }
  | { kind: 'file'; problem: StateFileProblem };

export function receiveMessage(problem: ReceiveProblem): string {
  switch (problem.kind) {
    case 'no-day':
      return 'Choose today or an earlier day.';
    case 'upload':
      return problem.problem.kind === 'missing' ? 'Choose a CSV file first.' : uploadMessage(problem.problem);
    case 'csv':
      return csvMessage(problem.problem);
    case 'file':
      return `Nothing was saved. ${stateFileMessage(problem.problem)}`;
    default:
      return commonMessage(problem);
  }
}

type Outcome = Result<{ day: StoreDate; packages: number }, ReceiveProblem>;

/** Does not read uploads by people who may not manage inventory. The same form, sent again, stores nothing more. */
export async function receiveStateFile(
  actor: Actor,
  request: Request,
  now = systemClock(),
): Promise<Outcome> {
  if (!may(actor, 'inventory.manage')) return refuse({ kind: 'not-allowed' });
  const outcome = await withUpload<Outcome, never>(
    request,
    { field: 'file', maximumSize: LARGEST_STATE_FILE },
    async ({ path, fields }) => {
      const day = parseDate(fields.day ?? '');
      const { today } = await storeClock(now);
      if (!day || day.since(today).sign > 0 || !isUuid(fields.key))
        return succeed(refuse({ kind: 'no-day' }));
      const read = await readFile(path);
      return succeed(read.ok ? await storeStateFile(actor, { key: fields.key, day }, read.value, now) : read);
    },
  );
  return outcome.ok ? outcome.value : refuse({ kind: 'upload', problem: outcome.problem });
}

async function readFile(path: string): Promise<Result<StatePackage[], ReceiveProblem>> {
  const rows: CsvRow[] = [];
  try {
    const encoding = await detectEncoding(createReadStream(path));
    for await (const some of readCsv(decodeText(createReadStream(path), encoding))) {
      rows.push(...some);
      // The rest of the file cannot make it right.
      if (rows.length > MOST_PACKAGES + 1) break;
    }
  } catch (error) {
    if (error instanceof CsvError) return refuse({ kind: 'csv', problem: error.problem });
    throw error;
  }
  const read = readPackages(rows, metrcPackages);
  return read.ok ? read : refuse({ kind: 'file', problem: read.problem });
}

/** Stores the packages of a day. Refuses actors who may not manage inventory. */
export async function storeStateFile(
  actor: Actor,
  { key, day }: { key: string; day: StoreDate },
  packages: readonly StatePackage[],
  now = systemClock(),
): Promise<Outcome> {
  const asStaff = staffTransaction(actor, 'inventory.manage', refuse({ kind: 'not-allowed' }));
  return asStaff<Outcome>(async (tx, actor) => {
    const file = { id: newId<string>(), key, day, at: asDate(now), by: actor };
    if (!(await storePackages(tx, file, packages, metrcPackages.name))) {
      const [sent] = await tx.select().from(stateFiles).where(eq(stateFiles.key, key));
      return succeed({ day, packages: sent?.packages ?? 0 });
    }
    await recordAudit(tx, actor, {
      action: 'state-file.stored',
      subject: 'store',
      subjectId: 'reconciliation',
      after: { days: [day.toString()], packages: packages.length },
    });
    return succeed({ day, packages: packages.length });
  });
}
