/** Defines an import of products: its limits, its refusals and their messages. */
import { assertNever } from '#kernel/result.ts';
import type { ImportOutcome, ImportStatus } from '#kernel/statuses.ts';
import { type CsvProblem, csvMessage } from '#platform/csv/csv-problem.ts';
import { type UploadProblem, uploadMessage } from '#platform/uploads/upload-problem.ts';

/** Maximum bytes of a file; 100,000 rows of UTF-16 are about 20 million. */
export const LARGEST_FILE = 40_000_000;
/** Maximum rows of a file. */
export const MOST_ROWS = 200_000;
/** How many hours a file stays available, to apply or view; it can be undone for as long as any batch. */
export const FILE_HOURS = 48;

export type ImportCounts = Record<ImportOutcome, number> & { warned: number };

export type ImportProblem =
  | { kind: 'not-allowed' }
  | { kind: 'not-found' }
  | { kind: 'upload'; problem: UploadProblem }
  | { kind: 'csv'; problem: CsvProblem }
  | { kind: 'no-data' }
  | { kind: 'too-many-rows' }
  | { kind: 'mapping'; errors: Record<string, string[]> }
  /** The import's status does not allow this anymore: someone was faster, perhaps in another window. */
  | { kind: 'moved-on' }
  | { kind: 'not-accepted' }
  | { kind: 'nothing-to-apply' }
  | { kind: 'nothing-to-undo' };

export function importMessage(problem: ImportProblem): string {
  switch (problem.kind) {
    case 'not-allowed':
      return 'Admin access only';
    case 'not-found':
      return 'Import not found. Upload the file again.';
    case 'upload':
      if (problem.problem.kind === 'missing')
        return 'No data to import: choose a CSV file that is not empty.';
      if (problem.problem.kind === 'too-many-files') return 'Send one file at a time.';
      return `Upload failed: ${uploadMessage(problem.problem)}`;
    case 'csv':
      return `Error parsing CSV file: ${csvMessage(problem.problem)}`;
    case 'no-data':
      return 'No data to import';
    case 'too-many-rows':
      return `The file has more than ${MOST_ROWS.toLocaleString('en-US')} rows. Import it in parts.`;
    case 'mapping':
      return 'Some columns do not match.';
    case 'moved-on':
      return 'This import changed after you opened the page. Nothing was changed. Review it first.';
    case 'not-accepted':
      return 'Nothing was changed: please read the warnings first.';
    case 'nothing-to-apply':
      return 'Nothing to import: no row is new or changed.';
    case 'nothing-to-undo':
      return 'Nothing left to undo.';
    default:
      return assertNever(problem);
  }
}

/** The label of a row's outcome. */
export const outcomeLabel: Readonly<Record<ImportOutcome, string>> = {
  new: 'New',
  changed: 'Changed',
  unchanged: 'Unchanged',
  rejected: 'Rejected',
  dropped: 'No product name',
};

/** The label of an import's status in a list. */
export const importStatusLabel: Readonly<Record<ImportStatus, string>> = {
  reading: 'Comparing',
  previewed: 'Ready to review',
  applying: 'Importing',
  applied: 'Imported',
  undoing: 'Undoing',
  undone: 'Undone',
  failed: 'Stopped',
};

/** '3 rows' */
export const rowCount = (count: number): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? 'row' : 'rows'}`;
