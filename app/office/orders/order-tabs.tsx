/** Renders the tabs of Order Management: the day's work by pickup time, and every order. */
import type { TabCounts } from '#core/sales/orders/list/order-filter-queries.server.ts';
import { type OrderListState, orderList, orderTabs } from '#core/sales/orders/list/order-list.ts';
import { ListTabs } from '#office/kit/list-tabs.tsx';

export function OrderTabs({ state, counts }: { state: OrderListState; counts: TabCounts }) {
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
          count: counts.all,
          to: `?${orderList.query(state, { filters, sort: orderList.defaultSort })}`,
        },
      ]}
    />
  );
}
