/** Bringing files of other systems from the office: its limits, what can be refused, and the words. Pure. */
import { type Common, commonMessage } from '#kernel/problem.ts';
import type { FileMoveStatus } from '#kernel/statuses.ts';
import { type CsvProblem, csvMessage } from '#platform/csv/csv-problem.ts';
import { type UploadProblem, uploadMessage } from '#platform/uploads/upload-problem.ts';

/** Bytes of one file, and of all that are sent together; some 400,000 customers. */
export const LARGEST_FILE = 100_000_000;
export const MOST_FILES = 12;
/** Rows of one file. */
export const MOST_ROWS = 500_000;
/** Days for which files can be used; then they are deleted. */
export const FILE_DAYS = 7;
/** Rows of the report that are listed one by one. */
export const MOST_LISTED = 200_000;

export type FileMoveProblem =
  | Common<'not-allowed' | 'confirm-first' | 'not-found'>
  | { kind: 'upload'; problem: UploadProblem }
  | { kind: 'csv'; problem: CsvProblem }
  | { kind: 'no-rows' }
  | { kind: 'too-many-rows' }
  | { kind: 'too-many-files' }
  /** The shop is open: its rows are of people who use it. */
  | { kind: 'open' }
  /** A job works on the files, or they were changed since the page was shown. */
  | { kind: 'moved-on' }
  | { kind: 'no-files' }
  /** What a file still needs, in words. */
  | { kind: 'incomplete'; name: string; needs: readonly string[] };

export function fileMoveMessage(problem: FileMoveProblem): string {
  switch (problem.kind) {
    case 'upload':
      return problem.problem.kind === 'missing' ? 'Choose a file first.' : uploadMessage(problem.problem);
    case 'csv':
      return csvMessage(problem.problem);
    case 'no-rows':
      return 'There are no rows below the names of the columns.';
    case 'too-many-rows':
      return 'More than 500,000 rows. Split the file, and upload its parts.';
    case 'too-many-files':
      return `At most ${MOST_FILES} files at a time.`;
    case 'open':
      return 'The shop is open. Files of another system fill a shop before it opens.';
    case 'moved-on':
      return 'This has changed. Look at it again.';
    case 'no-files':
      return 'Upload a file first.';
    case 'incomplete':
      return `${problem.name}: choose which column is ${problem.needs.join(', and which ')}.`;
    default:
      return commonMessage(problem, 'File');
  }
}

/** While a job works on the files. */
export const isWorking = (status: FileMoveStatus): boolean =>
  status === 'trying' || status === 'moving' || status === 'undoing';

/** While files can be added, removed, and their columns chosen: also after an undo, which leaves the files. */
export const isOpenToChange = (status: FileMoveStatus): boolean =>
  status === 'choosing' || status === 'tried' || status === 'failed' || status === 'undone';
