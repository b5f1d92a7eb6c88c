/** Receives a photo from a request: checks the sender, reads it, re-encodes it, saves it. */
import type { Actor } from '#core/ground/access/actor.ts';
import { type Result, refuse } from '#kernel/result.ts';
import type { PhotoKind } from '#kernel/statuses.ts';
import { redrawPicture } from '#platform/drawing/redraw-picture.ts';
import { withUpload } from '#platform/uploads/receive-upload.ts';
import { checkPhotoSize, type PhotoProblem, photoSize } from './photo.ts';
import { savePhoto } from './save-photo.server.ts';

/** Counts one photo of a person; returns how many seconds to wait, 0 when it may be sent. */
type CountPhoto = (userId: string) => Promise<number>;

/** Does not read the photos of guests and banned people. Refused: more photos of one person than the hourly limit. */
export async function receivePhoto(
  actor: Actor,
  kind: PhotoKind,
  request: Request,
  count: CountPhoto,
): Promise<Result<{ id: string }, PhotoProblem>> {
  if (actor.kind !== 'user' || actor.isBanned) {
    return refuse({ kind: actor.kind === 'user' ? 'banned' : 'not-signed-in' });
  }
  const seconds = await count(actor.userId);
  if (seconds > 0) {
    return refuse({ kind: 'too-many-attempts', seconds });
  }
  return withUpload<{ id: string }, PhotoProblem>(request, { field: 'photo' }, async ({ path }) => {
    const picture = await redrawPicture(path, photoSize[kind]);
    if (!picture.ok) return picture;
    const size = checkPhotoSize(kind, picture.value);
    return size.ok ? savePhoto(actor, kind, picture.value) : size;
  });
}
