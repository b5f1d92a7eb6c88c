/** Renders the tabs of Order Management: the day's work by pickup time, and every order. */
import { type OrderListState, type OrderTab, orderList, orderTabs } from '#core/orders/list/order-list.ts';
import { ListTabs } from '#office/frame/list-tabs.tsx';

export function OrderTabs({ state, counts }: { state: OrderListState; counts: Record<OrderTab, number> }) {
  const filters = { ...state.filters, tab: null };
  return (
    <ListTabs
      label="Orders by work"
      shown={state.filters.tab ?? ''}
      tabs={[
        ...orderTabs.map(({ value, label }) => ({
          value,
          label,
          count: counts[value],
          to: `?${orderList.query(state, { filters: { ...filters, tab: value }, sort: 'pickup' })}`,
        })),
        {
          value: '',
          label: 'All',
          count: null,
          to: `?${orderList.query(state, { filters, sort: orderList.defaultSort })}`,
        },
      ]}
    />
  );
}
