/**
 * Tries, moves or undoes uploaded files for the job. Safe to repeat: a run that was killed goes on with what is not
 * written yet. No one gets a message.
 */
import { and, eq, sql } from 'drizzle-orm';
import { type Actor, may } from '#core/ground/access/actor.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { storeClock } from '#core/ground/settings/store-clock.server.ts';
import { database } from '#db/client.ts';
import { fileMoveRows, fileMoves } from '#db/schema/move-in.ts';
import type { FileMoveStatus } from '#kernel/statuses.ts';
import { CsvError } from '#platform/csv/csv-problem.ts';
import { databaseErrorCode, isDatabaseAway } from '#platform/database-error.ts';
import { StartError } from '#platform/env.ts';
import { log } from '#platform/log.ts';
import { keyedHash } from '#platform/secrets/secrets.ts';
import { moveIn, requireClosedShop } from '../move-in.server.ts';
import type { Note, RecordKind, RecordSource } from '../records.ts';
import { onRecord, requireDryRun } from '../runs.server.ts';
import { undoMessage, undoMove } from '../undo-move.server.ts';
import { filesOf, placeOf, settleUndone } from './current-move.server.ts';
import { isWorking, MOST_LISTED } from './file-move.ts';
import { filesSource, READS } from './files-source.ts';
import type { ListKind } from './list-fields.ts';
import { FileError, type SourceFile } from './source-file.ts';
import { rowsOfFile, type UploadedFile } from './uploaded-file.server.ts';

const BEAT_MS = 2000;
/** Seconds without a word after which another process takes over. */
const DEAD_SECONDS = 20;
const NOTES_AT_ONCE = 1000;

/** @throws while another process works on the same files, and if the database is away, so that the job is tried again */
export async function workOnFileMove(actor: Actor, moveId: string): Promise<void> {
  const [found] = await database().select().from(fileMoves).where(eq(fileMoves.id, moveId));
  if (!found || !isWorking(found.status)) return;
  if (actor.kind !== 'user' || !may(actor, 'settings.manage'))
    return settle(
      moveId,
      found.status,
      'failed',
      'The person who started this may no longer do it. Nothing more was written.',
    );
  await claim(moveId, found.status);
  const progress = { done: 0, total: 0 };
  const beat = setInterval(() => void saveBeat(moveId, progress).catch(() => undefined), BEAT_MS);
  try {
    if (found.status === 'undoing') await undo(moveId);
    else await run(moveId, found.status === 'moving', progress);
  } catch (error) {
    // The database is busy or away: later. Any other error would repeat.
    if (isDatabaseAway(error) || databaseErrorCode(error)?.startsWith('40')) throw error;
    const isSaid = error instanceof FileError || error instanceof CsvError || error instanceof StartError;
    if (!isSaid)
      log.error({ err: error, move: moveId, status: found.status }, 'uploaded files could not be moved');
    await settle(
      moveId,
      found.status,
      'failed',
      isSaid ? error.message : 'Something went wrong here. What was written stays; try it again.',
    );
  } finally {
    clearInterval(beat);
  }
}

async function run(
  moveId: string,
  isReal: boolean,
  progress: { done: number; total: number },
): Promise<void> {
  const files = await filesOf(database(), moveId);
  const place = placeOf(files);
  const { today, now } = await storeClock();
  const settings = await readSettings();
  const reads = (file: UploadedFile) => file.rows * READS[file.kind as ListKind];
  progress.total = files.reduce((all, file) => all + reads(file), 0);
  await database().delete(fileMoveRows).where(eq(fileMoveRows.moveId, moveId));
  await requireClosedShop();
  if (isReal) await requireDryRun({ source: 'files', place });
  const notes = listNotes(moveId);
  const source = filesSource(place, files.map(sourceFileOf), {
    ...{ today, zone: settings.store.zone, minimumAge: settings.compliance.minimumAge },
    now: new Date(now.epochMilliseconds),
    hash: (email) => keyedHash(email, 'moved person').slice(0, 32),
    onRows: (rows) => {
      progress.done += rows;
    },
  });
  const report = await onRecord({ source: 'files', place, kind: isReal ? 'run' : 'dry-run' }, () =>
    moveIn({
      ...{ source: 'files', isReal, now: new Date(now.epochMilliseconds) },
      reader: { ...source, read: (kind) => afterEach(source, kind, notes.save) },
      onNote: notes.add,
    }),
  );
  await notes.save();
  await database()
    .update(fileMoves)
    .set({
      status: isReal ? 'moved' : 'tried',
      report,
      done: progress.total,
      total: progress.total,
      problem: null,
    })
    .where(and(eq(fileMoves.id, moveId), eq(fileMoves.status, isReal ? 'moving' : 'trying')));
}

async function undo(moveId: string): Promise<void> {
  const outcome = await undoMove();
  if (!outcome.ok) return settle(moveId, 'undoing', 'moved', undoMessage(outcome.problem));
  await onRecord({ source: 'files', place: 'Uploaded files', kind: 'undo' }, async () => outcome.value);
  await settleUndone(moveId);
}

const sourceFileOf = (file: UploadedFile): SourceFile => ({
  ...{ name: file.name, kind: file.kind as ListKind, system: file.system, header: file.header },
  ...{ mapping: file.mapping, decimalCommas: file.decimalCommas },
  rows: () => rowsOfFile(file),
});

/** Lists the rows that were left out or changed, some at a time. */
function listNotes(moveId: string) {
  let waiting: Note[] = [];
  let listed = 0;
  return {
    add: (note: Note) => {
      if (listed < MOST_LISTED) waiting.push(note);
      listed += 1;
    },
    save: async () => {
      while (waiting.length > 0) {
        const rows = waiting.slice(0, NOTES_AT_ONCE);
        waiting = waiting.slice(NOTES_AT_ONCE);
        await database()
          .insert(fileMoveRows)
          .values(
            rows.map(({ kind, sourceId, isLeftOut, reason }) => ({
              moveId,
              kind,
              place: sourceId,
              isLeftOut,
              reason,
            })),
          )
          .onConflictDoNothing();
      }
    },
  };
}

async function* afterEach<K extends RecordKind>(source: RecordSource, kind: K, save: () => Promise<void>) {
  for await (const batch of source.read(kind)) {
    yield batch;
    await save();
  }
}

/** @throws while another process is at it */
async function claim(moveId: string, status: FileMoveStatus): Promise<void> {
  const claimed = await database()
    .update(fileMoves)
    .set({ beatAt: sql`now()` })
    .where(
      and(
        eq(fileMoves.id, moveId),
        eq(fileMoves.status, status),
        sql`(${fileMoves.beatAt} is null or ${fileMoves.beatAt} < now() - make_interval(secs => ${DEAD_SECONDS}))`,
      ),
    )
    .returning({ id: fileMoves.id });
  if (claimed.length === 0) throw new Error('another process works on these files');
}

async function saveBeat(moveId: string, { done, total }: { done: number; total: number }): Promise<void> {
  await database()
    .update(fileMoves)
    .set({ beatAt: sql`now()`, done: Math.min(done, total), total })
    .where(eq(fileMoves.id, moveId));
}

async function settle(
  moveId: string,
  from: FileMoveStatus,
  status: FileMoveStatus,
  problem: string | null,
): Promise<void> {
  await database()
    .update(fileMoves)
    .set({ status, problem })
    .where(and(eq(fileMoves.id, moveId), eq(fileMoves.status, from)));
}
