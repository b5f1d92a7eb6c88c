/** Builds the link behind a figure: Order Management with the filters that find its orders. */
import { COUNTED, type OrderListState, orderList } from '#core/sales/orders/list/order-list.ts';
import type { DayRange } from './range.ts';

type Wanted = Omit<OrderListState['filters'], 'from' | 'to'>;

/** Orders placed on these days: all that count as sales, unless `wanted` names a status. */
export function ordersLink({ from, to }: DayRange, wanted: Wanted = {}): string {
  const filters = { status: COUNTED, ...wanted, from: from.toString(), to: to.toString() };
  return `/admin/orders?${orderList.query({ filters, sort: orderList.defaultSort, position: null })}`;
}
