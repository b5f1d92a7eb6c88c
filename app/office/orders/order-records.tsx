/** Renders the records of an order: refunds, timeline, messages, history. */
import type { ActLine } from '#core/goods/tracking/reports/act-lines-queries.server.ts';
import { Refunds } from '#core/sales/orders/refunds/ui/refunds.tsx';
import { OrderTimeline } from '#core/sales/orders/ui/order-timeline.tsx';
import { History } from '#office/audit/history.tsx';
import type { WordedLine } from '#office/audit/history-queries.server.ts';
import { Panel } from '#office/kit/panel.tsx';
import { StateLines } from '#office/kit/state-lines.tsx';
import { Deliveries } from '#office/sent-mail/deliveries.tsx';
import type { DeliveryLine } from '#office/sent-mail/deliveries-queries.server.ts';
import type { ManagedOrder } from './managed-order-queries.server.ts';

type Records = {
  order: ManagedOrder;
  deliveries: readonly DeliveryLine[];
  history: readonly WordedLine[];
  /** What was reported to the state. */
  stateLines: readonly ActLine[];
};

export function OrderRecords({ order, deliveries, history, stateLines }: Records) {
  return (
    <div className="flex min-w-0 flex-col gap-10">
      {order.refunds.length > 0 ? (
        <Panel title="Refunds">
          <Refunds refunds={order.refunds} />
        </Panel>
      ) : null}
      {stateLines.length > 0 ? (
        <Panel title="State tracking" className="print:hidden">
          <StateLines lines={stateLines} />
        </Panel>
      ) : null}
      <Panel title="Timeline">
        <OrderTimeline moments={order.timeline} />
      </Panel>
      <Panel title="Messages sent" className="print:hidden">
        <Deliveries lines={deliveries} number={order.number} />
      </Panel>
      <Panel title="History" className="print:hidden">
        <History lines={history} />
      </Panel>
    </div>
  );
}
