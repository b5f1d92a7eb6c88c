/**
 * Redraws a picture from outside after checking its content: the result has no location or camera data, nothing hidden
 * behind or inside it, and is upright.
 */
import { type Result, refuse } from '#kernel/result.ts';
import type { UploadProblem } from '../uploads/upload-problem.ts';
import { drawApart, waitingToDraw } from './draw-apart.ts';
import type { Picture, Shape } from './draw-picture.ts';

/** Waiting costs little memory, but no one should wait for a hundred others. */
const LONGEST_QUEUE = 50;

export type { Picture };

/**
 * Redraws the picture in the file, or returns why it cannot be used.
 * @param given a file’s name, or the bytes of a picture that must not be written to a disk as it is
 */
export async function redrawPicture(
  given: string | Uint8Array,
  shape: Shape = {},
): Promise<Result<Picture, UploadProblem | { kind: 'busy' }>> {
  if (waitingToDraw() >= LONGEST_QUEUE) return refuse({ kind: 'busy' });
  return (await drawApart('redraw', [given, shape])) ?? refuse({ kind: 'broken' });
}
