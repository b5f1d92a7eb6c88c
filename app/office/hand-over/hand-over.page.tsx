/** The hand-over: check the ID, take the cash, complete the order; or refuse, with the reason. */
import { data } from 'react-router';
import { requirePermission } from '#core/identity/sessions/guards.server.ts';
import { handOverOrder, refuseHandOver } from '#core/orders/hand-over/hand-over-order.server.ts';
import { statusMessage } from '#core/orders/order-status.ts';
import { readSettings } from '#core/settings/settings-queries.server.ts';
import { cents, formatCents } from '#kernel/money.ts';
import { CustomerNotes } from '#office/orders/customer-notes.tsx';
import { readManagedOrder } from '#office/orders/managed-order-queries.server.ts';
import { MissingUnits } from '#office/orders/missing-units.tsx';
import { redirectWithFlash } from '#platform/requests/flash.ts';
import { type FormRefusal, readForm } from '#platform/requests/form.ts';
import { redirectWithLasting } from '#platform/requests/lasting-message.ts';
import { requestForm } from '#platform/requests/request-body.ts';
import { BackLink } from '#ui/page-head.tsx';
import type { Route } from './+types/hand-over.page';
import { answerScan, BARCODE } from './answer-scan.server.ts';
import { counterErrors } from './counter-errors.ts';
import { HandOverForm } from './hand-over-form.tsx';
import { HandOverLines } from './hand-over-lines.tsx';
import { handOverForm, refuseForm } from './id-check-form.ts';
import { RefuseForm } from './refuse-form.tsx';

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'orders.manage', request);
  const settings = await readSettings();
  const order = await readManagedOrder(actor, params.orderId, settings.store.zone);
  if (!order) throw new Response(null, { status: 404 });
  if (order.status.value !== 'ready' || order.toPack > 0)
    throw redirectWithFlash(
      `/admin/orders/${order.number}`,
      'Only an order that is ready for pickup can be handed over.',
      'info',
    );
  return { order, minimumAge: settings.compliance.minimumAge };
}

/** Also after a refusal, which may be because the order has changed since. */
export const shouldRevalidate = () => true;

export async function action({ request, params, context }: Route.ActionArgs) {
  const actor = requirePermission(context, 'orders.manage', request);
  const back = `/admin/orders/${params.orderId}`;
  const form = await requestForm(request);
  if (form.get('intent') === 'refuse') {
    const read = readForm(form, refuseForm);
    if (!read.ok) return refused(read.refused());
    const outcome = await refuseHandOver(actor, params.orderId, read.value);
    return outcome.ok
      ? redirectWithFlash(back, `${params.orderId} was refused. Its units are back in stock.`, 'success')
      : refused(read.refused(statusMessage(outcome.problem)), 409);
  }
  if (form.has('readBarcode')) return answerScan(form, request.url);
  const read = readForm(form, handOverForm, [BARCODE]);
  if (!read.ok) return refused(read.refused());
  const outcome = await handOverOrder(actor, params.orderId, read.value);
  if (outcome.ok)
    return redirectWithLasting(request, back, `${params.orderId} is completed.`, {
      label: 'Change due',
      text: formatCents(cents(outcome.value.change)),
    });
  const { problem } = outcome;
  if (problem.kind !== 'counter') return refused(read.refused(statusMessage(problem)), 409);
  return refused({ ...read.refused(), errors: counterErrors(problem) }, problem.limit ? 409 : 400);
}

function refused(refusal: FormRefusal, status = 400) {
  return data(refusal, { status });
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `Hand over ${loaderData?.order.number ?? 'order'} · Admin` },
];

export default function HandOver({ loaderData, actionData }: Route.ComponentProps) {
  const { order, minimumAge } = loaderData;
  const isRefusing = actionData?.values.intent === 'refuse';
  const isPaid = order.payment.value === 'paid';
  const units = order.lines.reduce((sum, line) => sum + line.quantity, 0);
  return (
    <div className="max-w-2xl">
      <BackLink to={`/admin/orders/${order.number}`} label={order.number} />
      <h1 className="text-2xl">Hand over {order.number}</h1>
      <p className="figures mt-1 mb-4 break-words text-ink-soft">
        {order.customer.name} · {units === 1 ? '1 unit' : `${units} units`} ·{' '}
        {isPaid ? 'paid already' : `${formatCents(cents(order.total))} in cash`}
      </p>
      {order.missing > 0 ? <MissingUnits order={order} path={`/admin/orders/${order.number}`} /> : null}
      <CustomerNotes order={order} />
      <HandOverLines lines={order.lines} />
      <HandOverForm order={order} minimumAge={minimumAge} refusal={isRefusing ? undefined : actionData} />
      <RefuseForm version={order.version} refusal={isRefusing ? actionData : undefined} />
    </div>
  );
}
