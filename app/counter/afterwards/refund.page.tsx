/** /counter/orders/ORD042/refund: units or an amount of a handed-over order, in cash out of the open drawer. */
import { useNavigation } from 'react-router';
import { requirePermission } from '#core/accounts/identity/sessions/guards.server.ts';
import { mayRefund, refundLimit } from '#core/ground/access/actor.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { readOpenDrawer } from '#core/sales/cash-desk/drawer-queries.server.ts';
import {
  moreWords,
  NO_REFUNDS,
  noRefundsWays,
  REFUNDED_MEANWHILE,
  staffLimitWords,
} from '#core/sales/orders/refunds/refund.ts';
import { readRefundable } from '#core/sales/orders/refunds/refunds-queries.server.ts';
import { RefundFields } from '#core/sales/orders/refunds/ui/refund-fields.tsx';
import { cents, formatCents } from '#kernel/money.ts';
import { redirectWithFlash } from '#platform/requests/flash.ts';
import { Button } from '#ui/button.tsx';
import { CheckedForm } from '#ui/form/checked-form.tsx';
import { useAnswer } from '#ui/form/use-answer.ts';
import { Notice } from '#ui/notice.tsx';
import { BackLink } from '#ui/page-head.tsx';
import { readApprovers } from '../kit/approvers-queries.server.ts';
import { answerOrLost, isReachable, typedAgain } from '../kit/lost-answer.ts';
import { NoDrawerNotice } from '../kit/no-drawer-notice.tsx';
import { YesFields } from '../kit/yes-fields.tsx';
import type { Route } from './+types/refund.page';
import { answerRefund, type RefundAnswer } from './answer-refund.server.ts';

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'refunds.record', request);
  const order = await readRefundable(actor, params.orderId);
  const back = `/counter/orders/${params.orderId}`;
  if (!order?.wasHandedOver) throw redirectWithFlash(back, REFUNDED_MEANWHILE, 'info');
  const { refunds, cash } = await readSettings();
  return {
    order,
    limit: refundLimit(actor, refunds),
    needsYes: !mayRefund(actor, refunds),
    roundsCash: cash.roundsCash,
    lacksDrawer: (await readOpenDrawer()) === null,
    approvers: await readApprovers(actor, request.headers, 'refunds'),
  };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const actor = requirePermission(context, 'refunds.record', request);
  return answerRefund(actor, params.orderId, request);
}

export const clientAction = (args: Route.ClientActionArgs) => answerOrLost(args, typedAgain);

export const shouldRevalidate = isReachable;

export const meta: Route.MetaFunction = ({ params }) => [{ title: `Refund ${params.orderId} · Counter` }];

export default function RefundPage({ loaderData, actionData }: Route.ComponentProps) {
  const { order, limit, needsYes, roundsCash, lacksDrawer, approvers } = loaderData;
  const answer = useAnswer(actionData as RefundAnswer | undefined);
  const isBusy = useNavigation().formData !== undefined;
  // A PIN stays on no page, so it is asked for beside the last press alone.
  const asks =
    approvers.length > 0 && (answer?.asksYes === true || (needsYes && answer?.confirm !== undefined));
  return (
    <div className="mx-auto max-w-2xl">
      <BackLink to={`/counter/orders/${order.number}`} label={order.number} />
      <h1 className="text-2xl wrap-anywhere">
        Refund {order.number}: {order.customer}
      </h1>
      <p className="mt-1 mb-5 text-ink-soft">
        The cash comes out of the open drawer.
        {limit === null || needsYes ? null : ` ${staffLimitWords(limit)} ${moreWords(approvers.length > 0)}`}
      </p>
      {lacksDrawer ? <NoDrawerNotice className="mb-5" /> : null}
      {needsYes ? (
        <Notice tone="caution" title={NO_REFUNDS} className="mb-5">
          {noRefundsWays(approvers.length > 0)}
        </Notice>
      ) : null}
      {needsYes && approvers.length === 0 ? null : (
        <CheckedForm refusal={answer} focus="summary" className="flex flex-col gap-6">
          <input type="hidden" name="version" value={order.version} />
          {answer?.confirm ? <input type="hidden" name="confirmed" value={answer.confirm} /> : null}
          <RefundFields order={order} roundsCash={roundsCash} refusal={answer} />
          {asks ? <YesFields approvers={approvers} refusal={answer} /> : null}
          <Button
            type="submit"
            rank="danger"
            size="large"
            className="min-h-14 self-start text-lg"
            busy={isBusy}
            busyText="Recording…"
          >
            {answer?.confirm ? `Refund ${formatCents(cents(answer.confirm))}` : 'Record refund'}
          </Button>
        </CheckedForm>
      )}
    </div>
  );
}
