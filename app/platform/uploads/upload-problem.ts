/** Lists the reasons why an upload is refused, with their messages. */
import { formatNumber } from '#kernel/number.ts';
import { assertNever } from '#kernel/result.ts';

export type UploadProblem =
  /** The request is not a multipart form, or is an invalid one. */
  | { kind: 'malformed' }
  | { kind: 'missing' }
  /** `limit` in bytes. */
  | { kind: 'too-large'; limit: number }
  | { kind: 'too-many-files' }
  /** `type` by its content: 'SVG', 'PDF'; null if unknown. */
  | { kind: 'wrong-type'; type: string | null }
  | { kind: 'heic' }
  /** `limit` in pixels. */
  | { kind: 'too-many-pixels'; limit: number }
  /** `limit` in pixels of the longer side. */
  | { kind: 'too-long'; limit: number }
  /** It starts like a picture but cannot be decoded: cut off, or not the type it claims to be. */
  | { kind: 'broken' }
  /** No data arrived for a while, or the whole upload took too long. */
  | { kind: 'stalled' }
  /** The sender disconnected before the end. */
  | { kind: 'aborted' }
  /** The disk has no space for it. */
  | { kind: 'disk-full' }
  /** It could not be written for another reason: a disk that is broken or read-only. */
  | { kind: 'not-saved' };

export function uploadMessage(problem: UploadProblem): string {
  switch (problem.kind) {
    case 'malformed':
    case 'aborted':
      return 'The upload did not arrive in one piece. Please try again.';
    case 'stalled':
      return 'The upload stopped on its way. Check your connection and try again.';
    case 'missing':
      return 'Choose a picture first.';
    case 'too-large':
      return `This file is larger than ${Math.floor(problem.limit / 1_000_000)} MB. Choose a smaller one.`;
    case 'too-many-files':
      return 'Send one picture at a time.';
    case 'wrong-type':
      return `${problem.type === null ? 'This file is not a picture we can use' : `We cannot use ${problem.type} files`}. Choose a JPEG, PNG or WebP picture.`;
    case 'heic':
      return 'This is an iPhone picture (HEIC), which we cannot open. Choose it on the iPhone, which converts it, or save it as JPEG: Settings, Camera, Formats, Most Compatible.';
    case 'too-many-pixels':
      return `This picture has more than ${Math.floor(problem.limit / 1_000_000)} megapixels. Choose a smaller one.`;
    case 'too-long':
      return `This picture is longer than ${formatNumber(problem.limit)} pixels. Choose a smaller one.`;
    case 'broken':
      return 'This picture is damaged and cannot be opened. Choose another one.';
    case 'disk-full':
      return 'The server’s disk is full. Nothing was saved.';
    case 'not-saved':
      return 'The server could not write to its disk. Nothing was saved.';
    default:
      return assertNever(problem);
  }
}
