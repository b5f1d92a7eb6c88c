/**
 * Sends a photo: to its owner, and to staff, whose view is recorded (docs/law.md, Privacy). To everyone else it looks
 * like a photo that does not exist.
 */
import { and, eq } from 'drizzle-orm';
import type { Actor, Permission } from '#core/ground/access/actor.ts';
import { recentStaffTransaction } from '#core/ground/access/staff-transaction.server.ts';
import { recordAudit } from '#core/ground/audit/record-audit.server.ts';
import { database } from '#db/client.ts';
import { customerPhotos } from '#db/schema/customers.ts';
import { isUuid } from '#kernel/ids.ts';
import type { PhotoKind } from '#kernel/statuses.ts';
import { files } from '#platform/files/files.ts';
import { decryptBytes } from '#platform/secrets/keyring.ts';
import { photoContext } from './save-photo.server.ts';

export type ShownPhoto = { bytes: Buffer; contentType: string };

/** Who apart from its owner may see a photo of that kind. */
const neededFor: Readonly<Record<PhotoKind, Permission>> = {
  license: 'age.decide',
  profile: 'customers.read',
};

/**
 * Null for anyone who may not see it, and for a photo that does not exist. Staff need a recent sign-in; owners do not.
 */
export async function viewPhoto(actor: Actor, photoId: string): Promise<ShownPhoto | null> {
  if (actor.kind !== 'user' || actor.isBanned || !isUuid(photoId)) return null;
  const [photo] = await database()
    .select()
    .from(customerPhotos)
    .where(and(eq(customerPhotos.id, photoId), eq(customerPhotos.state, 'kept')));
  if (!photo || photo.userId === null) return null;
  const { userId, kind, fileKey, contentType } = photo;
  if (userId !== actor.userId && !(await recordLook(actor, userId, kind))) return null;
  const file = await files().get(fileKey);
  if (!file) return null;
  const encrypted = Buffer.from(await new Response(file.body).arrayBuffer());
  return { bytes: decryptBytes(encrypted, photoContext(fileKey)), contentType };
}

/** Commits the record before the photo is read. False for anyone who may not see it now, and for an old sign-in. */
function recordLook(actor: Actor, userId: string, kind: PhotoKind): Promise<boolean> {
  const asStaff = recentStaffTransaction(actor, neededFor[kind], false, false);
  return asStaff<boolean>(async (tx, staff) => {
    await recordAudit(tx, staff, { action: `${kind}-photo.viewed`, subject: 'customer', subjectId: userId });
    return true;
  });
}
