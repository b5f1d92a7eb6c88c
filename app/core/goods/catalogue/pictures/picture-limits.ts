/** Defines how staff manage a product's pictures: limits, refusals, messages (specification section 5). */
import { type Common, commonMessage } from '#kernel/problem.ts';
import { cleanLine, sliceSafe, withoutControls } from '#kernel/text.ts';
import { type UploadProblem, uploadMessage } from '#platform/uploads/upload-problem.ts';

/**
 * The limits of a picture uploaded in an inventory row; the product's own page accepts any picture and scales
 * it down.
 */
export const ROW_PICTURE = { bytes: 500 * 1024, width: 400, height: 600 } as const;
/** Bytes of a picture that is scaled down: phones save 200 megapixels in less. */
export const LARGEST_PICTURE = 40_000_000;
/** Shoppers would not look at more. */
export const MOST_PICTURES = 12;
export const LONGEST_ALT = 200;

/** Cleans a picture's alternative text for saving. */
export const readAlt = (typed: string): string =>
  sliceSafe(withoutControls(cleanLine(typed)), LONGEST_ALT).trim();

/** Where the picture was uploaded: in an inventory row or on the product's page. */
export type PicturePlace = 'row' | 'page';

export type PictureProblem =
  | UploadProblem
  | Common<'busy' | 'not-allowed'>
  | { kind: 'no-product' }
  | { kind: 'not-jpeg-or-png' }
  | { kind: 'row-too-large' }
  | { kind: 'row-too-wide' }
  | { kind: 'too-many-pictures' }
  | { kind: 'not-stored' }
  | { kind: 'not-recorded' };

export function pictureMessage(problem: PictureProblem, place: PicturePlace): string {
  switch (problem.kind) {
    case 'no-product':
      return 'Product not found';
    case 'not-jpeg-or-png':
      return 'Only JPEG and PNG images are allowed.';
    case 'row-too-large':
      return 'File size should not exceed 500KB.';
    case 'row-too-wide':
      return 'Image dimensions should not exceed 400x600 px.';
    case 'too-many-pictures':
      return `A product has at most ${MOST_PICTURES} pictures. Remove one first.`;
    case 'busy':
      return 'The shop is drawing other pictures. Try again in a moment.';
    case 'not-stored':
      return place === 'row' ? 'Upload failed' : 'Image upload failed';
    case 'not-recorded':
      return 'Failed to update image URL';
    case 'malformed':
    case 'missing':
    case 'too-large':
    case 'too-many-files':
    case 'wrong-type':
    case 'heic':
    case 'too-many-pixels':
    case 'too-long':
    case 'broken':
    case 'aborted':
    case 'stalled':
    case 'disk-full':
    case 'not-saved':
      return uploadMessage(problem);
    default:
      return commonMessage(problem);
  }
}

/**
 * Returns the pictures after one move, 'up:17', 'down:17' or 'out:17': forms without scripts order pictures
 * this way.
 */
export function movePicture<P extends { id: number }>(pictures: readonly P[], move: string): P[] {
  const [, way, id] = /^(up|down|out):(\d{1,9})$/.exec(move) ?? [];
  const from = pictures.findIndex((picture) => picture.id === Number(id));
  const taken = pictures[from];
  if (!taken) return [...pictures];
  const rest = pictures.filter((picture) => picture !== taken);
  if (way === 'out') return rest;
  const to = Math.max(0, from + (way === 'up' ? -1 : 1));
  return [...rest.slice(0, to), taken, ...rest.slice(to)];
}
