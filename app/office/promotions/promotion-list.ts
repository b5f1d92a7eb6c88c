/** Defines the list of promotions: its filter and sort. */

import { promotionStatusLabel } from '#core/sales/promotions/promotion.ts';
import { choiceFilter, defineList, type ListState } from '#kernel/list-state.ts';
import { promotionStatuses } from '#kernel/statuses.ts';

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
