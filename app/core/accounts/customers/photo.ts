/** Photos of customers: their kinds, their refusals and the messages. */
import { assertNever, type Result, refuse, succeed } from '#kernel/result.ts';
import type { PhotoKind } from '#kernel/statuses.ts';
import { type UploadProblem, uploadMessage } from '#platform/uploads/upload-problem.ts';

export const photoLabel: Readonly<Record<PhotoKind, string>> = {
  license: 'License photo',
  profile: 'Profile photo',
};

/**
 * Pixels of the longer side at most, and of the shorter at least: a license must be readable (its print has 15 pixels a
 * line at 300), a face is shown small.
 */
export const photoSize: Readonly<
  Record<PhotoKind, { longestSide: number; shortestSide: number; square: boolean }>
> = {
  license: { longestSide: 2000, shortestSide: 300, square: false },
  profile: { longestSide: 512, shortestSide: 64, square: true },
};

/** Refuses a photo on which nothing can be made out. */
export function checkPhotoSize(
  kind: PhotoKind,
  { width, height }: { width: number; height: number },
): Result<null, PhotoProblem> {
  const isTooSmall = Math.min(width, height) < photoSize[kind].shortestSide;
  return isTooSmall ? refuse({ kind: 'too-small', photo: kind, width, height }) : succeed(null);
}

export type PhotoProblem =
  | UploadProblem
  | { kind: 'busy' }
  | { kind: 'too-many-attempts'; seconds: number }
  | { kind: 'not-signed-in' }
  | { kind: 'banned' }
  /** In pixels. */
  | { kind: 'too-small'; photo: PhotoKind; width: number; height: number }
  /** File storage did not accept it. */
  | { kind: 'not-stored' };

/** 'Upload failed: …' (specification section 8). */
export function photoMessage(problem: PhotoProblem): string {
  return problem.kind === 'not-signed-in'
    ? 'You must be logged in to update your profile.'
    : `Upload failed: ${reason(problem)}`;
}

function reason(problem: Exclude<PhotoProblem, { kind: 'not-signed-in' }>): string {
  switch (problem.kind) {
    case 'busy':
      return 'Many people are uploading photos right now. Please try again in a minute.';
    case 'too-many-attempts':
      return `You have uploaded many photos recently. Try again in ${Math.ceil(problem.seconds / 60)} minutes.`;
    case 'banned':
      return 'Your account cannot be changed right now. Please call us.';
    case 'too-small': {
      const { photo, width, height } = problem;
      return `This picture is too small (${width} × ${height} pixels). ${photo === 'license' ? 'Take a new photo of your license, close enough to read it.' : 'Choose a larger one.'}`;
    }
    case 'not-stored':
      return 'We could not save the photo. Please try again.';
    case 'stalled':
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
    case 'disk-full':
    case 'not-saved':
      return uploadMessage(problem);
    default:
      return assertNever(problem);
  }
}
