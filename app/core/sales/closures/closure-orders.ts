/** The list of a closure's orders: its filters. */
import { choiceFilter, defineList, type ListState, textFilter } from '#kernel/list-state.ts';

/** What became of the orders, in the order of the work. */
export const closedOrderStates = ['open', 'moved', 'cancelled', 'ended'] as const;

export const closedOrderLabel: Readonly<Record<(typeof closedOrderStates)[number], string>> = {
  open: 'No answer: call',
  moved: 'New time',
  cancelled: 'Canceled',
  ended: 'Picked up or missed',
};

export const closureOrderList = defineList({
  name: 'closure-orders',
  filters: {
    state: choiceFilter(
      'State',
      closedOrderStates.map((value) => ({ value, label: closedOrderLabel[value] })),
      'All',
    ),
    find: textFilter('Name or order number'),
  },
  sorts: { pickup: 'Closed pickup' },
  defaultSort: 'pickup',
});

export type ClosureOrderListState = ListState<'state' | 'find', 'pickup'>;
