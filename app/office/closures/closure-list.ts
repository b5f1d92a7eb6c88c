/** Defines the list of closures: its filter and sort. */
import { closureStatusLabel } from '#core/sales/closures/closure.ts';
import { choiceFilter, defineList, type ListState } from '#kernel/list-state.ts';
import { closureStatuses } from '#kernel/statuses.ts';

export const closureList = defineList({
  name: 'closures',
  filters: {
    status: choiceFilter(
      'Status',
      closureStatuses.map((value) => ({ value, label: closureStatusLabel[value] })),
    ),
  },
  sorts: { saved: 'Saved' },
  defaultSort: '-saved',
});

export type ClosureListState = ListState<'status', 'saved'>;
