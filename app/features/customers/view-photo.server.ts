/**
 * Hands a photo out: to its owner, and to staff, whose look is recorded (docs/law.md, Privacy). To everybody else
 * it looks like one that does not exist.
 */
import { and, eq } from 'drizzle-orm';
import { database, inTransaction } from '#db/client.ts';
import { customerPhotos } from '#db/schema/customers.ts';
import { type Actor, may, type Permission } from '#features/access/actor.ts';
import { recordAudit } from '#features/audit/record-audit.server.ts';
import { isUuid } from '#kernel/ids.ts';
import type { PhotoKind } from '#kernel/statuses.ts';
import { files } from '#platform/files.ts';
import { decryptBytes } from '#platform/keyring.ts';
import { photoContext } from './keep-photo.server.ts';

export type ShownPhoto = { bytes: Buffer; contentType: string };

/** Who besides its owner may see a photo of that kind. */
const neededFor: Readonly<Record<PhotoKind, Permission>> = {
  license: 'age.decide',
  profile: 'customers.read',
};

/**
 * Null for whoever may not see it, as for what does not exist.
 * @param isFresh whether the actor has shown lately who they are: staff see nobody's photo without it.
 */
export async function viewPhoto(
  actor: Actor,
  photoId: string,
  isFresh: () => Promise<boolean> = async () => false,
): Promise<ShownPhoto | null> {
  if (actor.kind !== 'user' || actor.isBanned || !isUuid(photoId)) return null;
  const [photo] = await database()
    .select()
    .from(customerPhotos)
    .where(and(eq(customerPhotos.id, photoId), eq(customerPhotos.state, 'kept')));
  if (!photo || photo.userId === null) return null;
  const { userId, kind, fileKey, contentType } = photo;
  const isOwn = userId === actor.userId;
  if (!isOwn && !(may(actor, neededFor[kind]) && (await isFresh()))) return null;
  const file = await files().get(fileKey);
  if (!file) return null;
  const encrypted = Buffer.from(await new Response(file.body).arrayBuffer());
  const bytes = decryptBytes(encrypted, photoContext(fileKey));
  if (!isOwn)
    await inTransaction((tx) =>
      recordAudit(tx, actor, { action: `${kind}-photo.viewed`, subject: 'customer', subjectId: userId }),
    );
  return { bytes, contentType };
}
