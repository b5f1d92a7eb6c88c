/** Defines the rows of an import's preview as a list: by outcome, in the file's order. */

import { outcomeLabel } from '#core/goods/catalogue/imports/product-import.ts';
import { choiceFilter, defineList, type ListState } from '#kernel/list-state.ts';
import { importOutcomes } from '#kernel/statuses.ts';

export const importList = defineList({
  name: 'import-rows',
  filters: {
    outcome: choiceFilter('Rows', [
      ...importOutcomes.map((value) => ({ value, label: outcomeLabel[value] })),
      { value: 'warned', label: 'With a warning' },
      { value: 'off-sale', label: 'Something is missing' },
      { value: 'waiting', label: 'Waiting for a test' },
    ]),
  },
  sorts: { line: 'Line' },
  defaultSort: 'line',
});

export type ImportListState = ListState<'outcome', 'line'>;
