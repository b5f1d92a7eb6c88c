/** /orders/ORD042/change: other items for one of the customer's own orders. */
import { redirect, useNavigation } from 'react-router';
import { requireCustomer } from '#core/accounts/identity/sessions/guards.server.ts';
import { hasEnded } from '#core/sales/orders/order.ts';
import { redirectWithFlash } from '#platform/requests/flash.ts';
import { requestForm } from '#platform/requests/request-body.ts';
import { pageMeta } from '#shop/kit/page-meta.ts';
import { useAnswer } from '#ui/form/use-answer.ts';
import { useLive } from '#ui/live/use-live.ts';
import { Notice } from '#ui/notice.tsx';
import { PageHead } from '#ui/page-head.tsx';
import type { Route } from './+types/order-change.page';
import { answerChange } from './answer-change.server.ts';
import { readChangeableOrder } from './changeable-order-queries.server.ts';
import { ItemsPage } from './items-view.tsx';

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  pageMeta(matches, { title: `Change items of ${loaderData?.order.number ?? 'an order'}` });

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const actor = requireCustomer(context, request);
  const order = await readChangeableOrder(actor, params.orderId);
  if (!order) throw new Response(null, { status: 404 });
  if (order.refusal !== null) {
    const back = `/orders/${order.number}`;
    throw hasEnded(order.status) ? redirect(back) : redirectWithFlash(back, order.refusal, 'info');
  }
  return { order };
}

/** Also after a refusal, which may be because the order has changed since. */
export const shouldRevalidate = () => true;

export async function action({ request, context, params }: Route.ActionArgs) {
  const actor = requireCustomer(context, request);
  return answerChange(actor, params.orderId, await requestForm(request));
}

export default function OrderChange({ loaderData, actionData }: Route.ComponentProps) {
  const { order } = loaderData;
  const answer = useAnswer(actionData);
  const isIdle = useNavigation().state === 'idle';
  const live = useLive([`order:${order.id}`], { paused: true });
  const path = `/orders/${order.number}`;
  return (
    <>
      <PageHead
        back={{ to: path, label: order.number }}
        title="Change items"
        intro={
          order.pickup
            ? `${order.number}, pickup ${order.pickup}. Nothing changes until you save.`
            : `${order.number}. Nothing changes until you save.`
        }
      />
      <div role="status">
        {live.isStale && isIdle && !answer?.refusal ? (
          <Notice tone="caution" title="This order has changed since you opened the page." className="mb-6">
            You can still save. We show you what changed first.
          </Notice>
        ) : null}
      </div>
      <ItemsPage order={order} answer={answer} />
    </>
  );
}
