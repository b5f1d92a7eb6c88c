/** Receives files of other systems, and adds those that can be read to the ones that are brought together. */
import { eq } from 'drizzle-orm';
import { type Actor, may } from '#core/ground/access/actor.ts';
import { staffTransaction } from '#core/ground/access/staff-transaction.server.ts';
import { readStoredSettings } from '#core/ground/settings/settings-queries.server.ts';
import { database } from '#db/client.ts';
import { moveFiles } from '#db/schema/move-in.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { CsvError } from '#platform/csv/csv-problem.ts';
import { withUploads } from '#platform/uploads/receive-upload.ts';
import { asCsv } from '#platform/workbook/workbook-csv.ts';
import { holdOpenMove } from './current-move.server.ts';
import { type FileMoveProblem, fileMoveMessage, LARGEST_FILE, MOST_FILES } from './file-move.ts';
import { lookThrough, saveUploaded } from './uploaded-file.server.ts';

/** `message` says why a file cannot be read; null for one that was added. */
export type ReceivedFile = { name: string; message: string | null };

/** Refuses people who may not change settings before it reads a byte, and a shop that is open. */
export async function receiveMoveFiles(
  actor: Actor,
  request: Request,
): Promise<Result<ReceivedFile[], FileMoveProblem>> {
  if (actor.kind !== 'user' || !may(actor, 'settings.manage')) return refuse({ kind: 'not-allowed' });
  if ((await readStoredSettings(database())).opening.isOpen) return refuse({ kind: 'open' });
  const limits = { maximumSize: LARGEST_FILE, maximumTotal: 3 * LARGEST_FILE, most: MOST_FILES };
  const outcome = await withUploads<ReceivedFile[], never>(
    request,
    { field: 'files', ...limits },
    async (files) => {
      const received: ReceivedFile[] = [];
      for (const { path, name, size, isTooLarge } of files) {
        // A form without a chosen file sends an empty one.
        if (size === 0 && !isTooLarge) continue;
        const added = isTooLarge ? refuse(tooLarge) : await addMoveFile(actor, path, name);
        received.push({ name, message: added.ok ? null : fileMoveMessage(added.problem) });
      }
      return succeed(received);
    },
  );
  if (!outcome.ok) return refuse({ kind: 'upload', problem: outcome.problem });
  return outcome.value.length === 0 ? refuse({ kind: 'upload', problem: { kind: 'missing' } }) : outcome;
}

const tooLarge: FileMoveProblem = { kind: 'upload', problem: { kind: 'too-large', limit: LARGEST_FILE } };

/** For a file at `path`, named as its sender names it. */
export async function addMoveFile(
  actor: Actor,
  path: string,
  name: string,
): Promise<Result<null, FileMoveProblem>> {
  const asAdmin = staffTransaction(actor, 'settings.manage', refuse({ kind: 'not-allowed' }));
  try {
    return await asCsv(path, async (csv) => {
      const looked = await lookThrough(csv, name);
      if (!looked.ok) return looked;
      return asAdmin<Result<null, FileMoveProblem>>(async (tx) => {
        const moveId = await holdOpenMove(tx);
        if (moveId === null) return refuse({ kind: 'moved-on' });
        const files = await tx.$count(moveFiles, eq(moveFiles.moveId, moveId));
        if (files >= MOST_FILES) return refuse({ kind: 'too-many-files' });
        await saveUploaded(tx, moveId, looked.value, csv);
        return succeed(null);
      });
    });
  } catch (error) {
    if (error instanceof CsvError) return refuse({ kind: 'csv', problem: error.problem });
    throw error;
  }
}
