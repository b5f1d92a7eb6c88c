/** Defines the list of lots that wait for their test: newest first, found by batch or product. */
import { choiceFilter, defineList, type ListState, textFilter } from '#kernel/list-state.ts';

export const waitingLotsList = defineList({
  name: 'waiting-lots',
  filters: {
    find: textFilter('Batch or product'),
    test: choiceFilter('Test', [
      { value: 'passed', label: 'Passed' },
      { value: 'open', label: 'No result or failed' },
    ]),
  },
  sorts: { received: 'Received' },
  defaultSort: '-received',
});

export type WaitingLotsState = ListState<'find' | 'test', 'received'>;
