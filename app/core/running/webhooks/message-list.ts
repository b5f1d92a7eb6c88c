/** The list of what was sent to an endpoint: its filters and sort. */
import { choiceFilter, defineList, type ListState } from '#kernel/list-state.ts';
import { type WebhookDeliveryStatus, webhookDeliveryStatuses } from '#kernel/statuses.ts';
import { TEST_TYPE, webhookTypes } from './webhook.ts';

export const deliveryLabel: Readonly<Record<WebhookDeliveryStatus, string>> = {
  waiting: 'Waiting',
  delivered: 'Delivered',
  failed: 'Failed',
};
export const deliveryTones = { waiting: 'yellow', delivered: 'green', failed: 'red' } as const;

const types = [...Object.keys(webhookTypes), TEST_TYPE];

export const messageList = defineList({
  name: 'webhook-messages',
  filters: {
    status: choiceFilter(
      'Status',
      webhookDeliveryStatuses.map((value) => ({ value, label: deliveryLabel[value] })),
    ),
    type: choiceFilter(
      'Type',
      types.map((value) => ({ value, label: value })),
    ),
  },
  sorts: { at: 'Created' },
  defaultSort: '-at',
});

export type MessageListState = ListState<'status' | 'type', 'at'>;
