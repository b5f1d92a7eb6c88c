/** The list of everything that the shop reports: its filters and sort. */
import { choiceFilter, dateFilter, defineList, type ListState, textFilter } from '#kernel/list-state.ts';
import { actKindLabel, actStatusLabel } from './act-words.ts';

const options = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));

export const actList = defineList({
  name: 'state-acts',
  filters: {
    find: textFilter('Receipt or package tag'),
    kind: choiceFilter('Kind', options(actKindLabel), 'All kinds'),
    status: choiceFilter('Status', options(actStatusLabel)),
    from: dateFilter('From'),
    to: dateFilter('To'),
  },
  sorts: { happened: 'Happened' },
  defaultSort: '-happened',
});

export type ActListState = ListState<'find' | 'kind' | 'status' | 'from' | 'to', 'happened'>;
