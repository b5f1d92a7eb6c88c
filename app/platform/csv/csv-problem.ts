/**
 * Lists the reasons why a CSV file cannot be read, with their messages. Line numbers start at 1, as in a text editor.
 */
import { formatNumber } from '#kernel/number.ts';
import { assertNever } from '#kernel/result.ts';

export type CsvProblem =
  /** `found` is the actual type: 'an Excel workbook or another zip file'. */
  | { kind: 'other-file'; found: string }
  /** A workbook whose table is too large to be unpacked in memory. */
  | { kind: 'large-workbook' }
  /** Not UTF-8, UTF-16 or Windows-1252, or damaged. */
  | { kind: 'encoding' }
  | { kind: 'nul'; line: number }
  | { kind: 'long-field'; line: number; limit: number }
  | { kind: 'many-columns'; line: number; limit: number }
  | { kind: 'open-quote'; line: number }
  | { kind: 'after-quote'; line: number };

/** Thrown while reading the file's bytes; the caller turns it into a refusal. */
export class CsvError extends Error {
  override name = 'CsvError';
  readonly problem: CsvProblem;
  constructor(problem: CsvProblem) {
    super(csvMessage(problem));
    this.problem = problem;
  }
}

/** 'The quote that opens on line 7 is never closed.' */
export function csvMessage(problem: CsvProblem): string {
  switch (problem.kind) {
    case 'other-file':
      return `This is ${problem.found}, not a CSV file. In a spreadsheet, save it as “CSV UTF-8”.`;
    case 'large-workbook':
      return 'This workbook is too large. In the spreadsheet, save its sheet as “CSV UTF-8”.';
    case 'encoding':
      return 'The file’s characters cannot be read. Save it as “CSV UTF-8” and try again.';
    case 'nul':
      return `Line ${problem.line} holds a character that no text has (NUL). Save the file as “CSV UTF-8” and try again.`;
    case 'long-field':
      return `The field that begins on line ${problem.line} is longer than ${formatNumber(problem.limit)} characters. Is a quote missing there?`;
    case 'many-columns':
      return `Line ${problem.line} has more than ${formatNumber(problem.limit)} columns.`;
    case 'open-quote':
      return `The quote that opens on line ${problem.line} is never closed.`;
    case 'after-quote':
      return `On line ${problem.line} a quoted field goes on behind its closing quote. A quote within quotes is written twice.`;
    default:
      return assertNever(problem);
  }
}
