/** Defines the list of offers: its filter and sort. */
import { offerStateLabel, offerStates } from '#core/goods/discounts/offer-rules.ts';
import { choiceFilter, defineList, type ListState } from '#kernel/list-state.ts';

export const offerList = defineList({
  name: 'offers',
  filters: {
    state: choiceFilter(
      'State',
      offerStates.map((value) => ({ value, label: offerStateLabel[value] })),
    ),
  },
  sorts: { ends: 'Ends' },
  defaultSort: '-ends',
});

export type OfferListState = ListState<'state', 'ends'>;
