/** Deletes uploaded files of other systems, and the lists of their rows, a week after they were begun. */
import { and, lt, notInArray } from 'drizzle-orm';
import { inTransaction } from '#db/client.ts';
import { fileMoves } from '#db/schema/move-in.ts';
import type { FileMoveStatus } from '#kernel/statuses.ts';
import { FILE_DAYS } from './file-move.ts';

const WORKING: FileMoveStatus[] = ['trying', 'moving', 'undoing'];

export async function cleanUpFileMoves(now = new Date()): Promise<void> {
  const old = new Date(now.getTime() - FILE_DAYS * 86_400_000);
  await inTransaction((tx) =>
    tx.delete(fileMoves).where(and(lt(fileMoves.createdAt, old), notInArray(fileMoves.status, WORKING))),
  );
}
