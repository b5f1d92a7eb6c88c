/** Defines the list of receipts behind a figure of the books: links set its filters. */
import {
  byLink,
  choiceFilter,
  dateFilter,
  defineList,
  type ListState,
  textFilter,
} from '#kernel/list-state.ts';

/** What a row is; 'sale' if none is chosen. Cash counts on the day it was taken or returned, sales when handed over. */
const receiptKinds = [
  { value: 'sale', label: 'Sales' },
  { value: 'refund', label: 'Refunds of sales' },
  { value: 'taken', label: 'Cash taken' },
  { value: 'returned', label: 'Cash returned' },
] as const;
export type ReceiptKind = (typeof receiptKinds)[number]['value'];

export const receiptList = defineList({
  name: 'receipts',
  filters: {
    from: dateFilter('From'),
    to: dateFilter('To'),
    kind: choiceFilter('Show', receiptKinds, 'Sales'),
    class: byLink(textFilter('Tax class')),
    rule: byLink(textFilter('Tax rule')),
    person: byLink(textFilter('Person')),
    only: byLink(
      choiceFilter('Only', [
        { value: 'discounted', label: 'Discounted' },
        { value: 'no-cost', label: 'Without a wholesale price' },
        { value: 'placed', label: 'Not handed over yet' },
      ]),
    ),
  },
  sorts: { at: 'When' },
  defaultSort: '-at',
});

export type ReceiptListState = ListState<'from' | 'to' | 'kind' | 'class' | 'rule' | 'person' | 'only', 'at'>;

/** The person filter's value for cash whose taker is not on file. */
export const NOT_ON_FILE = 'not-on-file';

/** The list behind a figure of these days. */
export function receiptsLink(
  days: { from: string; to: string },
  wanted: Omit<ReceiptListState['filters'], 'from' | 'to'> = {},
): string {
  const filters = { ...wanted, ...days };
  return `/admin/month-end/receipts?${receiptList.query({ filters, sort: receiptList.defaultSort, position: null })}`;
}

/** A receipt with its share of the figure that the filters name; money in cents. */
export type ReceiptRow = {
  id: string;
  at: string;
  /** 'ORD042' */
  number: string;
  customer: string;
  /** Who took or returned the cash; null for sales and refunds, and where it is not on file. */
  by: string | null;
  /** Before tax; what was off the list prices; tax. Of cash only `amount`, which includes all, and `rounding`. */
  amount: number;
  /** What rounding added to cash that was taken, or to cash that was returned. */
  rounding: number;
  discount: number;
  tax: number;
  cost: number;
};
