/** The list of a recall's people: its filters. */
import { choiceFilter, defineList, type ListState, textFilter } from '#kernel/list-state.ts';

/** Who has units: by name, or why there is none. */
export const nameOfPerson = (person: { customer: string | null; isWalkIn: boolean }): string =>
  person.customer ?? (person.isWalkIn ? 'Walk-in' : 'Deleted account');

/** The states people are filtered by, in the order of the work. */
export const recallPersonStates = [
  'call',
  'unreachable',
  'waiting',
  'sent',
  'opened',
  'brings-back',
  'used-up',
  'returned',
] as const;
export type RecallPersonState = (typeof recallPersonStates)[number];

export const personStateLabel: Readonly<Record<RecallPersonState, string>> = {
  call: 'No answer: call',
  unreachable: 'Cannot be reached',
  waiting: 'Message waiting',
  sent: 'Message sent',
  opened: 'Message read',
  'brings-back': 'Brings it back',
  'used-up': 'Used or thrown away',
  returned: 'Returned units',
};

export const recallPeopleList = defineList({
  name: 'recall-people',
  filters: {
    state: choiceFilter(
      'State',
      recallPersonStates.map((value) => ({ value, label: personStateLabel[value] })),
      'Everyone',
    ),
    find: textFilter('Name or email'),
  },
  sorts: { listed: 'Listed' },
  defaultSort: 'listed',
});

export type RecallPeopleState = ListState<'state' | 'find', 'listed'>;
