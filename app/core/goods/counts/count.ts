/** Count sheets: states of a row, who may approve it, refusals and their messages. */
import { lotStatusLabel, mayBeSold } from '#core/goods/stock/lots/lots.ts';
import { choiceFilter, defineList, inTabs, type ListState } from '#kernel/list-state.ts';
import { type Common, commonMessage } from '#kernel/problem.ts';
import type { LotStatus } from '#kernel/statuses.ts';

export type CountedRow = {
  expected: number | null;
  counted: number | null;
  /** Why the difference was approved; null while it is not. */
  reason: string | null;
};

export type RowState = 'to-count' | 'matches' | 'differs' | 'approved';

export function rowState({ expected, counted, reason }: CountedRow): RowState {
  if (counted === null) return 'to-count';
  if (reason !== null) return 'approved';
  return counted === expected ? 'matches' : 'differs';
}

export const rowStateLabel: Readonly<Record<RowState, string>> = {
  'to-count': 'To count',
  matches: 'Matches',
  differs: 'Differs',
  approved: 'Approved',
};

/** The rows of a sheet as a list, in the order of the sheet. */
export const countList = defineList({
  name: 'count',
  filters: {
    view: inTabs(
      choiceFilter('Show', [
        { value: 'to-count', label: 'To count' },
        { value: 'differs', label: 'Differences' },
      ]),
    ),
  },
  sorts: { sheet: 'Product' },
  defaultSort: 'sheet',
});

export type CountListState = ListState<'view', 'sheet'>;

/** What approval does with a lot that was found on the shelf: whether it goes on sale, by its status and test. */
export function foundConsequence(lot: { status: LotStatus | null; productType: string }): string {
  if (lot.status === null)
    return mayBeSold(lot.productType, {})
      ? 'This batch is new. Approval records it as a lot and puts it on sale.'
      : 'This batch is new. Approval records it as a lot that waits for its test. It does not go on sale.';
  return lot.status === 'sellable'
    ? 'Approval puts its units on sale.'
    : `This lot is ${lotStatusLabel[lot.status].toLowerCase()}. Approval records its units; they do not go on sale.`;
}

/** What the sheet tells people to count: reserved and packed units are in the building until they are handed over. */
export const WHAT_TO_COUNT =
  'Count every unit of the lot in the building: on the shelf, in the back and in packed orders. Do not count what was handed over.';

export type CountProblem =
  | Common<'not-allowed' | 'not-found'>
  | { kind: 'nothing-to-count' }
  | { kind: 'already-open' }
  | { kind: 'closed' }
  | { kind: 'count-invalid' }
  | { kind: 'batch-missing' }
  /** No lot has this batch number or tag, and no product was named. */
  | { kind: 'batch-unknown' }
  | { kind: 'product-unknown' }
  /** Several products have this batch, or match the name. */
  | { kind: 'which-product' }
  /** The lot is on the sheet and counted already. */
  | { kind: 'on-sheet' }
  | { kind: 'batch-invalid' }
  /** Someone else counted or decided the row in between. */
  | { kind: 'changed' }
  | { kind: 'not-counted' }
  /** The lot's units were adjusted after they were counted. */
  | { kind: 'recount' }
  /** Who counted a row approves it only in a store with a single admin. */
  | { kind: 'own-count' }
  /** Reserved units would be missing: the lot's page asks which order goes without. */
  | { kind: 'choose' }
  | { kind: 'note-missing' }
  | { kind: 'wrong-reason' }
  | { kind: 'open-differences' };

export function countMessage(problem: CountProblem): string {
  switch (problem.kind) {
    case 'nothing-to-count':
      return 'No lot of this category has units.';
    case 'already-open':
      return 'A count of this category is open already.';
    case 'closed':
      return 'This count is closed.';
    case 'count-invalid':
      return 'Enter the units counted: a whole number, 0 or more.';
    case 'batch-missing':
      return 'Scan or enter the batch number.';
    case 'batch-unknown':
      return 'No lot has this batch number. Check it, or enter its product to count a new batch.';
    case 'product-unknown':
      return 'No product matches. Enter its name, UPC or number.';
    case 'which-product':
      return 'Choose the product.';
    case 'on-sheet':
      return 'This lot is on the sheet and counted already. Change the number in its row.';
    case 'batch-invalid':
      return 'These characters cannot be saved.';
    case 'changed':
      return 'Someone else saved this lot first. Check, then enter it again.';
    case 'not-counted':
      return 'This lot is not counted yet, or matches.';
    case 'recount':
      return 'The units of this lot were changed by hand after it was counted. Count it again.';
    case 'own-count':
      return 'You counted this lot. Another admin approves it.';
    case 'choose':
      return 'Reserved units would be missing. Change the units on the lot’s page: it asks which order will be short.';
    case 'note-missing':
      return 'Enter a note for theft and waste.';
    case 'wrong-reason':
      return 'This reason does not fit the difference. Units that were found are a count or a return.';
    case 'open-differences':
      return 'Approve the differences, or have them counted again, before you close the count.';
    default:
      return commonMessage(problem, 'Count sheet or lot');
  }
}
