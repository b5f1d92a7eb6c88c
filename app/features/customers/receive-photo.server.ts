/** Takes a photo from a request: asks who sends it, reads it, draws it anew, keeps it. */
import type { Actor, SignedIn } from '#features/access/actor.ts';
import { type Result, refuse } from '#kernel/result.ts';
import type { PhotoKind } from '#kernel/statuses.ts';
import { OwnTurns } from '#platform/uploads/own-turns.ts';
import { letPass, withUpload } from '#platform/uploads/receive-upload.ts';
import { redrawPicture } from '#platform/uploads/redraw-picture.ts';
import { keepPhoto } from './keep-photo.server.ts';
import { type PhotoProblem, photoSize } from './photo.ts';

/** Counts one photo of a person; answers how many seconds to wait, 0 when it may be sent. */
type CountPhoto = (userId: string) => Promise<number>;

/** One for each photo there is on the page. Of the places for uploads a person leaves four to others. */
const ownTurns = new OwnTurns(2);

/**
 * What a guest or somebody banned sends is not looked at. Refused: more than two of one person's at once, and more than
 * so many an hour.
 */
export async function receivePhoto(
  actor: Actor,
  kind: PhotoKind,
  request: Request,
  count: CountPhoto,
): Promise<Result<{ id: string }, PhotoProblem>> {
  if (actor.kind !== 'user' || actor.isBanned) {
    await letPass(request);
    return refuse({ kind: actor.kind === 'user' ? 'banned' : 'not-signed-in' });
  }
  const outcome = await ownTurns.take(actor.userId, () => takeIn(actor, kind, request, count));
  if (outcome !== null) return outcome;
  await letPass(request);
  return refuse({ kind: 'too-many-at-once' });
}

async function takeIn(
  actor: SignedIn,
  kind: PhotoKind,
  request: Request,
  count: CountPhoto,
): Promise<Result<{ id: string }, PhotoProblem>> {
  const seconds = await count(actor.userId);
  if (seconds > 0) {
    await letPass(request);
    return refuse({ kind: 'too-many-attempts', seconds });
  }
  return withUpload<{ id: string }, PhotoProblem>(request, { field: 'photo' }, async ({ path }) => {
    const picture = await redrawPicture(path, photoSize[kind]);
    return picture.ok ? keepPhoto(actor, kind, picture.value) : picture;
  });
}
