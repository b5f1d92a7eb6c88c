/** Takes a photo from a request: asks who sends it, reads it, draws it anew, keeps it. */
import type { Actor } from '#features/access/actor.ts';
import { type Result, refuse } from '#kernel/result.ts';
import type { PhotoKind } from '#kernel/statuses.ts';
import { letPass, withUpload } from '#platform/uploads/receive-upload.ts';
import { redrawPicture } from '#platform/uploads/redraw-picture.ts';
import { keepPhoto } from './keep-photo.server.ts';
import { type PhotoProblem, photoSize } from './photo.ts';

/** What a guest or somebody banned sends is not looked at. */
export async function receivePhoto(
  actor: Actor,
  kind: PhotoKind,
  request: Request,
): Promise<Result<{ id: string }, PhotoProblem>> {
  if (actor.kind !== 'user' || actor.isBanned) {
    await letPass(request);
    return refuse({ kind: actor.kind === 'user' ? 'banned' : 'not-signed-in' });
  }
  return withUpload<{ id: string }, PhotoProblem>(request, { field: 'photo' }, async ({ path }) => {
    const picture = await redrawPicture(path, photoSize[kind]);
    return picture.ok ? keepPhoto(actor, kind, picture.value) : picture;
  });
}
