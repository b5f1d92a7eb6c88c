/**
 * Brings photos and license numbers under the key that encrypts now. One at a time and each for itself, so that it
 * can be broken off anywhere and begun again: what is under the key already is left alone.
 */
import { and, asc, eq, gt, isNotNull, ne } from 'drizzle-orm';
import { database, inTransaction } from '#db/client.ts';
import { customerPhotos, customerProfiles } from '#db/schema/customers.ts';
import { files } from '#platform/files.ts';
import { currentKeyId, decryptBytes, encryptBytes, keyIdOf } from '#platform/keyring.ts';
import { reencryptLicense } from './encrypt-license.server.ts';
import { photoContext } from './keep-photo.server.ts';

export type Rotated = { photos: number; licenses: number };

/** Whether anything is under another key than the one that encrypts now. */
export async function isRotationUnderWay(): Promise<boolean> {
  for await (const { encrypted, userId } of licenses())
    if (reencryptLicense(encrypted, userId) !== null) return true;
  return (await oldPhotos(1)).length > 0;
}

export async function rotateKeys(): Promise<Rotated> {
  let count = 0;
  for await (const { userId } of licenses()) if (await rotateLicense(userId)) count += 1;
  let photos = 0;
  for (;;) {
    const batch = await oldPhotos(100);
    if (batch.length === 0) return { photos, licenses: count };
    for (const { id } of batch) {
      await rotatePhoto(id);
      photos += 1;
    }
  }
}

function oldPhotos(limit: number): Promise<{ id: string }[]> {
  return database()
    .select({ id: customerPhotos.id })
    .from(customerPhotos)
    .where(and(eq(customerPhotos.state, 'kept'), ne(customerPhotos.keyId, currentKeyId())))
    .orderBy(asc(customerPhotos.id))
    .limit(limit);
}

/** Under the row's lock, so that a photo that is deleted meanwhile is not written again. */
function rotatePhoto(id: string): Promise<void> {
  return inTransaction(async (tx) => {
    const [photo] = await tx.select().from(customerPhotos).where(eq(customerPhotos.id, id)).for('update');
    if (photo?.state !== 'kept') return;
    const { fileKey } = photo;
    const file = await files().get(fileKey);
    const keyId = currentKeyId();
    if (file) {
      const encrypted = Buffer.from(await new Response(file.body).arrayBuffer());
      // A run that was broken off has written the file and not yet the row.
      if (keyIdOf(encrypted) !== keyId) {
        const again = encryptBytes(decryptBytes(encrypted, photoContext(fileKey)), photoContext(fileKey));
        await files().put(fileKey, again, 'application/octet-stream');
      }
    }
    await tx.update(customerPhotos).set({ keyId }).where(eq(customerPhotos.id, id));
  });
}

/** The number alone: a form that is open meanwhile has not become old by this. */
function rotateLicense(userId: string): Promise<boolean> {
  return inTransaction(async (tx) => {
    const [profile] = await tx
      .select({ encrypted: customerProfiles.licenseIdEncrypted })
      .from(customerProfiles)
      .where(eq(customerProfiles.userId, userId))
      .for('update');
    const again = profile?.encrypted ? reencryptLicense(profile.encrypted, userId) : null;
    if (again === null) return false;
    await tx
      .update(customerProfiles)
      .set({ licenseIdEncrypted: again })
      .where(eq(customerProfiles.userId, userId));
    return true;
  });
}

/** Every license number on file, a batch at a time. */
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
