/** The list of sent mail: its filters and sort. */
import { mailStatusLabel } from '#core/ground/mail/mail-status.ts';
import { choiceFilter, defineList, type ListState, textFilter } from '#kernel/list-state.ts';
import { mailStatuses } from '#kernel/statuses.ts';

export const sentMailList = defineList({
  name: 'sent-mail',
  filters: {
    recipient: textFilter('Recipient'),
    status: choiceFilter(
      'Status',
      mailStatuses.map((value) => ({ value, label: mailStatusLabel[value] })),
    ),
  },
  sorts: { at: 'Written' },
  defaultSort: '-at',
});

export type SentMailListState = ListState<'recipient' | 'status', 'at'>;
