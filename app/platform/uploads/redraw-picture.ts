/**
 * A picture from outside, looked at by its content and drawn anew: what comes out is a picture of ours, without
 * the sender's place and camera in it, without anything hidden behind or inside it, upright.
 */
import { type Result, refuse } from '#kernel/result.ts';
import { drawApart, waitingToDraw } from '../draw-apart.ts';
import type { Picture, Shape } from './drawing.ts';
import type { UploadProblem } from './upload-problem.ts';

/** Waiting for a turn in memory costs little, but nobody should wait for a hundred others. */
const LONGEST_QUEUE = 50;

export type { Picture };

/** Draws the picture in the file anew, or says why it cannot be used. */
export async function redrawPicture(
  path: string,
  shape: Shape = {},
): Promise<Result<Picture, UploadProblem | { kind: 'busy' }>> {
  if (waitingToDraw() >= LONGEST_QUEUE) return refuse({ kind: 'busy' });
  return (await drawApart('redraw', [path, shape])) ?? refuse({ kind: 'broken' });
}
