/**
 * The inspector's binder: the records of some days in one ZIP, each file with what is in it. What an inspector may ask for:
 * docs/law.md, Records. Pure.
 */
import type { SQL } from 'drizzle-orm';
import type { DayRange } from '#core/records/analytics/range.ts';
import type { Common } from '#kernel/problem.ts';
import { assertNever } from '#kernel/result.ts';
import type { Cell } from '#platform/csv/csv.ts';
import { dollars } from '#platform/csv/export-cells.ts';

/** From the first moment of the first day to the first moment after the last, as ISO texts. */
export type Span = { from: string; to: string };

type Row = Readonly<Record<string, Cell>>;

/** A CSV file of the binder. */
export type BinderFile = {
  /** Its path in the ZIP. */
  name: string;
  title: string;
  /** Which rows it has, for the page and the index. */
  about: string;
  /** Each also names a column of the query. */
  columns: Readonly<Record<string, string>>;
  /** Columns in cents, written in dollars. */
  money?: readonly string[];
  /** Columns that the index adds up. */
  sums?: readonly string[];
  /** Which rows the sums count, in words; without it all of them. */
  counts?: { only: string; row: (row: Row) => boolean };
  query: (span: Span) => SQL;
  /** The row as the file has it; without it as the query reads it. */
  rowOf?: (row: Row) => Row;
};

/** What the index says of a file: bytes and SHA-256 as in the ZIP's directory, sums as text. */
export type FileSummary = {
  name: string;
  title: string;
  about: string;
  /** null for a file that is no CSV. */
  rows: number | null;
  /** 'Total: 1234.05' */
  sums: readonly string[];
  sha256: string;
};

/** Counts rows and adds up columns while a file is written. */
export function tally({ columns, money = [], sums = [], counts }: BinderFile) {
  const totals = new Map(sums.map((column) => [column, 0]));
  let rows = 0;
  return {
    add(row: Row): void {
      rows += 1;
      if (counts && !counts.row(row)) return;
      for (const column of sums) totals.set(column, (totals.get(column) ?? 0) + Number(row[column] ?? 0));
    },
    get rows() {
      return rows;
    },
    get sums(): string[] {
      const only = counts ? `, ${counts.only}` : '';
      return [...totals].map(
        ([column, total]) => `${columns[column]}${only}: ${money.includes(column) ? dollars(total) : total}`,
      );
    },
  };
}

/** The row as cells: cents as dollars. */
export function cellsOf({ money = [], rowOf }: BinderFile, row: Row): Row {
  const cells = { ...(rowOf ? rowOf(row) : row) };
  for (const column of money)
    if (cells[column] !== null && cells[column] !== undefined) cells[column] = dollars(Number(cells[column]));
  return cells;
}

/** 'binder-2026-11-01-to-2026-11-30.zip' */
export function binderName({ from, to }: DayRange): string {
  return `binder-${from}-to-${to}.zip`;
}

/** What a binder does not have, for the page and the index. */
export const notInside: readonly string[] = [
  'Customers’ names, email addresses, phones and birth dates. Orders have their number.',
  'License numbers, photos, issuers and expiry dates of IDs. ID checks have the outcome and the kind of ID.',
  'What customers wrote, and notes of staff about customers and orders.',
  'Wholesale prices and costs. They are in the month-end report.',
];

export type BinderProblem =
  | Common<'not-allowed' | 'confirm-first' | 'busy'>
  | { kind: 'disk-full' }
  | { kind: 'not-saved' };

/** The messages of refusals that leave someone on the page. */
export function binderMessage(
  problem: Exclude<BinderProblem, { kind: 'not-allowed' | 'confirm-first' }>,
): string {
  switch (problem.kind) {
    case 'busy':
      return 'Another binder is being made. Try again in a minute.';
    case 'disk-full':
      return 'There is not enough disk space for this binder. Choose fewer days.';
    case 'not-saved':
      return 'The binder was not made, because the disk did not accept the file. Try again.';
    default:
      return assertNever(problem);
  }
}
