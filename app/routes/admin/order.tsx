/** One order for staff: lines, lots and money as they were sold, the customer, what happened, and what comes next. */
import { Pencil, Printer } from 'lucide-react';
import { data, Link, useNavigate } from 'react-router';
import { may } from '#features/access/actor.ts';
import { readHistory } from '#features/audit/audit-queries.server.ts';
import { History } from '#features/audit/ui/history.tsx';
import { requirePermission } from '#features/identity/guards.server.ts';
import { readDeliveries } from '#features/notifications/deliveries-queries.server.ts';
import { Deliveries } from '#features/notifications/ui/deliveries.tsx';
import { changeOrderStatus, changePaymentStatus } from '#features/orders/change-order-status.server.ts';
import { generateReceipt } from '#features/orders/generate-receipt.server.ts';
import {
  generateReceiptMessage,
  RECEIPT_STORED,
  RECEIPT_UNDER_WAY,
} from '#features/orders/generate-receipt.ts';
import { readManagedOrder } from '#features/orders/managed-order-queries.server.ts';
import { hasEnded } from '#features/orders/order.ts';
import { STATUS_UPDATED, statusMessage } from '#features/orders/order-status.ts';
import { paymentForm, statusForm } from '#features/orders/order-status-form.ts';
import { stepsOf } from '#features/orders/order-view.ts';
import {
  MAIL_SENT_AGAIN,
  resendMessage,
  resendOrderMail,
} from '#features/orders/resend-order-mail.server.ts';
import { readStoredReceipts } from '#features/orders/stored-receipts-queries.server.ts';
import { ManagedLines } from '#features/orders/ui/managed-lines.tsx';
import { OrderNext } from '#features/orders/ui/order-next.tsx';
import { OrderSteps } from '#features/orders/ui/order-steps.tsx';
import { OrderTimeline } from '#features/orders/ui/order-timeline.tsx';
import { Fact, Panel } from '#features/orders/ui/panel.tsx';
import { Refunds } from '#features/orders/ui/refunds.tsx';
import { StoredReceipts } from '#features/orders/ui/stored-receipts.tsx';
import { readSettings } from '#features/settings/settings-queries.server.ts';
import { redirectWithFlash } from '#platform/flash.ts';
import { type FormRefusal, readForm } from '#platform/form.ts';
import { requestForm } from '#platform/request-body.ts';
import { auditLabels } from '#shell/audit-labels.ts';
import { StatusBadge } from '#ui/badge.tsx';
import { ButtonLink, buttonClass } from '#ui/button.tsx';
import { useCommandHandlers } from '#ui/commands/command-keys.tsx';
import { ErrorSummary } from '#ui/form/error-summary.tsx';
import { useAnswer } from '#ui/form/use-answer.ts';
import { useLive } from '#ui/live/use-live.ts';
import { useMinimumAge } from '#ui/minimum-age.ts';
import { Notice } from '#ui/notice.tsx';
import type { Route } from './+types/order';

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'orders.manage', request);
  const { zone } = (await readSettings()).store;
  const order = await readManagedOrder(actor, params.orderId, zone);
  if (!order) throw new Response(null, { status: 404 });
  const [history, deliveries, receipts] = await Promise.all([
    readHistory(actor, 'order', order.id, zone),
    readDeliveries(actor, order.id, zone),
    readStoredReceipts(actor, order.id, zone),
  ]);
  return { order, history, deliveries, receipts, mayRefund: may(actor, 'refunds.record') };
}

/** Also after a refusal, which may be because the order is no longer as this page shows it. */
export const shouldRevalidate = () => true;

export async function action({ request, params, context }: Route.ActionArgs) {
  const actor = requirePermission(context, 'orders.manage', request);
  const back = `/admin/orders/${params.orderId}`;
  const form = await requestForm(request);
  switch (form.get('intent')) {
    case 'status': {
      const read = readForm(form, statusForm);
      if (!read.ok) return refused(read.refused('Failed to update status'));
      const { status, reason, version } = read.value;
      const outcome = await changeOrderStatus(actor, {
        orderId: params.orderId,
        to: status,
        reason,
        version,
      });
      return outcome.ok
        ? redirectWithFlash(back, STATUS_UPDATED, 'success')
        : refused(read.refused(statusMessage(outcome.problem)), 409);
    }
    case 'payment': {
      const read = readForm(form, paymentForm);
      if (!read.ok) return refused(read.refused('Failed to update status'));
      const { payment, reason, version } = read.value;
      const outcome = await changePaymentStatus(actor, {
        orderId: params.orderId,
        to: payment,
        reason,
        version,
      });
      return outcome.ok
        ? redirectWithFlash(back, STATUS_UPDATED, 'success')
        : refused(read.refused(statusMessage(outcome.problem)), 409);
    }
    case 'resend': {
      const outcome = await resendOrderMail(actor, params.orderId, String(form.get('delivery') ?? ''));
      return outcome.ok
        ? redirectWithFlash(back, MAIL_SENT_AGAIN, 'success')
        : redirectWithFlash(back, resendMessage(outcome.problem), 'error');
    }
    case 'receipt': {
      const outcome = await generateReceipt(actor, params.orderId);
      if (!outcome.ok) return redirectWithFlash(back, generateReceiptMessage(outcome.problem), 'error');
      return outcome.value.stored
        ? redirectWithFlash(back, RECEIPT_STORED, 'success')
        : redirectWithFlash(back, RECEIPT_UNDER_WAY, 'info');
    }
    default:
      return redirectWithFlash(back, 'Nothing was changed.', 'info');
  }
}

function refused(refusal: FormRefusal, status = 400) {
  return data(refusal, { status });
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${loaderData?.order.number ?? 'Order'} · Admin` },
];

export default function Order({ loaderData, actionData }: Route.ComponentProps) {
  const minimumAge = useMinimumAge();
  const { order, history, deliveries, receipts, mayRefund } = loaderData;
  const refusal = useAnswer(actionData);
  const path = `/admin/orders/${order.number}`;
  const navigate = useNavigate();
  const steps = stepsOf(order.status.value);
  useLive([`order:${order.id}`]);
  useCommandHandlers({
    'order.print': () => window.print(),
    ...(hasEnded(order.status.value) ? {} : { 'order.edit': () => navigate(`${path}/edit`) }),
  });
  return (
    <>
      <p className="mb-1 print:hidden">
        <Link
          to="/admin/orders"
          className="inline-flex min-h-11 items-center text-spruce-700 underline underline-offset-4"
        >
          Order Management
        </Link>
      </p>
      <div className="mb-5 flex flex-wrap items-center gap-x-4 gap-y-3">
        <h1 className="text-2xl">{order.number}</h1>
        <StatusBadge tone={order.status.tone}>{order.status.label}</StatusBadge>
        <StatusBadge tone={order.payment.tone}>{order.payment.label}</StatusBadge>
        <span className="flex flex-wrap gap-2 sm:ml-auto print:hidden">
          {hasEnded(order.status.value) ? null : (
            <ButtonLink to={`${path}/edit`} rank="secondary" size="small" className="min-h-11">
              <Pencil aria-hidden="true" className="size-4" /> Edit
            </ButtonLink>
          )}
          {order.status.value === 'completed' ? (
            <ButtonLink
              to={`/orders/${order.number}/receipt`}
              rank="secondary"
              size="small"
              className="min-h-11"
            >
              Print receipt
            </ButtonLink>
          ) : null}
          {order.status.value === 'completed' ? (
            <ButtonLink
              to={`/orders/${order.number}/receipt.pdf`}
              reloadDocument
              rank="secondary"
              size="small"
              className="min-h-11"
            >
              Receipt
            </ButtonLink>
          ) : null}
          <PrintButton />
        </span>
      </div>
      {refusal ? <ErrorSummary refusal={refusal} className="mb-6" /> : null}
      {order.ageFlag ? (
        <Notice tone="caution" className="mb-5" title="Check the ID before handing this over.">
          {order.ageFlag === 'under-age'
            ? `The birth date on file says under ${minimumAge}. No sale.`
            : 'No birth date is on file for this order.'}
        </Notice>
      ) : null}
      {order.late ? (
        <Notice tone="info" className="mb-5" title={`Running late: ${order.late.around}`}>
          The customer said so {order.late.said}.
        </Notice>
      ) : null}
      {order.missing > 0 ? (
        <Notice tone="error" className="mb-5" title="Units are missing.">
          {order.missing === 1 ? 'One unit is' : `${order.missing} units are`} in no lot that may be sold.
          Edit the order or wait for the next lot.
        </Notice>
      ) : null}
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
          <Panel title="Next" screenOnly>
            <OrderNext order={order} path={path} mayRefund={mayRefund} />
          </Panel>
          <Panel title="Details">
            <dl className="grid min-[18rem]:grid-cols-[4.5rem_minmax(0,1fr)] gap-x-4 gap-y-1">
              <Fact name="Pickup">
                {order.pickup ? (
                  <>
                    {order.pickup.starts}
                    {order.pickup.ends ? ` to ${order.pickup.ends}` : null}
                  </>
                ) : (
                  'No time chosen'
                )}
              </Fact>
              <Fact name="Pass">{order.pass}</Fact>
              <Fact name="Note">{order.note || 'None'}</Fact>
            </dl>
          </Panel>
          <Panel title="Customer">
            <dl className="grid min-[18rem]:grid-cols-[4.5rem_minmax(0,1fr)] gap-x-4 gap-y-1">
              <Fact name="Name">
                <Link
                  to={`/admin/customers/${order.customer.id}`}
                  className="inline-block break-words text-spruce-700 underline underline-offset-4 max-lg:-my-3 max-lg:py-3"
                >
                  {order.customer.name}
                </Link>
              </Fact>
              <Fact name="Email">
                <Link
                  to={`/admin/orders?email=${encodeURIComponent(order.customer.email)}`}
                  className="inline-block break-all text-spruce-700 underline underline-offset-4 max-lg:-my-3 max-lg:py-3"
                >
                  {order.customer.email}
                </Link>
              </Fact>
              <Fact name="Phone">{order.customer.phone ?? 'Not given'}</Fact>
              {order.customer.isBanned ? <Fact name="Account">Banned</Fact> : null}
            </dl>
          </Panel>
        </div>
        <div className="flex min-w-0 flex-col gap-10">
          {order.refunds.length > 0 ? (
            <Panel title="Refunds">
              <Refunds refunds={order.refunds} />
            </Panel>
          ) : null}
          <Panel title="Timeline">
            <OrderTimeline moments={order.timeline} />
          </Panel>
          <Panel title="Stored receipts" screenOnly>
            <StoredReceipts receipts={receipts} path={path} />
          </Panel>
          <Panel title="Messages sent" screenOnly>
            <Deliveries lines={deliveries} number={order.number} />
          </Panel>
          <Panel title="History" screenOnly>
            <History lines={history} labels={auditLabels} />
          </Panel>
        </div>
      </div>
    </>
  );
}

/** There only where scripts run; every browser prints without it. */
function PrintButton() {
  return (
    <button
      type="button"
      className={buttonClass('secondary', 'small', 'noscript:hidden min-h-11')}
      onClick={() => window.print()}
    >
      <Printer aria-hidden="true" className="size-4" /> Print
    </button>
  );
}
