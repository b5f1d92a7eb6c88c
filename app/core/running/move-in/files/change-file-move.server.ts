/** What an admin does with uploaded files: says what a file is, takes it out, tries, moves, undoes. A job does the work. */
import { and, eq } from 'drizzle-orm';
import type { Actor, SignedIn } from '#core/ground/access/actor.ts';
import { recentStaffTransaction, staffTransaction } from '#core/ground/access/staff-transaction.server.ts';
import { recordAudit } from '#core/ground/audit/record-audit.server.ts';
import { readStoredSettings } from '#core/ground/settings/settings-queries.server.ts';
import type { Transaction } from '#db/client.ts';
import { fileMoves, moveFiles } from '#db/schema/move-in.ts';
import { isUuid } from '#kernel/ids.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import type { FileMoveStatus } from '#kernel/statuses.ts';
import { enqueue } from '#platform/jobs.ts';
import { filesOf, holdMove, holdOpenMove, placeOf } from './current-move.server.ts';
import { type FileMoveProblem, isOpenToChange } from './file-move.ts';
import { fileMoveJob } from './file-move-job.ts';
import { fieldsOf, type ListKind, type ListMapping, missingFields } from './list-fields.ts';
import { proposeMapping, recognize } from './recognize.ts';

type Outcome = Result<null, FileMoveProblem>;

const asAdmin = (actor: Actor) => staffTransaction(actor, 'settings.manage', refuse({ kind: 'not-allowed' }));
const asRecentAdmin = (actor: Actor) =>
  recentStaffTransaction(
    actor,
    'settings.manage',
    refuse({ kind: 'not-allowed' }),
    refuse({ kind: 'confirm-first' }),
  );

/** Says what is in a file; its columns are proposed again by their names. */
export function chooseFileKind(actor: Actor, fileId: string, kind: ListKind): Promise<Outcome> {
  return changeFile(actor, fileId, (header) => {
    const found = recognize(header);
    return {
      kind,
      system: found?.kind === kind ? found.system : null,
      mapping: { ...proposeMapping(header, kind) },
    };
  });
}

/** @param fields the field that each column is, in the order of the columns; '' for one that is left */
export function chooseFileColumns(actor: Actor, fileId: string, fields: readonly string[]): Promise<Outcome> {
  return changeFile(actor, fileId, (header, kind) => {
    const known = new Set(fieldsOf(kind ?? 'products').map(([field]) => field));
    const mapping: Record<string, number> = {};
    // Of two columns for one field the first one counts.
    for (const [at, field] of fields.slice(0, header.length).entries())
      if (known.has(field)) mapping[field] ??= at;
    return { mapping };
  });
}

function changeFile(
  actor: Actor,
  fileId: string,
  change: (header: readonly string[], kind: ListKind | null) => Partial<typeof moveFiles.$inferInsert>,
): Promise<Outcome> {
  return asAdmin(actor)<Outcome>(async (tx, _, abandon) => {
    const moveId = await holdOpenMove(tx);
    if (moveId === null) return refuse({ kind: 'moved-on' });
    const [file] = await tx
      .select()
      .from(moveFiles)
      .where(and(eq(moveFiles.id, isUuid(fileId) ? fileId : moveId), eq(moveFiles.moveId, moveId)));
    if (!file) return abandon(refuse({ kind: 'not-found' }));
    await tx
      .update(moveFiles)
      .set(change(file.header, file.kind as ListKind | null))
      .where(eq(moveFiles.id, file.id));
    return succeed(null);
  });
}

/** Deletes a file that was uploaded. */
export function removeMoveFile(actor: Actor, fileId: string): Promise<Outcome> {
  return asAdmin(actor)<Outcome>(async (tx, _, abandon) => {
    const moveId = await holdOpenMove(tx);
    if (moveId === null) return refuse({ kind: 'moved-on' });
    const removed = await tx
      .delete(moveFiles)
      .where(and(eq(moveFiles.id, isUuid(fileId) ? fileId : moveId), eq(moveFiles.moveId, moveId)))
      .returning({ id: moveFiles.id });
    return removed.length === 0 ? abandon(refuse({ kind: 'not-found' })) : succeed(null);
  });
}

/** Tries the files and writes nothing. Refuses a file that lacks a column it needs. */
export function startTryingFiles(actor: Actor): Promise<Outcome> {
  return asAdmin(actor)<Outcome>(async (tx, admin) => {
    const move = await holdMove(tx);
    if (!move || !isOpenToChange(move.status)) return refuse({ kind: 'moved-on' });
    const ready = await readyFiles(tx, move.id);
    return ready.ok ? begin(tx, admin, move.id, 'trying') : ready;
  });
}

/**
 * Moves what was tried. Needs a recent sign-in, files that have not changed since they were tried, and a shop that is not
 * open.
 */
export function startMovingFiles(actor: Actor): Promise<Outcome> {
  return asRecentAdmin(actor)<Outcome>(async (tx, admin) => {
    const move = await holdMove(tx);
    if (move?.status !== 'tried') return refuse({ kind: 'moved-on' });
    const ready = await readyFiles(tx, move.id);
    if (!ready.ok) return ready;
    await recordAudit(tx, admin, {
      ...{ action: 'move-in.started', subject: 'store', subjectId: 'move-in' },
      after: { name: ready.value },
    });
    return begin(tx, admin, move.id, 'moving');
  });
}

/** Deletes everything that moved. Needs a recent sign-in; the job refuses what people did since, in words. */
export function startUndoingFiles(actor: Actor): Promise<Outcome> {
  return asRecentAdmin(actor)<Outcome>(async (tx, admin) => {
    const move = await holdMove(tx);
    if (move?.status !== 'moved' && move?.status !== 'failed') return refuse({ kind: 'moved-on' });
    if ((await readStoredSettings(tx)).opening.isOpen) return refuse({ kind: 'open' });
    await recordAudit(tx, admin, { action: 'move-in.undone', subject: 'store', subjectId: 'move-in' });
    return begin(tx, admin, move.id, 'undoing');
  });
}

/** The names of the files, if they can be read as they are. */
async function readyFiles(tx: Transaction, moveId: string): Promise<Result<string, FileMoveProblem>> {
  if ((await readStoredSettings(tx)).opening.isOpen) return refuse({ kind: 'open' });
  const files = await filesOf(tx, moveId);
  if (files.length === 0) return refuse({ kind: 'no-files' });
  for (const { name, kind, mapping } of files) {
    const needs = kind === null ? ['what is in it'] : missingFields(kind as ListKind, mapping as ListMapping);
    if (needs.length > 0) return refuse({ kind: 'incomplete', name, needs });
  }
  return succeed(placeOf(files));
}

async function begin(
  tx: Transaction,
  { sessionId }: SignedIn,
  moveId: string,
  status: FileMoveStatus,
): Promise<Outcome> {
  await tx
    .update(fileMoves)
    .set({ status, problem: null, done: 0, total: 0, beatAt: null })
    .where(eq(fileMoves.id, moveId));
  await enqueue(tx, fileMoveJob, { moveId, sessionId });
  return succeed(null);
}
