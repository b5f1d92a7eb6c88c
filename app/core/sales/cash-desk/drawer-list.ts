/** Defines the list of drawers for admins: filters and sort. */
import { choiceFilter, dateFilter, defineList, type ListState, textFilter } from '#kernel/list-state.ts';

export const drawerList = defineList({
  name: 'drawers',
  filters: {
    from: dateFilter('From'),
    to: dateFilter('To'),
    person: textFilter('Person'),
    only: choiceFilter('Show', [{ value: 'differs', label: 'Over or short' }], 'All drawers'),
  },
  sorts: { opened: 'Opened' },
  defaultSort: '-opened',
});

export type DrawerListState = ListState<'from' | 'to' | 'person' | 'only', 'opened'>;

/** Amounts in cents; null while the drawer is open. */
export type DrawerRow = {
  id: string;
  number: number;
  holder: string;
  opened: string;
  /** The store day it was opened and, once closed, the day it was closed, yyyy-mm-dd: the report with its result. */
  day: string;
  closed: string | null;
  closedBy: string | null;
  expected: number | null;
  counted: number | null;
  note: string | null;
};
