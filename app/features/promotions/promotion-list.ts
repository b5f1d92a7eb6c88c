/** The list of promotions: its filter and sort. */
import { choiceFilter, defineList, type ListState } from '#kernel/list-state.ts';
import { promotionStatuses } from '#kernel/statuses.ts';
import { promotionStatusLabel } from './promotion.ts';

export const promotionList = defineList({
  name: 'promotions',
  filters: {
    status: choiceFilter(
      'Status',
      promotionStatuses.map((value) => ({ value, label: promotionStatusLabel[value] })),
    ),
  },
  sorts: { created: 'Written' },
  defaultSort: '-created',
});

export type PromotionListState = ListState<'status', 'created'>;
