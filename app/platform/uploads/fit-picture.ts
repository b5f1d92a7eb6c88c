/** A picture in the widths and the shape that pages show, whole: what is missing to the shape stays clear. */
import pLimit from 'p-limit';

const oneAtATime = pLimit(1);

/**
 * The picture as WebP, once per width, `ratio` times as high as wide. Nothing is cut off. `bytes` must be a picture of
 * ours, drawn anew by `redrawPicture`.
 */
export function fitPicture(
  bytes: Uint8Array,
  widths: readonly number[],
  ratio: number,
): Promise<{ width: number; bytes: Uint8Array }[]> {
  return oneAtATime(async () => {
    const { default: sharp } = await import('sharp');
    const drawn: { width: number; bytes: Uint8Array }[] = [];
    for (const width of widths) {
      const { data } = await sharp(bytes)
        .resize({
          width,
          height: Math.round(width * ratio),
          fit: 'contain',
          background: { r: 0, g: 0, b: 0, alpha: 0 },
        })
        .webp({ quality: 82 })
        .toBuffer({ resolveWithObject: true });
      drawn.push({ width, bytes: data });
    }
    return drawn;
  });
}
