/** Defines files that are dropped in together: how many, how large, and why one cannot be used. Pure. */
import type { Permission } from '#core/ground/access/actor.ts';
import { formatNumber } from '#kernel/number.ts';
import { type Common, commonMessage } from '#kernel/problem.ts';
import type { DropKind } from '#kernel/statuses.ts';
import { type UploadProblem, uploadMessage } from '#platform/uploads/upload-problem.ts';
import {
  LARGEST_PICTURE,
  type PictureProblem,
  pictureMessage,
} from '../catalogue/pictures/picture-limits.ts';

/** Files of one request; with scripts each is a request of its own. */
export const MOST_AT_ONCE = 60;
/** Bytes of one request. */
export const LARGEST_TOTAL = 400_000_000;
/** Files that wait to be matched, of each kind. */
export const MOST_WAITING = 400;
/** After these days a file that was not matched is deleted: one less than files without a row stay. */
export const DROP_DAYS = 6;

/** Bytes of one file. */
export const largestDrop: Readonly<Record<DropKind, number>> = {
  certificate: 5_000_000,
  picture: LARGEST_PICTURE,
};

/** Who may add and match files of a kind. */
export const dropNeeds: Readonly<Record<DropKind, Permission>> = {
  certificate: 'lots.release',
  picture: 'inventory.manage',
};

/** Why one file cannot be used. */
export type FileProblem =
  | { kind: 'empty' }
  | { kind: 'too-large'; limit: number }
  | { kind: 'no-pdf' }
  | { kind: 'picture'; problem: PictureProblem }
  | { kind: 'not-stored' };

export function fileMessage(problem: FileProblem): string {
  switch (problem.kind) {
    case 'empty':
      return 'This file is empty. Save it again and add it once more.';
    case 'too-large':
      return `This file is larger than ${formatNumber(Math.floor(problem.limit / 1_000_000))} MB. Choose a smaller one.`;
    case 'no-pdf':
      return 'A certificate is a PDF file. This one is another kind of file, or was cut off.';
    case 'picture':
      return pictureMessage(problem.problem, 'page');
    case 'not-stored':
      return 'The file could not be saved. Add it again.';
  }
}

/** Why no file of a request was received. */
export type DropProblem =
  | Common<'not-allowed'>
  | { kind: 'upload'; problem: UploadProblem }
  | { kind: 'too-many'; kept: number };

export function dropMessage(problem: DropProblem): string {
  switch (problem.kind) {
    case 'upload':
      if (problem.problem.kind === 'missing') return 'Choose files first.';
      if (problem.problem.kind === 'too-many-files')
        return `Choose at most ${MOST_AT_ONCE} files at a time. Nothing was added.`;
      if (problem.problem.kind === 'too-large')
        return `These files have more than ${LARGEST_TOTAL / 1_000_000} MB together. Choose fewer at a time. Nothing was added.`;
      return uploadMessage(problem.problem);
    case 'too-many':
      return `${MOST_WAITING} files already wait to be matched. Match or remove some first.`;
    default:
      return commonMessage(problem);
  }
}

/** What became of one file, for its sender; `message` is null if it was added. */
export type DroppedFile = { name: string; message: string | null };
