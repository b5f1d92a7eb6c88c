/** Defines the list of recalls: its filter and sort. */
import { recallStatusLabel } from '#core/sales/recalls/recall.ts';
import { choiceFilter, defineList, type ListState } from '#kernel/list-state.ts';
import { recallStatuses } from '#kernel/statuses.ts';

export const recallList = defineList({
  name: 'recalls',
  filters: {
    status: choiceFilter(
      'Status',
      recallStatuses.map((value) => ({ value, label: recallStatusLabel[value] })),
    ),
    kind: choiceFilter('Kind', [
      { value: 'recall', label: 'Recalls' },
      { value: 'exercise', label: 'Exercises' },
    ]),
  },
  sorts: { created: 'Drafted' },
  defaultSort: '-created',
});

export type RecallListState = ListState<'status' | 'kind', 'created'>;
