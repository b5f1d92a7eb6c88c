/** A picture as pages show it: in their widths and shape, whole (what is missing to the shape stays clear), and its color. */
import { drawApart } from '../draw-apart.ts';
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

/**
 * The color along a picture's edges, '#dde6df': what stands in its place until it is there. A file's path, or a picture of
 * ours; `isFitted` for one that `fitPicture` gave, whose clear bars are no part of it.
 */
export async function tintOf(picture: Uint8Array | string, isFitted = false): Promise<string> {
  const tint = await drawApart('tint', [picture, isFitted]);
  if (!tint) throw new Error('the drawing process ended');
  return tint;
}
