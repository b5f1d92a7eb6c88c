/** Takes a photo from a request: asks who sends it, reads it, draws it anew, keeps it. */
import type { Actor } from '#core/access/actor.ts';
import { type Result, refuse } from '#kernel/result.ts';
import type { PhotoKind } from '#kernel/statuses.ts';
import { withUpload } from '#platform/uploads/receive-upload.ts';
import { redrawPicture } from '#platform/uploads/redraw-picture.ts';
import { type PhotoProblem, photoSize } from './photo.ts';
import { savePhoto } from './save-photo.server.ts';

/** Counts one photo of a person; answers how many seconds to wait, 0 when it may be sent. */
type CountPhoto = (userId: string) => Promise<number>;

/** What a guest or somebody banned sends is not looked at. Refused: more than so many of one person's an hour. */
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
    return picture.ok ? savePhoto(actor, kind, picture.value) : picture;
  });
}
