/** Exports orders as spreadsheet rows. Audits the actor and the filters first. */
import type { Actor } from '#core/ground/access/actor.ts';
import { type Exported, exportRecords } from '#core/ground/audit/export-records.server.ts';
import { instantOf } from '#kernel/time.ts';
import type { Cell } from '#platform/csv/csv.ts';
import { dollars, localTime } from '#platform/csv/export-cells.ts';
import { lostStatuses } from '../order.ts';
import { type ExportedOrder, eachManagedOrder } from './manage-orders-queries.server.ts';
import type { OrderListState } from './order-list.ts';

/** The specification's column names (section 3); money in dollars, times as `localTime` writes them. */
export const orderColumns = {
  order_id: 'order_id',
  created_at: 'created_at',
  user_email: 'user_email',
  full_name: 'full_name',
  pickup_time: 'pickup_time',
  discount: 'discount',
  subtotal: 'subtotal',
  tax: 'tax',
  total: 'total',
  status: 'status',
  payment_status: 'payment_status',
  refunded: 'refunded',
  net: 'net',
} as const;

export type OrderExportRow = Record<keyof typeof orderColumns, Cell>;

/** Exports every order that the list's filters match, in the list's order. Refuses what `exportRecords` refuses. */
export async function exportOrders(
  actor: Actor,
  state: OrderListState,
  zone: string,
): Promise<Exported<OrderExportRow>> {
  return exportRecords(actor, {
    action: 'orders.exported',
    subjectId: 'orders',
    state,
    read: (db) => eachManagedOrder(db, state, zone),
    rowOf: (order: ExportedOrder) => orderCsvRow(order, zone),
  });
}

/** `net` is what the store has of the order: its total less refunds. */
export function orderCsvRow(order: ExportedOrder, zone: string): OrderExportRow {
  return {
    order_id: order.number,
    created_at: localTime(instantOf(order.createdAt), zone),
    user_email: order.email,
    full_name: order.customer,
    pickup_time: order.pickupStartsAt && localTime(instantOf(order.pickupStartsAt), zone),
    // Off the list prices, and already left out of the subtotal.
    discount: dollars(order.discount),
    subtotal: dollars(order.subtotal),
    tax: dollars(order.tax),
    total: dollars(order.total),
    status: order.status,
    payment_status: order.paymentStatus,
    refunded: dollars(order.refunded),
    // A canceled or missed order earns nothing.
    net: dollars(lostStatuses.includes(order.status) ? 0 : order.total - order.refunded),
  };
}
