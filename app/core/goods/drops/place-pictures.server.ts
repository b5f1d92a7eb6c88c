/** Adds dropped pictures to products, in the order of their names. */
import type { Actor } from '#core/ground/access/actor.ts';
import { type PictureProblem, pictureMessage } from '../catalogue/pictures/picture-limits.ts';
import { recordPicture } from '../catalogue/pictures/receive-picture.server.ts';
import { readStoredDrops } from './drops-queries.server.ts';
import { removeDrops } from './remove-drops.server.ts';

/** How many pictures were added, and why the others were not, by file. */
export type PlacedPictures = { placed: number; refused: { id: string; name: string; message: string }[] };

/**
 * Each picture in a transaction of its own: one that its product cannot take stops no other, and a second press finds
 * those that were placed no longer waiting. Refuses actors who may not manage inventory by `recordPicture`.
 */
export async function placePictures(
  actor: Actor,
  wanted: readonly { dropId: string; productId: number }[],
): Promise<PlacedPictures> {
  const productOf = new Map(wanted.map(({ dropId, productId }) => [dropId, productId]));
  const pictures = await readStoredDrops(actor, 'picture', [...productOf.keys()]);
  const done: PlacedPictures = { placed: 0, refused: [] };
  for (const { id, name, key, tint } of pictures) {
    const productId = productOf.get(id) ?? 0;
    const outcome = await recordPicture(actor, {
      productId,
      place: 'page',
      key,
      tint: tint ?? PAPER,
      alt: '',
    });
    if (outcome.ok) {
      await removeDrops(actor, 'picture', [id]);
      done.placed += 1;
    } else done.refused.push({ id, name, message: refusalOf(outcome.problem) });
  }
  return done;
}

const PAPER = '#f3ede0';

const refusalOf = (problem: PictureProblem): string =>
  problem.kind === 'not-stored'
    ? 'The stored picture is gone. Add the file again.'
    : pictureMessage(problem, 'page');
