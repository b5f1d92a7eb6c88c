/** Lots (9 NYCRR 125.8; docs/law.md, Tracking and lots): the list's filters, sorts and row fields. */
import {
  byLink,
  choiceFilter,
  defineList,
  type FilterOption,
  type ListState,
  textFilter,
} from '#kernel/list-state.ts';
import { type LotStatus, lotStatuses } from '#kernel/statuses.ts';
import { lotStatusLabel, type SalePapers } from './lots.ts';

/** Lots whose last day is within this many days expire soon. */
export const SOON_DAYS = 30;

/** The options of the filters: existing categories, and the people with lots in quarantine. */
export type LotOptions = {
  shelves: readonly { id: number; name: string }[];
  people: readonly { id: string; name: string }[];
};

export function lotList({ shelves, people }: LotOptions) {
  const shelfOptions: FilterOption[] = shelves.map(({ id, name }) => ({ value: String(id), label: name }));
  return defineList({
    name: 'lots',
    filters: {
      find: textFilter('Batch, tag or product'),
      status: choiceFilter(
        'Status',
        lotStatuses.map((value) => ({ value, label: lotStatusLabel[value] })),
      ),
      category: choiceFilter('Category', shelfOptions, 'All Categories'),
      units: choiceFilter('Units', [
        { value: 'some', label: 'With units' },
        { value: 'held', label: 'With reserved units' },
      ]),
      expiry: choiceFilter('Last day', [
        { value: 'soon', label: `Within ${SOON_DAYS} days` },
        { value: 'past', label: 'Past' },
      ]),
      by: choiceFilter(
        'Quarantined by',
        people.map(({ id, name }) => ({ value: id, label: name })),
        'Anyone',
      ),
      product: byLink(textFilter('Product number')),
    },
    sorts: { received: 'Received', expires: 'Last day', product: 'Product' },
    defaultSort: '-received',
  });
}

export type LotSort = 'received' | 'expires' | 'product';
export type LotListState = ListState<
  'find' | 'status' | 'category' | 'units' | 'expiry' | 'by' | 'product',
  LotSort
>;

export type LotRow = SalePapers & {
  id: number;
  productId: number;
  product: string;
  size: string | null;
  batchNumber: string;
  packageTag: string | null;
  status: LotStatus;
  productType: string;
  onHand: number;
  held: number;
  /** Units that can be sold: none of a lot off sale. */
  available: number;
  /** 'Nov 5, 2026' */
  received: string;
  /** yyyy-mm-dd */
  expiresOn: string | null;
};
