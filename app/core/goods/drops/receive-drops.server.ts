/**
 * Receives files that are dropped in together, certificates or pictures: checks and stores each, and keeps the ones that
 * cannot be used with the reason, so that their sender can read it.
 */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { and, count, eq } from 'drizzle-orm';
import { type Actor, may } from '#core/ground/access/actor.ts';
import { staffTransaction } from '#core/ground/access/staff-transaction.server.ts';
import { lockAdvisoryOf } from '#db/advisory-locks.ts';
import { database, type Transaction } from '#db/client.ts';
import { droppedFiles } from '#db/schema/drops.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import type { DropKind } from '#kernel/statuses.ts';
import { redrawPicture } from '#platform/drawing/redraw-picture.ts';
import { files } from '#platform/files/files.ts';
import { log } from '#platform/log.ts';
import { diskProblem } from '#platform/uploads/disk-problem.ts';
import type { ReceivedFile } from '#platform/uploads/receive-form.ts';
import { withUploads } from '#platform/uploads/receive-upload.ts';
import { isWholePdf } from '#platform/uploads/whole-pdf.ts';
import { storePicture } from '../catalogue/pictures/receive-picture.server.ts';
import {
  type DropProblem,
  type DroppedFile,
  dropNeeds,
  type FileProblem,
  fileMessage,
  LARGEST_TOTAL,
  largestDrop,
  MOST_AT_ONCE,
  MOST_WAITING,
} from './drop.ts';
import { shownFileName } from './file-name.ts';

type Stored = { key: string; tint: string | null };

/**
 * One file after the other, because pictures are decoded one at a time. A file that cannot be used refuses no other.
 * Does not read uploads by people who may not match files of the kind.
 */
export async function receiveDrops(
  actor: Actor,
  kind: DropKind,
  request: Request,
): Promise<Result<DroppedFile[], DropProblem>> {
  if (!may(actor, dropNeeds[kind])) return refuse({ kind: 'not-allowed' });
  const waiting = await countWaiting(kind);
  if (waiting >= MOST_WAITING) return refuse({ kind: 'too-many', kept: waiting });
  const outcome = await withUploads<DroppedFile[], DropProblem>(
    request,
    {
      field: 'files',
      maximumSize: largestDrop[kind],
      maximumTotal: LARGEST_TOTAL,
      most: MOST_AT_ONCE,
    },
    async (received) => {
      // A form without a chosen file sends one without a name.
      const chosen = received.filter(({ name, size }) => name !== '' || size > 0);
      if (chosen.length === 0) return refuse({ kind: 'upload', problem: { kind: 'missing' } });
      const done: DroppedFile[] = [];
      for (const file of chosen) {
        const name = shownFileName(file.name);
        const stored = await storeDrop(kind, file);
        const message = stored.ok ? null : fileMessage(stored.problem);
        const refused = await recordDrop(actor, {
          ...{ kind, name, message },
          ...(stored.ok ? stored.value : NOTHING),
        });
        if (refused !== null) return refuse(refused);
        done.push({ name, message });
      }
      return succeed(done);
    },
  );
  if (outcome.ok) return outcome;
  const { problem } = outcome;
  const isOurs = problem.kind === 'not-allowed' || problem.kind === 'upload' || problem.kind === 'too-many';
  return refuse(isOurs ? problem : { kind: 'upload', problem });
}

const NOTHING = { key: null, tint: null };

async function storeDrop(kind: DropKind, file: ReceivedFile): Promise<Result<Stored, FileProblem>> {
  if (file.isTooLarge) return refuse({ kind: 'too-large', limit: largestDrop[kind] });
  if (file.size === 0) return refuse({ kind: 'empty' });
  return kind === 'certificate' ? storeCertificate(file.path) : storeDropped(file.path);
}

async function storeCertificate(path: string): Promise<Result<Stored, FileProblem>> {
  if (!(await isWholePdf(path))) return refuse({ kind: 'no-pdf' });
  const bytes = await readFile(path);
  const key = `certificates/dropped/${createHash('sha256').update(bytes).digest('hex').slice(0, 20)}`;
  try {
    await files().put(`public/${key}.pdf`, bytes, 'application/pdf');
  } catch (error) {
    if (diskProblem(error) !== null) throw error;
    log.error({ err: error }, 'a certificate could not be stored');
    return refuse({ kind: 'not-stored' });
  }
  return succeed({ key, tint: null });
}

async function storeDropped(path: string): Promise<Result<Stored, FileProblem>> {
  const picture = await redrawPicture(path);
  if (!picture.ok) return refuse({ kind: 'picture', problem: picture.problem });
  const stored = await storePicture('products/dropped', picture.value);
  return stored === null ? refuse({ kind: 'not-stored' }) : succeed(stored);
}

async function countWaiting(kind: DropKind, db: Pick<Transaction, 'select'> = database()): Promise<number> {
  const [found] = await db.select({ files: count() }).from(droppedFiles).where(eq(droppedFiles.kind, kind));
  return found?.files ?? 0;
}

/** Counts again under a lock, because others add files at the same time. Returns the refusal, or null. The same file under the same name is one, and so is the same refusal. */
async function recordDrop(
  actor: Actor,
  { message, ...file }: { kind: DropKind; name: string; message: string | null } & (Stored | typeof NOTHING),
): Promise<DropProblem | null> {
  const asStaff = staffTransaction<DropProblem | null>(actor, dropNeeds[file.kind], {
    kind: 'not-allowed',
  });
  return asStaff(async (tx, { userId }) => {
    await lockAdvisoryOf(tx, 'droppedFiles', file.kind);
    if (message !== null)
      await tx
        .delete(droppedFiles)
        .where(
          and(
            eq(droppedFiles.kind, file.kind),
            eq(droppedFiles.name, file.name),
            eq(droppedFiles.problem, message),
          ),
        );
    const waiting = await countWaiting(file.kind, tx);
    if (waiting >= MOST_WAITING) return { kind: 'too-many', kept: waiting };
    await tx
      .insert(droppedFiles)
      .values({ ...file, problem: message, actorId: userId })
      .onConflictDoNothing();
    return null;
  });
}
