/** Records a refund: which units, what happened to the goods, and why. By admins, and by staff up to the owner's amount. */
import { useNavigation } from 'react-router';
import { requirePermission } from '#core/accounts/identity/sessions/guards.server.ts';
import { mayRefund, refundLimit } from '#core/ground/access/actor.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { staffLimitWords } from '#core/sales/orders/refunds/refund.ts';
import type { RefundAnswer } from '#core/sales/orders/refunds/refund-form.ts';
import { readRefundable } from '#core/sales/orders/refunds/refunds-queries.server.ts';
import { RefundFields } from '#core/sales/orders/refunds/ui/refund-fields.tsx';
import { cents, formatCents } from '#kernel/money.ts';
import { redirectWithFlash } from '#platform/requests/flash.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { CheckedForm } from '#ui/form/checked-form.tsx';
import { BackLink } from '#ui/page-head.tsx';
import type { Route } from './+types/order-refund.page';
import { answerRefund } from './answer-refund.server.ts';

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'refunds.record', request);
  const order = await readRefundable(actor, params.orderId);
  if (!order) throw new Response(null, { status: 404 });
  const { refunds, cash } = await readSettings();
  if (!mayRefund(actor, refunds))
    throw redirectWithFlash(
      `/admin/orders/${order.number}`,
      'Someone who may refund can record one.',
      'info',
    );
  return { order, limit: refundLimit(actor, refunds), roundsCash: cash.roundsCash };
}

/** Also after a refusal, which may be because the order has changed since. */
export const shouldRevalidate = () => true;

export async function action({ request, params, context }: Route.ActionArgs) {
  const actor = requirePermission(context, 'refunds.record', request);
  return answerRefund(actor, params.orderId, request);
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `Refund ${loaderData?.order.number ?? 'order'} · Admin` },
];

export default function OrderRefund({ loaderData, actionData }: Route.ComponentProps) {
  const { order, limit, roundsCash } = loaderData;
  const answer: RefundAnswer | undefined = actionData;
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
      <CheckedForm refusal={answer} focus="summary" className="flex flex-col gap-6">
        <input type="hidden" name="version" value={order.version} />
        {answer?.confirm ? <input type="hidden" name="confirmed" value={answer.confirm} /> : null}
        <RefundFields order={order} roundsCash={roundsCash} refusal={answer} />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" rank="danger" busy={navigation.formData !== undefined} busyText="Recording…">
            {answer?.confirm ? `Refund ${formatCents(cents(answer.confirm))}` : 'Record refund'}
          </Button>
          <ButtonLink to={path} rank="secondary">
            Cancel
          </ButtonLink>
        </div>
      </CheckedForm>
    </div>
  );
}
