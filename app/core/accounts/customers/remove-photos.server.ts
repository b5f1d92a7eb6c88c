/** Deletes photos: first the file, then the row with its location, so that no file is ever left without a row. */
import { and, eq, inArray, isNull, lt, ne, or, type SQL, sql } from 'drizzle-orm';
import { recordActivity } from '#core/ground/activity/record-activity.server.ts';
import { tryShareAdvisory } from '#db/advisory-locks.ts';
import { database, inTransaction } from '#db/client.ts';
import { customerPhotos, customerProfiles } from '#db/schema/customers.ts';
import { files } from '#platform/files/files.ts';
import { log } from '#platform/log.ts';
import { photoLabel } from './photo.ts';

/** Longer than any upload takes: one still arriving by then was interrupted. */
const ARRIVING_HOURS = 1;

/**
 * Deletes the files of photos that are marked, and their rows. If storage refuses now, or while a backup
 * runs, the next cleanup deletes them.
 */
export async function removeFiles(photoIds: readonly string[]): Promise<void> {
  if (photoIds.length === 0) return;
  const rows = await database()
    .select({ id: customerPhotos.id, fileKey: customerPhotos.fileKey })
    .from(customerPhotos)
    .where(and(inArray(customerPhotos.id, [...photoIds]), ne(customerPhotos.state, 'kept')));
  for (const { id, fileKey } of rows) {
    try {
      await inTransaction(async (tx) => {
        // The backup under way has the row of a photo whose file it may still have to copy.
        if (!(await tryShareAdvisory(tx, 'backup'))) return;
        await files().remove(fileKey);
        await tx.delete(customerPhotos).where(eq(customerPhotos.id, id));
      });
    } catch (error) {
      log.error({ err: error, photo: id }, 'a photo could not be removed; it is tried again tonight');
    }
  }
}

/**
 * Deletes license photos that are due or whose owner's age has been decided since, photos whose owner is gone, and
 * files of unfinished uploads. Runs every night.
 */
export async function cleanUpPhotos(): Promise<void> {
  await letDueGo();
  const passing = await database()
    .update(customerPhotos)
    .set({ state: 'leaving' })
    .where(
      or(
        eq(customerPhotos.state, 'leaving'),
        isNull(customerPhotos.userId),
        and(
          eq(customerPhotos.state, 'arriving'),
          lt(customerPhotos.createdAt, sql`now() - make_interval(hours => ${ARRIVING_HOURS})`),
        ),
      ),
    )
    .returning({ id: customerPhotos.id });
  await removeFiles(passing.map(({ id }) => id));
}

/** The owner's history says that it was deleted. */
async function letDueGo(): Promise<void> {
  await inTransaction(async (tx) => {
    const due = await tx
      .update(customerPhotos)
      .set({ state: 'leaving' })
      .where(
        and(
          eq(customerPhotos.state, 'kept'),
          or(lt(customerPhotos.deleteAfter, sql`now()`), and(eq(customerPhotos.kind, 'license'), isDecided)),
        ),
      )
      .returning({ userId: customerPhotos.userId, kind: customerPhotos.kind });
    for (const { userId, kind } of due) {
      if (userId === null) continue;
      await recordActivity(tx, {
        userId,
        type: 'profile_update',
        description: `${photoLabel[kind]} deleted on schedule`,
        metadata: { fields: photoLabel[kind] },
      });
    }
  });
}

/** Whether the age was decided after the photo was added. */
const isDecided: SQL = sql`exists (
  select from ${customerProfiles}
  where ${customerProfiles.userId} = ${customerPhotos.userId}
    and ${customerProfiles.isVerifiedOver21} is not null
    and ${customerProfiles.ageDecidedAt} >= ${customerPhotos.createdAt}
)`;
