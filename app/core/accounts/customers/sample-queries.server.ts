/** Tries whether the newest encrypted data of customers can still be read. */
import { desc, eq, isNotNull } from 'drizzle-orm';
import { database } from '#db/client.ts';
import { customerPhotos, customerProfiles } from '#db/schema/customers.ts';
import { files } from '#platform/files/files.ts';
import { decryptBytes } from '#platform/secrets/keyring.ts';
import { decryptLicense } from './encrypt-license.server.ts';
import { photoContext } from './save-photo.server.ts';

/**
 * Decrypts the newest license number and the newest photo, and discards both. For programs of the operator; a file that
 * cannot be fetched counts as unreadable.
 */
export async function trySample(): Promise<'readable' | 'unreadable' | 'none'> {
  const [[license], [photo]] = await Promise.all([
    database()
      .select({ userId: customerProfiles.userId, encrypted: customerProfiles.licenseIdEncrypted })
      .from(customerProfiles)
      .where(isNotNull(customerProfiles.licenseIdEncrypted))
      .orderBy(desc(customerProfiles.updatedAt))
      .limit(1),
    database()
      .select({ fileKey: customerPhotos.fileKey })
      .from(customerPhotos)
      .where(eq(customerPhotos.state, 'kept'))
      .orderBy(desc(customerPhotos.createdAt))
      .limit(1),
  ]);
  if (!license && !photo) return 'none';
  try {
    if (license?.encrypted) decryptLicense(license.encrypted, license.userId);
    if (photo) {
      const file = await files().get(photo.fileKey);
      if (!file) return 'unreadable';
      const bytes = Buffer.from(await new Response(file.body).arrayBuffer());
      decryptBytes(bytes, photoContext(photo.fileKey));
    }
    return 'readable';
  } catch {
    return 'unreadable';
  }
}
