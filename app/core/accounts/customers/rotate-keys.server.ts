/**
 * Re-encrypts photos and license numbers under the current key. One at a time and independently, so that it can be
 * interrupted anywhere and restarted: it skips what is already under the key.
 */
import { and, asc, eq, gt, isNotNull, ne } from 'drizzle-orm';
import { database, inTransaction } from '#db/client.ts';
import { customerPhotos, customerProfiles } from '#db/schema/customers.ts';
import { files } from '#platform/files/files.ts';
import { currentKeyId, decryptBytes, encryptBytes, keyIdOf } from '#platform/secrets/keyring.ts';
import { reencryptLicense } from './encrypt-license.server.ts';
import { photoContext } from './save-photo.server.ts';

export type Rotated = {
  photos: number;
  licenses: number;
  /** What could not be read and stays unchanged: ids of photos, and of the people with these license numbers. */
  unread: { photos: string[]; licenses: string[] };
};

/** Whether anything readable is under a key other than the current one. */
export async function isRotationUnderWay(): Promise<boolean> {
  for await (const { encrypted, userId } of licenses()) {
    const again = unlessUnreadable(() => reencryptLicense(encrypted, userId));
    if (again !== null && again !== UNREADABLE) return true;
  }
  for await (const { fileKey } of oldPhotos()) if ((await readPhoto(fileKey)) !== UNREADABLE) return true;
  return false;
}

/** An unreadable one does not stop the others; the result lists it, and its key is still needed. */
export async function rotateKeys(): Promise<Rotated> {
  const rotated: Rotated = { photos: 0, licenses: 0, unread: { photos: [], licenses: [] } };
  for await (const { userId } of licenses()) {
    const outcome = await rotateLicense(userId);
    if (outcome === 'rotated') rotated.licenses += 1;
    if (outcome === 'unread') rotated.unread.licenses.push(userId);
  }
  for await (const { id } of oldPhotos()) {
    const outcome = await rotatePhoto(id);
    if (outcome === 'rotated') rotated.photos += 1;
    if (outcome === 'unread') rotated.unread.photos.push(id);
  }
  return rotated;
}

type Outcome = 'rotated' | 'as-it-was' | 'unread';

const UNREADABLE = Symbol('unreadable');

/** Its key is missing, or it was damaged; the error's details must not reach a log. */
function unlessUnreadable<T>(read: () => T): T | typeof UNREADABLE {
  try {
    return read();
  } catch {
    return UNREADABLE;
  }
}

/** Every photo whose row names another key, in batches. */
async function* oldPhotos(): AsyncGenerator<{ id: string; fileKey: string }> {
  for (let after: string | null = null; ; ) {
    const rows: { id: string; fileKey: string }[] = await database()
      .select({ id: customerPhotos.id, fileKey: customerPhotos.fileKey })
      .from(customerPhotos)
      .where(
        and(
          eq(customerPhotos.state, 'kept'),
          ne(customerPhotos.keyId, currentKeyId()),
          after === null ? undefined : gt(customerPhotos.id, after),
        ),
      )
      .orderBy(asc(customerPhotos.id))
      .limit(100);
    yield* rows;
    after = rows.at(-1)?.id ?? null;
    if (rows.length < 100 || after === null) return;
  }
}

/** The photo; null if its file is already under the current key, as after an interrupted run. */
async function readPhoto(fileKey: string): Promise<Buffer | null | typeof UNREADABLE> {
  const file = await files().get(fileKey);
  // A store that is unreachable for the moment must not make its key look unused.
  if (!file) return UNREADABLE;
  const encrypted = Buffer.from(await new Response(file.body).arrayBuffer());
  return unlessUnreadable(() => {
    const plain = decryptBytes(encrypted, photoContext(fileKey));
    return keyIdOf(encrypted) === currentKeyId() ? null : plain;
  });
}

/** Under the row's lock, so that a photo deleted at the same time is not written again. */
function rotatePhoto(id: string): Promise<Outcome> {
  return inTransaction(async (tx): Promise<Outcome> => {
    const [photo] = await tx
      .select()
      .from(customerPhotos)
      .where(eq(customerPhotos.id, id))
      .for('no key update');
    if (photo?.state !== 'kept') return 'as-it-was';
    const { fileKey } = photo;
    const keyId = currentKeyId();
    const plain = await readPhoto(fileKey);
    if (plain === UNREADABLE) return 'unread';
    if (plain !== null)
      await files().put(fileKey, encryptBytes(plain, photoContext(fileKey)), 'application/octet-stream');
    await tx.update(customerPhotos).set({ keyId }).where(eq(customerPhotos.id, id));
    return 'rotated';
  });
}

/** Changes only the number: a form that is open now does not become stale. */
function rotateLicense(userId: string): Promise<Outcome> {
  return inTransaction(async (tx): Promise<Outcome> => {
    const [profile] = await tx
      .select({ encrypted: customerProfiles.licenseIdEncrypted })
      .from(customerProfiles)
      .where(eq(customerProfiles.userId, userId))
      .for('no key update');
    const encrypted = profile?.encrypted;
    const again = encrypted ? unlessUnreadable(() => reencryptLicense(encrypted, userId)) : null;
    if (again === null) return 'as-it-was';
    if (again === UNREADABLE) return 'unread';
    await tx
      .update(customerProfiles)
      .set({ licenseIdEncrypted: again })
      .where(eq(customerProfiles.userId, userId));
    return 'rotated';
  });
}

/** Every license number on file, in batches. */
async function* licenses(): AsyncGenerator<{ userId: string; encrypted: string }> {
  for (let after: string | null = null; ; ) {
    const rows: { userId: string; encrypted: string | null }[] = await database()
      .select({ userId: customerProfiles.userId, encrypted: customerProfiles.licenseIdEncrypted })
      .from(customerProfiles)
      .where(
        and(
          isNotNull(customerProfiles.licenseIdEncrypted),
          after === null ? undefined : gt(customerProfiles.userId, after),
        ),
      )
      .orderBy(asc(customerProfiles.userId))
      .limit(500);
    for (const { userId, encrypted } of rows) if (encrypted !== null) yield { userId, encrypted };
    after = rows.at(-1)?.userId ?? null;
    if (rows.length < 500 || after === null) return;
  }
}
