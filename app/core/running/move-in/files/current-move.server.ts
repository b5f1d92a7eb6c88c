/** The files that are brought together: the newest row of their table, which a command locks before it changes it. */
import { and, desc, eq, ne, sql } from 'drizzle-orm';
import { inTransaction, type Transaction } from '#db/client.ts';
import { fileMoves, moveFiles } from '#db/schema/move-in.ts';
import { isOpenToChange } from './file-move.ts';
import type { UploadedFile } from './uploaded-file.server.ts';

export type FileMove = typeof fileMoves.$inferSelect;

/** The newest, under lock; null before the first. */
export async function holdMove(tx: Transaction): Promise<FileMove | null> {
  const [found] = await tx
    .select()
    .from(fileMoves)
    .orderBy(desc(fileMoves.createdAt), desc(fileMoves.id))
    .limit(1)
    .for('no key update');
  return found ?? null;
}

/**
 * The id of the one whose files can be changed, under lock; made for the first file, and for the first after a move that
 * came over. What was tried before has to be tried again. Null while a job works.
 */
export async function holdOpenMove(tx: Transaction): Promise<string | null> {
  const found = await holdMove(tx);
  if (found && isOpenToChange(found.status)) {
    await tx.update(fileMoves).set({ status: 'choosing', problem: null }).where(eq(fileMoves.id, found.id));
    return found.id;
  }
  if (found && found.status !== 'moved') return null;
  const [made] = await tx.insert(fileMoves).values({}).returning({ id: fileMoves.id });
  return made?.id ?? null;
}

/** Records that a move was undone, with its files and those of the moves before it, unless another process did so. */
export function settleUndone(moveId: string): Promise<void> {
  return inTransaction(async (tx) => {
    const [held] = await tx
      .select({ status: fileMoves.status })
      .from(fileMoves)
      .where(eq(fileMoves.id, moveId))
      .for('no key update');
    if (held?.status !== 'undoing') return;
    await takeFilesAlong(tx, moveId);
    await tx.update(fileMoves).set({ status: 'undone', problem: null }).where(eq(fileMoves.id, moveId));
  });
}

/**
 * Takes the files of earlier moves along, because an undo removes what came of them too. They come after the newer ones: of
 * two rows of one person or product the first counts. All are deleted a week after the first of them was uploaded.
 */
async function takeFilesAlong(tx: Transaction, moveId: string): Promise<void> {
  const earlier = await tx
    .select({ id: fileMoves.id, createdAt: fileMoves.createdAt })
    .from(fileMoves)
    .where(and(eq(fileMoves.status, 'moved'), ne(fileMoves.id, moveId)))
    .orderBy(desc(fileMoves.createdAt), desc(fileMoves.id))
    .for('no key update');
  const names = new Set((await filesOf(tx, moveId)).map(nameOf));
  for (const { id, createdAt } of earlier) {
    for (const file of await filesOf(tx, id)) {
      // A newer file of this name was in its place.
      if (names.has(nameOf(file))) continue;
      names.add(nameOf(file));
      await tx
        .update(moveFiles)
        .set({ moveId, createdAt: sql`clock_timestamp()` })
        .where(eq(moveFiles.id, file.id));
    }
    await tx.update(fileMoves).set({ createdAt }).where(eq(fileMoves.id, moveId));
    await tx.delete(fileMoves).where(eq(fileMoves.id, id));
  }
}

const nameOf = ({ name, kind }: UploadedFile): string => `${kind} ${name}`;

/** In the order in which they were uploaded. */
export const filesOf = (tx: Pick<Transaction, 'select'>, moveId: string): Promise<UploadedFile[]> =>
  tx.select().from(moveFiles).where(eq(moveFiles.moveId, moveId)).orderBy(moveFiles.createdAt, moveFiles.id);

/** Where the rows are from, for the record of runs. */
export const placeOf = (files: readonly Pick<UploadedFile, 'name'>[]): string =>
  files
    .map(({ name }) => name)
    .join(', ')
    .slice(0, 300);
