/**
 * Keeps and removes photos of customers. The order is: row, file, commit, old file: wherever it is broken off,
 * there is a row that says which file is to go, and the nightly cleanup finds it (`cleanUpPhotos`).
 */
import { randomBytes } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import type { Temporal } from 'temporal-polyfill';
import { database, inTransaction, inTransactionOr, type Transaction } from '#db/client.ts';
import { customerPhotos, customerProfiles } from '#db/schema/customers.ts';
import type { Actor, SignedIn } from '#features/access/actor.ts';
import { recordActivity } from '#features/activity/record-activity.server.ts';
import { readSettings } from '#features/settings/settings-queries.server.ts';
import { newId } from '#kernel/ids.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import type { PhotoKind } from '#kernel/statuses.ts';
import { asDate, systemClock } from '#kernel/time.ts';
import { files } from '#platform/files.ts';
import { currentKeyId, encryptBytes } from '#platform/keyring.ts';
import { announce } from '#platform/live/announce.ts';
import { log } from '#platform/log.ts';
import type { Picture } from '#platform/uploads/redraw-picture.ts';
import { afterChange } from './age-verification.ts';
import { lockCustomer } from './lock-customer.server.ts';
import { type PhotoProblem, photoLabel } from './photo.ts';
import { lockProfile } from './profile-queries.server.ts';
import { removeFiles } from './remove-photos.server.ts';
import { recordReset } from './save-profile.server.ts';

/** What a photo's file is bound to when it is encrypted. */
export const photoContext = (fileKey: string) => `photo:${fileKey}`;

/** Keeps a photo in place of the one there was. A new license photo asks for a new decision where one approved. */
export async function keepPhoto(
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
    return refuse({ kind: 'not-stored' });
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

/** The photo is kept from now on; answers the ids of those whose place it takes. */
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
    // The cleanup took it for a remnant.
    if (!kept) return abandon(refuse({ kind: 'not-stored' }));
    if (kind === 'license') await askAnew(tx, userId, profile);
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
 * Removes the file of a photo that came to nothing. Its row may be gone already, with an account that was deleted while
 * the file was written: then nothing else would ever find it.
 */
async function removeUncounted(id: string, fileKey: string): Promise<void> {
  try {
    const [row] = await database()
      .select({ state: customerPhotos.state })
      .from(customerPhotos)
      .where(eq(customerPhotos.id, id));
    // It may count after all: a commit whose answer was lost.
    if (row?.state === 'kept') return;
    await files().remove(fileKey);
    await database().delete(customerPhotos).where(eq(customerPhotos.id, id));
  } catch (error) {
    log.error({ err: error, photo: id }, 'a photo that came to nothing could not be removed');
  }
}

/** Removes one's own photo; whether there was one. A decision that was made with it stays. */
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

/** Marks what is kept as leaving; answers the ids of the rows. */
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

async function askAnew(
  tx: Transaction,
  userId: string,
  profile: Parameters<typeof afterChange>[0],
): Promise<void> {
  const verification = afterChange(profile, { birthDate: false, license: true });
  const wasReset = profile.isVerifiedOver21 === true;
  if (!wasReset && !profile.licenseVerified) return;
  await tx
    .update(customerProfiles)
    .set({ ...verification, ...(wasReset ? { ageDecidedAt: null } : {}) })
    .where(eq(customerProfiles.userId, userId));
  if (wasReset) await recordReset(tx, userId);
}
