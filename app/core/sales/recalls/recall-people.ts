/** The people of a recall: what became of their messages, and the filters of their list. */
import { type SentOn, sentBy } from '#core/ground/notifications/sent-by.ts';
import { choiceFilter, defineList, type ListState, textFilter } from '#kernel/list-state.ts';
import type { RecallPersonStatus } from '#kernel/statuses.ts';

/** Who has units: by name, or why there is none. */
export const nameOfPerson = (person: { customer: string | null; isWalkIn: boolean }): string =>
  person.customer ?? (person.isWalkIn ? 'Walk-in' : 'Deleted account');

/**
 * What became of a person's message, 'Sent by bell; email not sent'.
 * @param sendsEmail whether there is a mail server
 */
export function messageText(
  person: { status: RecallPersonStatus; customer: string | null; channels: readonly SentOn[] },
  sendsEmail: boolean,
): string {
  const { status, customer, channels } = person;
  if (status === 'not-sent') return 'Exercise';
  if (status === 'unreachable' || customer === null) return 'Not reached';
  return status === 'waiting' ? 'Waiting' : sentBy(channels, sendsEmail);
}

/** The states people are filtered by, in the order of the work. */
export const recallPersonStates = [
  'call',
  'unreachable',
  'no-email',
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
  'no-email': 'Email not sent',
  waiting: 'Message waiting',
  sent: 'Email sent',
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
