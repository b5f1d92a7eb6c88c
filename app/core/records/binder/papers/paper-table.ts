/** Tables of the binder that an inspector may take along on paper: which columns fit on letter paper, and their words. Pure. */
import type { Common } from '#kernel/problem.ts';
import { formatDate, formatDateTime, momentOf, parseDate } from '#kernel/time.ts';
import type { Cell } from '#platform/csv/csv.ts';

/** `width` in points; the columns of a paper fill 504. */
export type Column = {
  key: string;
  label: string;
  width: number;
  right?: true;
  /** Its cells are '2026-11-21 14:00:00'. */
  isMoment?: true;
};

export type PaperTable = { path: string; file: string; columns: readonly Column[] };

const right = (key: string, label: string, width: number): Column => ({ key, label, width, right: true });
const left = (key: string, label: string, width: number): Column => ({ key, label, width });
const moment = (key: string, label: string, width: number): Column => ({ key, label, width, isMoment: true });

export const paperTables: readonly PaperTable[] = [
  {
    path: 'id-checks',
    file: 'id-checks.csv',
    columns: [
      moment('checked_at', 'Checked', 92),
      left('order_id', 'Order', 52),
      left('outcome', 'Outcome', 58),
      left('id_kind', 'ID', 82),
      left('issuer', 'Issuer', 72),
      left('refusal', 'Why refused', 70),
      left('checked_by', 'Checked by', 78),
    ],
  },
  {
    path: 'orders',
    file: 'sales/orders.csv',
    columns: [
      left('order_id', 'Order', 54),
      moment('completed_at', 'Handed over', 94),
      left('status', 'Status', 64),
      right('subtotal', 'Before tax', 58),
      right('tax', 'Tax', 50),
      right('total', 'Total', 58),
      right('refunded', 'Refunded', 54),
      left('taken_by', 'Cash taken by', 72),
    ],
  },
  {
    path: 'refunds',
    file: 'sales/refunds.csv',
    columns: [
      moment('refunded_at', 'Refunded', 92),
      left('order_id', 'Order', 54),
      right('units', 'Units', 34),
      left('goods', 'Goods', 62),
      right('cash', 'Cash', 56),
      left('reason', 'Reason', 118),
      left('refunded_by', 'By', 88),
    ],
  },
  {
    path: 'waste',
    file: 'stock/waste.csv',
    columns: [
      left('number', 'No.', 28),
      moment('recorded_at', 'Recorded', 62),
      left('product', 'Product', 98),
      left('batch_number', 'Batch', 64),
      right('units', 'Units', 32),
      left('reason', 'Reason', 62),
      left('witness', 'Witness', 62),
      moment('destroyed_at', 'Destroyed', 62),
      left('second_person', 'Second', 34),
    ],
  },
];

/** Rows of one paper, some 130 pages. */
export const MOST_ROWS = 5_000;

export type PaperProblem =
  | Common<'not-allowed' | 'confirm-first' | 'not-found'>
  | { kind: 'too-many-rows'; rows: number };

/** The text of a cell in the column. */
export const paperCell = ({ isMoment }: Pick<Column, 'isMoment'>, cell: Cell | undefined): string =>
  isMoment && typeof cell === 'string' ? paperMoment(cell) : paperWords(cell);

/** 'Nov 21, 2026 2:00 PM' for '2026-11-21 14:00:00', which a spreadsheet sorts. Any other text stays as it is. */
export function paperMoment(text: string): string {
  // The text is the store's clock, so no zone may move it.
  const moment = momentOf(text.replace(' ', 'T'), 'UTC');
  return moment ? formatDateTime(moment, 'UTC') : text;
}

/** 'Nov 21, 2026' for '2026-11-21'. Any other text stays as it is. */
export function paperDay(text: string): string {
  const day = parseDate(text);
  return day ? formatDate(day) : text;
}

/** 'Driver license' for 'driver_license', 'Yes' for true; '' where there is nothing. */
export function paperWords(cell: Cell | undefined): string {
  if (cell === null || cell === undefined) return '';
  if (typeof cell === 'boolean') return cell ? 'Yes' : 'No';
  const text = String(cell);
  if (!/^[a-z]+(?:[_-][a-z]+)*$/.test(text)) return text;
  const words = text.replaceAll(/[_-]/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
