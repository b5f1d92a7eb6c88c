/** Renders pictures with sharp. Runs only in the drawing process (`drawing-process`). */
import { open } from 'node:fs/promises';
import { fileTypeFromBuffer, fileTypeFromFile } from 'file-type';
import sharp from 'sharp';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import type { UploadProblem } from '../uploads/upload-problem.ts';

/** Twice what a phone's camera takes by default (12 megapixels). */
export const MAXIMUM_PIXELS = 24_000_000;
/**
 * Of a JPEG that is not progressive, as phones save them at 50, 108 and 200 megapixels: it is shrunk as its lines are
 * decoded. A progressive one is decoded whole.
 */
export const MAXIMUM_PIXELS_BY_LINE = 205_000_000;
/**
 * Of the longer side; no camera's picture within the limit above has more. One row of 24 million pixels took two
 * gigabytes of memory, and one column sixteen seconds.
 */
const MAXIMUM_SIDE = 20_000;
/** The largest size that we show, in pixels of the longer side. */
const LONGEST_SIDE = 2400;
/** Seconds for one picture; then libvips gives up. */
const TIME_LIMIT = 20;

// Decoded pictures are not needed again; one picture takes one core.
sharp.cache(false);
sharp.concurrency(1);

export type Picture = {
  bytes: Buffer;
  /** JPEG, or PNG for pictures with transparency. */
  contentType: 'image/jpeg' | 'image/png';
  extension: 'jpg' | 'png';
  width: number;
  height: number;
};

/** `square` crops to the center. */
export type Shape = { longestSide?: number; square?: boolean };

export type FittedPicture = { width: number; bytes: Uint8Array };

const usable = new Map([
  ['image/jpeg', 'jpeg'],
  ['image/png', 'png'],
  ['image/webp', 'webp'],
]);
const heic = new Set([
  'image/heic',
  'image/heif',
  'image/heic-sequence',
  'image/heif-sequence',
  'image/avif',
]);

/** See `redrawPicture`. */
export async function redraw(
  path: string | Uint8Array,
  { longestSide = LONGEST_SIDE, square = false }: Shape,
): Promise<Result<Picture, UploadProblem>> {
  const reading = typeof path === 'string' ? fileTypeFromFile(path) : fileTypeFromBuffer(path);
  const found = await reading.catch(() => undefined);
  if (found && heic.has(found.mime)) return refuse({ kind: 'heic' });
  const format = found ? usable.get(found.mime) : undefined;
  if (!format) return refuse({ kind: 'wrong-type', type: await nameOf(path, found?.ext) });

  const input = { limitInputPixels: MAXIMUM_PIXELS_BY_LINE, failOn: 'truncated', autoOrient: true } as const;
  try {
    const seen = await sharp(path, input).metadata();
    // Both detections must agree: a file with two formats at once is refused.
    if (seen.format !== format) return refuse({ kind: 'broken' });
    const limit = format === 'jpeg' && !seen.isProgressive ? MAXIMUM_PIXELS_BY_LINE : MAXIMUM_PIXELS;
    if (seen.width * seen.height > limit) return refuse({ kind: 'too-many-pixels', limit });
    if (Math.max(seen.width, seen.height) > MAXIMUM_SIDE)
      return refuse({ kind: 'too-long', limit: MAXIMUM_SIDE });
    const side = square ? Math.min(longestSide, seen.autoOrient.width, seen.autoOrient.height) : longestSide;
    const drawn = sharp(path, input)
      .timeout({ seconds: TIME_LIMIT })
      .resize({
        width: side,
        height: side,
        fit: square ? 'cover' : 'inside',
        withoutEnlargement: true,
      });
    const isOpaque = !seen.hasAlpha;
    const encoded = isOpaque
      ? drawn.jpeg({ quality: 85, mozjpeg: true })
      : drawn.png({ compressionLevel: 9 });
    const { data, info } = await encoded.toBuffer({ resolveWithObject: true });
    return succeed({
      bytes: data,
      contentType: isOpaque ? 'image/jpeg' : 'image/png',
      extension: isOpaque ? 'jpg' : 'png',
      width: info.width,
      height: info.height,
    });
  } catch (error) {
    const isTooLarge = error instanceof Error && /pixel limit/i.test(error.message);
    return refuse(
      isTooLarge ? { kind: 'too-many-pixels', limit: MAXIMUM_PIXELS_BY_LINE } : { kind: 'broken' },
    );
  }
}

/** The type of a file that is not a usable picture: by its first bytes, never by its name. */
async function nameOf(path: string | Uint8Array, extension: string | undefined): Promise<string | null> {
  if (extension && extension !== 'xml') return extension.toUpperCase();
  if (typeof path !== 'string')
    return /<svg[\s>]/i.test(Buffer.from(path).toString('utf8', 0, 1024)) ? 'SVG' : null;
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(1024), 0, 1024, 0);
    return /<svg[\s>]/i.test(buffer.toString('utf8', 0, bytesRead)) ? 'SVG' : null;
  } finally {
    await file.close();
  }
}

/** See `fitPicture`. */
export async function fit(
  bytes: Uint8Array,
  widths: readonly number[],
  ratio: number,
): Promise<FittedPicture[]> {
  const drawn: FittedPicture[] = [];
  for (const width of widths) {
    const height = Math.round(width * ratio);
    const clear = { r: 0, g: 0, b: 0, alpha: 0 };
    const fitted = sharp(bytes).resize({ width, height, fit: 'contain', background: clear });
    drawn.push({ width, bytes: await fitted.webp({ quality: 82 }).toBuffer() });
  }
  return drawn;
}

/** The smallest size at which the background still differs from the object. */
const GLANCE = { width: 16, height: 20 };

/** See `tintOf`. */
export async function tint(given: Uint8Array | string, isFitted: boolean): Promise<string> {
  const { width, height } = GLANCE;
  const picture = isFitted ? await withoutBars(given) : given;
  const pixels = await sharp(picture)
    .flatten({ background: '#f3ede0' })
    .toColorspace('srgb')
    .resize({ width, height, fit: 'fill' })
    .raw()
    .toBuffer();
  const sums = [0, 0, 0];
  let edge = 0;
  for (let at = 0; at < width * height; at++) {
    const [column, row] = [at % width, Math.floor(at / width)];
    if (column > 0 && column < width - 1 && row > 0 && row < height - 1) continue;
    for (const channel of [0, 1, 2]) sums[channel] = (sums[channel] ?? 0) + (pixels[3 * at + channel] ?? 0);
    edge += 1;
  }
  return `#${sums
    .map((sum) =>
      Math.round(sum / edge)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
}

/**
 * Removes the transparent bars that `fit` added at the sides or above and below; transparency in the picture itself
 * stays.
 */
async function withoutBars(picture: Uint8Array | string): Promise<Uint8Array | string> {
  const whole = await sharp(picture).metadata();
  const { data, info } = await sharp(picture)
    .trim({ background: '#00000000', threshold: 1 })
    .png()
    .toBuffer({ resolveWithObject: true });
  const isBetweenBars = info.width === whole.width || info.height === whole.height;
  return isBetweenBars ? data : picture;
}
