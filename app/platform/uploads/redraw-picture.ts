/**
 * A picture from outside, looked at by its content and drawn anew: what comes out is a picture of ours, without
 * the sender's place and camera in it, without anything hidden behind or inside it, upright.
 *
 * One picture at a time in a process: decoding takes tens of megabytes and all of a core. sharp is loaded with
 * the first picture, because an open shop that is sent none should not hold it in memory.
 */
import { open } from 'node:fs/promises';
import pLimit from 'p-limit';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import type { UploadProblem } from './upload-problem.ts';

/** More than a phone's camera makes by default (12 megapixels), twice over. */
export const MAXIMUM_PIXELS = 24_000_000;
/** Nothing we show is larger, in pixels of the longer side. */
const LONGEST_SIDE = 2400;
/** Seconds for one picture; libvips gives up after that. */
const TIME_LIMIT = 20;
/** Waiting for a turn in memory costs little, but nobody should wait for a hundred others. */
const LONGEST_QUEUE = 50;
const oneAtATime = pLimit(1);

export type Picture = {
  bytes: Buffer;
  /** JPEG, or PNG for what has transparency. */
  contentType: 'image/jpeg' | 'image/png';
  extension: 'jpg' | 'png';
  width: number;
  height: number;
};

/** `square` cuts the middle out. */
type Shape = { longestSide?: number; square?: boolean };

/** Draws the picture in the file anew, or says why it cannot be used. */
export function redrawPicture(
  path: string,
  shape: Shape = {},
): Promise<Result<Picture, UploadProblem | { kind: 'busy' }>> {
  if (oneAtATime.pendingCount >= LONGEST_QUEUE) return Promise.resolve(refuse({ kind: 'busy' }));
  return oneAtATime(() => redraw(path, shape));
}

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

async function redraw(
  path: string,
  { longestSide = LONGEST_SIDE, square = false }: Shape,
): Promise<Result<Picture, UploadProblem>> {
  const { fileTypeFromFile } = await import('file-type');
  const found = await fileTypeFromFile(path).catch(() => undefined);
  if (found && heic.has(found.mime)) return refuse({ kind: 'heic' });
  const format = found ? usable.get(found.mime) : undefined;
  if (!format) return refuse({ kind: 'wrong-type', type: await nameOf(path, found?.ext) });

  const { default: sharp } = await import('sharp');
  // The cache would keep decoded pictures that nobody asks for again.
  sharp.cache(false);
  const input = { limitInputPixels: MAXIMUM_PIXELS, failOn: 'truncated', autoOrient: true } as const;
  try {
    const seen = await sharp(path, input).metadata();
    // Two ways to look must see the same: a file that is two things at once is neither.
    if (seen.format !== format) return refuse({ kind: 'broken' });
    if (seen.width * seen.height > MAXIMUM_PIXELS)
      return refuse({ kind: 'too-many-pixels', limit: MAXIMUM_PIXELS });
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
    return refuse(isTooLarge ? { kind: 'too-many-pixels', limit: MAXIMUM_PIXELS } : { kind: 'broken' });
  }
}

/** What to call a file that is no usable picture: by its beginning, never by its name. */
async function nameOf(path: string, extension: string | undefined): Promise<string | null> {
  if (extension && extension !== 'xml') return extension.toUpperCase();
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(1024), 0, 1024, 0);
    return /<svg[\s>]/i.test(buffer.toString('utf8', 0, bytesRead)) ? 'SVG' : null;
  } finally {
    await file.close();
  }
}
