/**
 * Fits pictures for pages, in the pages' widths and shape, uncropped (transparent where they do not fill the shape),
 * and computes their color.
 */
import { drawApart } from './draw-apart.ts';
import type { FittedPicture } from './draw-picture.ts';

/**
 * The picture as WebP, once per width, with a height of `ratio` times the width. Nothing is cropped. `bytes` must come
 * from `redrawPicture`.
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
 * The color along a picture's edges, '#dde6df': shown in its place until it loads. Takes a file's path or a picture of
 * ours; `isFitted` for the output of `fitPicture`, whose transparent bars do not count.
 */
export async function tintOf(picture: Uint8Array | string, isFitted = false): Promise<string> {
  const tint = await drawApart('tint', [picture, isFitted]);
  if (!tint) throw new Error('the drawing process ended');
  return tint;
}
