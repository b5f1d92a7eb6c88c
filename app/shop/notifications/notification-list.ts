/** Defines the list of a person's notifications: all of them, or only the unread ones. */
import { choiceFilter, defineList, type ListState } from '#kernel/list-state.ts';

export const notificationList = defineList({
  name: 'notifications',
  filters: { show: choiceFilter('Show', [{ value: 'unread', label: 'Unread' }]) },
  sorts: { at: 'Time' },
  defaultSort: '-at',
});

export type NotificationListState = ListState<'show', 'at'>;
