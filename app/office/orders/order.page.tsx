/** One order for staff: lines, lots and money as sold, the customer, its history, and its next steps. */
import { useNavigate } from 'react-router';
import { requirePermission } from '#core/accounts/identity/sessions/guards.server.ts';
import { mayRefund } from '#core/ground/access/actor.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { hasEnded } from '#core/sales/orders/order.ts';
import { staffStepLabel, stepsOf } from '#core/sales/orders/order-view.ts';
import { CustomerNotes } from '#core/sales/orders/ui/customer-notes.tsx';
import { OrderSteps } from '#core/sales/orders/ui/order-steps.tsx';
import { Panel } from '#office/kit/panel.tsx';
import { requestForm } from '#platform/requests/request-body.ts';
import { useCommandHandlers } from '#ui/commands/command-keys.tsx';
import { ErrorSummary } from '#ui/form/error-summary.tsx';
import { useAnswer } from '#ui/form/use-answer.ts';
import { useLive } from '#ui/live/use-live.ts';
import { BackLink } from '#ui/page-head.tsx';
import type { Route } from './+types/order.page';
import { answerOrder } from './answer-order.server.ts';
import { ClosedPickup } from './closed-pickup.tsx';
import { ManagedLines } from './managed-lines.tsx';
import { readManagedOrder } from './managed-order-queries.server.ts';
import { UnreadyUnits } from './missing-units.tsx';
import { readOrderCustomer } from './order-customer-queries.server.ts';
import { OrderFacts } from './order-facts.tsx';
import { OrderHead, OrderNotices } from './order-head.tsx';
import { OrderNext } from './order-next.tsx';
import { OrderRecords } from './order-records.tsx';
import { readOrderRecords } from './order-records-queries.server.ts';

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'orders.manage', request);
  const settings = await readSettings();
  const { zone } = settings.store;
  const order = await readManagedOrder(actor, params.orderId, zone);
  if (!order) throw new Response(null, { status: 404 });
  const [records, customer] = await Promise.all([
    readOrderRecords(actor, order, zone),
    readOrderCustomer(actor, order.customer.id, settings),
  ]);
  if (!customer) throw new Response(null, { status: 404 });
  return {
    order,
    customer,
    ...records,
    mayRefund: mayRefund(actor, settings.refunds),
  };
}

/** Also after a refusal, which may be because the order has changed since. */
export const shouldRevalidate = () => true;

export async function action({ request, params, context }: Route.ActionArgs) {
  const actor = requirePermission(context, 'orders.manage', request);
  return answerOrder(actor, params.orderId, await requestForm(request));
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${loaderData?.order.number ?? 'Order'} · Admin` },
];

export default function Order({ loaderData, actionData }: Route.ComponentProps) {
  const { order, customer, closure, receipts, owed, mayRefund } = loaderData;
  const refusal = useAnswer(actionData) ?? undefined;
  const path = `/admin/orders/${order.number}`;
  const navigate = useNavigate();
  const steps = stepsOf(order.shownStatus, staffStepLabel);
  useLive([`order:${order.id}`]);
  useCommandHandlers({
    'order.print': () => window.print(),
    ...(hasEnded(order.status.value) ? {} : { 'order.edit': () => navigate(`${path}/edit`) }),
  });
  return (
    <>
      <BackLink to="/admin/orders" label="Order Management" />
      <OrderHead order={order} receipts={receipts} path={path} />
      {refusal ? <ErrorSummary refusal={refusal} className="mb-6" /> : null}
      {order.isOutside ? <ClosedPickup path={path} closure={closure} /> : null}
      <OrderNotices order={order} customer={customer} owed={owed} />
      <CustomerNotes order={order} />
      <UnreadyUnits order={order} path={path} />
      {steps ? (
        <div className="mb-8 max-w-2xl print:hidden">
          <OrderSteps steps={steps} />
        </div>
      ) : null}
      <div className="grid items-start gap-x-12 gap-y-10 xl:grid-cols-[minmax(0,1fr)_22rem] xl:grid-rows-[auto_1fr]">
        <Panel title="Lines">
          <ManagedLines order={order} />
        </Panel>
        <div className="flex min-w-0 flex-col gap-10 xl:sticky xl:top-6 xl:row-span-2">
          <Panel title="Next" id="next" className="print:hidden">
            <OrderNext order={order} path={path} mayRefund={mayRefund} />
          </Panel>
          <OrderFacts order={order} customer={customer} refusal={refusal} />
        </div>
        <OrderRecords {...loaderData} />
      </div>
    </>
  );
}
