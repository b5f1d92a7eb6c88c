/**
 * Saves and deletes photos of customers. The order is: row, file, commit, old file: wherever it is interrupted, a row
 * says which file to delete, and the nightly cleanup finds it (`cleanUpPhotos`).
 */
import { randomBytes } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import type { Temporal } from 'temporal-polyfill';
import type { Actor, SignedIn } from '#core/ground/access/actor.ts';
import { recordActivity } from '#core/ground/activity/record-activity.server.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { database, inTransaction, inTransactionOr, type Transaction } from '#db/client.ts';
import { customerPhotos } from '#db/schema/customers.ts';
import { newId } from '#kernel/ids.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import type { PhotoKind } from '#kernel/statuses.ts';
import { asDate, systemClock } from '#kernel/time.ts';
import type { Picture } from '#platform/drawing/redraw-picture.ts';
import { files } from '#platform/files/files.ts';
import { announce } from '#platform/live/announce.ts';
import { log } from '#platform/log.ts';
import { currentKeyId, encryptBytes } from '#platform/secrets/keyring.ts';
import { diskProblem } from '#platform/uploads/disk-problem.ts';
import { lockCustomer } from './lock-customer.server.ts';
import { type PhotoProblem, photoLabel } from './photo.ts';
import { lockProfile } from './profile-queries.server.ts';
import { removeFiles } from './remove-photos.server.ts';

/** The context that a photo's encrypted file is bound to. */
export const photoContext = (fileKey: string) => `photo:${fileKey}`;

/**
 * Saves a photo in place of the previous one. An approval stays: staff find a new license photo in their queue
 * (`hasNewPhoto`).
 */
export async function savePhoto(
  actor: Actor,
  kind: PhotoKind,
  picture: Pick<Picture, 'bytes' | 'contentType'>,
  now: Temporal.Instant = systemClock(),
): Promise<Result<{ id: string }, PhotoProblem>> {
  if (actor.kind !== 'user') return refuse({ kind: 'not-signed-in' });
  const { compliance } = await readSettings();
  const { userId } = actor;
  const id = newId<string>();
  const fileKey = `photos/${randomBytes(24).toString('hex')}`;
  const keyId = currentKeyId();
  await inTransaction((tx) =>
    tx.insert(customerPhotos).values({
      id,
      userId,
      kind,
      fileKey,
      keyId,
      contentType: picture.contentType,
      deleteAfter: kind === 'license' ? asDate(now.add({ hours: 24 * compliance.licensePhotoDays })) : null,
      createdAt: asDate(now),
    }),
  );
  try {
    const encrypted = encryptBytes(picture.bytes, photoContext(fileKey));
    await files().put(fileKey, encrypted, 'application/octet-stream');
  } catch (error) {
    log.error({ err: error }, 'a photo could not be stored');
    return refuse(diskProblem(error) ?? { kind: 'not-stored' });
  }
  const outcome = await makeItCount(actor, kind, id).catch(async (error: unknown) => {
    await removeUncounted(id, fileKey);
    throw error;
  });
  if (!outcome.ok) {
    await removeUncounted(id, fileKey);
    return outcome;
  }
  await removeFiles(outcome.value);
  return succeed({ id });
}

/** Makes the photo the current one; returns the ids of those it replaces. */
function makeItCount(actor: SignedIn, kind: PhotoKind, id: string): Promise<Result<string[], PhotoProblem>> {
  const { userId } = actor;
  return inTransactionOr<Result<string[], PhotoProblem>>(async (tx, abandon) => {
    await lockCustomer(tx, actor);
    const profile = await lockProfile(tx, userId);
    if (!profile || profile.isBanned) return refuse({ kind: 'banned' });
    const old = await letGo(tx, userId, kind);
    const [kept] = await tx
      .update(customerPhotos)
      .set({ state: 'kept' })
      .where(and(eq(customerPhotos.id, id), eq(customerPhotos.state, 'arriving')))
      .returning({ id: customerPhotos.id });
    // The cleanup took it for an unfinished upload.
    if (!kept) return abandon(refuse({ kind: 'not-stored' }));
    await recordActivity(tx, {
      userId,
      type: 'profile_update',
      description: `${old.length > 0 ? 'Replaced' : 'Added'} ${photoLabel[kind].toLowerCase()}`,
      metadata: { fields: photoLabel[kind] },
    });
    await announce(tx, 'customers');
    return succeed(old);
  });
}

/**
 * Deletes the file of a photo that was not saved. Its row may be gone already, with an account deleted while the file
 * was written: then nothing else would ever find the file.
 */
async function removeUncounted(id: string, fileKey: string): Promise<void> {
  try {
    const [row] = await database()
      .select({ state: customerPhotos.state })
      .from(customerPhotos)
      .where(eq(customerPhotos.id, id));
    // It may be saved after all: a commit whose answer was lost.
    if (row?.state === 'kept') return;
    await files().remove(fileKey);
    await database().delete(customerPhotos).where(eq(customerPhotos.id, id));
  } catch (error) {
    log.error({ err: error, photo: id }, 'a photo that came to nothing could not be removed');
  }
}

/** Deletes one's own photo; returns whether there was one. A decision based on it stays. */
export async function deletePhoto(actor: SignedIn, kind: PhotoKind): Promise<boolean> {
  const { userId } = actor;
  const gone = await inTransaction(async (tx) => {
    await lockCustomer(tx, actor);
    const old = await letGo(tx, userId, kind);
    if (old.length > 0)
      await recordActivity(tx, {
        userId,
        type: 'profile_update',
        description: `Deleted ${photoLabel[kind].toLowerCase()}`,
        metadata: { fields: photoLabel[kind] },
      });
    return old;
  });
  await removeFiles(gone);
  return gone.length > 0;
}

/** Marks the current photo for deletion; returns the ids of the rows. */
async function letGo(tx: Transaction, userId: string, kind: PhotoKind): Promise<string[]> {
  const rows = await tx
    .update(customerPhotos)
    .set({ state: 'leaving' })
    .where(
      and(eq(customerPhotos.userId, userId), eq(customerPhotos.kind, kind), eq(customerPhotos.state, 'kept')),
    )
    .returning({ id: customerPhotos.id });
  return rows.map(({ id }) => id);
}
