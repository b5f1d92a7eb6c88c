/** Records a refund: which units, what happened to the goods, and why. By admins, and by staff up to the owner's amount. */
import { data, useNavigation } from 'react-router';
import { requirePermission } from '#core/identity/sessions/guards.server.ts';
import { recordRefund } from '#core/orders/refunds/record-refund.server.ts';
import {
  mayRefund,
  REFUNDED_MEANWHILE,
  refundLimit,
  refundMessage,
  staffLimitWords,
} from '#core/orders/refunds/refund.ts';
import { readRefundable } from '#core/orders/refunds/refunds-queries.server.ts';
import { readSettings } from '#core/settings/settings-queries.server.ts';
import { cents, formatCents } from '#kernel/money.ts';
import { redirectWithFlash } from '#platform/requests/flash.ts';
import { readForm } from '#platform/requests/form.ts';
import { redirectWithLasting } from '#platform/requests/lasting-message.ts';
import { requestForm } from '#platform/requests/request-body.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { CheckedForm } from '#ui/form/checked-form.tsx';
import { BackLink } from '#ui/page-head.tsx';
import type { Route } from './+types/order-refund.page';
import { RefundFields } from './refund-fields.tsx';
import { besideUnits, refundForm, wantedUnits, withUnits } from './refund-form.ts';

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'refunds.record', request);
  const order = await readRefundable(actor, params.orderId);
  if (!order) throw new Response(null, { status: 404 });
  const { refunds } = await readSettings();
  if (!mayRefund(actor, refunds))
    throw redirectWithFlash(`/admin/orders/${order.number}`, 'An admin can record a refund.', 'info');
  return { order, limit: refundLimit(actor, refunds) };
}

/** Also after a refusal, which may be because the order has changed since. */
export const shouldRevalidate = () => true;

export async function action({ request, params, context }: Route.ActionArgs) {
  const actor = requirePermission(context, 'refunds.record', request);
  const form = await requestForm(request);
  const order = await readRefundable(actor, params.orderId);
  const back = `/admin/orders/${params.orderId}`;
  if (!order) return redirectWithFlash(back, REFUNDED_MEANWHILE, 'error');
  const read = readForm(form, refundForm);
  const ids = order.lines.map(({ id }) => id);
  const units = form.get('whole') === '1' ? 'all' : wantedUnits(form, ids);
  if (!read.ok) return data(withUnits(read.refused(), order, units), { status: 400 });
  const { whole: _, ...input } = read.value;
  const outcome = await recordRefund(actor, params.orderId, { ...input, units });
  if (outcome.ok) {
    const amount = formatCents(cents(outcome.value.amount));
    return redirectWithLasting(request, back, `Refund of ${params.orderId} recorded.`, {
      label: 'Give the customer',
      text: amount,
    });
  }
  // Another refund was saved first, and left nothing for this page to refund.
  if (!(await readRefundable(actor, params.orderId)))
    return redirectWithFlash(back, REFUNDED_MEANWHILE, 'error');
  const refusal = read.refused(refundMessage(outcome.problem));
  return data(besideUnits(outcome.problem, order, refusal), { status: 409 });
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `Refund ${loaderData?.order.number ?? 'order'} · Admin` },
];

export default function OrderRefund({ loaderData, actionData }: Route.ComponentProps) {
  const { order, limit } = loaderData;
  const navigation = useNavigation();
  const path = `/admin/orders/${order.number}`;
  return (
    <div className="max-w-2xl">
      <BackLink to={path} label={order.number} />
      <h1 className="text-2xl">Refund {order.number}</h1>
      <p className="mt-1 mb-6 break-words text-ink-soft">
        {order.customer} will be notified of the refund. A refund cannot be undone.
        {limit === null ? null : ` ${staffLimitWords(limit)}`}
      </p>
      <CheckedForm refusal={actionData} focus="summary" className="flex flex-col gap-6">
        <input type="hidden" name="version" value={order.version} />
        <RefundFields order={order} refusal={actionData} />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" rank="danger" busy={navigation.formData !== undefined} busyText="Recording…">
            Record refund
          </Button>
          <ButtonLink to={path} rank="secondary">
            Cancel
          </ButtonLink>
        </div>
      </CheckedForm>
    </div>
  );
}
