/** Renders today's pickups by time. */
import { orderStatusLabel, orderStatusTone } from '#core/orders/order.ts';
import { UNITS_MISSING } from '#core/orders/order-status.ts';
import { Panel } from '#office/frame/panel.tsx';
import { StatusBadge } from '#ui/badge.tsx';
import type { PickupSlotLine } from './dashboard-queries.server.ts';
import { Cell, CellLink, Nothing, Table } from './dashboard-table.tsx';

export function PickupsToday({ pickups }: { pickups: readonly PickupSlotLine[] }) {
  const expected = pickups.reduce((sum, slot) => sum + slot.orders.length, 0);
  return (
    <Panel title="Today’s pickups" note={expected === 1 ? '1 order' : `${expected} orders`}>
      {pickups.length === 0 ? (
        <Nothing>No pickups today.</Nothing>
      ) : (
        <Table name="Today’s pickups" head={['Time', 'Order', 'Customer', 'Units', 'Status']} right={[3]}>
          {pickups.flatMap((slot) =>
            slot.orders.map((order, index) => (
              <tr key={order.id} className="border-t border-line">
                <Cell strong>{index === 0 ? slot.slot : <span className="sr-only">{slot.slot}</span>}</Cell>
                <Cell>
                  <CellLink to={`/admin/orders/${order.number}`}>{order.number}</CellLink>
                </Cell>
                <Cell>
                  {order.name}
                  {order.late ? (
                    <span className="figures block font-medium text-ochre-700">
                      Running late: {order.late}
                    </span>
                  ) : null}
                </Cell>
                <Cell right>{order.units}</Cell>
                <Cell>
                  <span className="flex flex-wrap gap-1">
                    <StatusBadge tone={orderStatusTone(order.status)}>
                      {orderStatusLabel[order.status]}
                    </StatusBadge>
                    {order.isShort ? <StatusBadge tone="red">{UNITS_MISSING}</StatusBadge> : null}
                  </span>
                </Cell>
              </tr>
            )),
          )}
        </Table>
      )}
    </Panel>
  );
}
