/** Defines the list of orders in a review, by pickup time: nothing to filter or sort. */
import { defineList } from '#kernel/list-state.ts';

export const closureReviewList = defineList({
  name: 'closure-review',
  filters: {},
  sorts: { pickup: 'Pickup' },
  defaultSort: 'pickup',
});
