/** A picture in the widths and the shape that pages show, whole: what is missing to the shape stays clear. */
import { drawApart } from './draw-apart.ts';
import type { FittedPicture } from './drawing.ts';

/**
 * The picture as WebP, once per width, `ratio` times as high as wide. Nothing is cut off. `bytes` must be a picture of
 * ours, drawn anew by `redrawPicture`.
 */
export async function fitPicture(
  bytes: Uint8Array,
  widths: readonly number[],
  ratio: number,
): Promise<FittedPicture[]> {
  const fitted = await drawApart('fit', [bytes, widths, ratio]);
  if (!fitted) throw new Error('the drawing process ended');
  return fitted;
}
