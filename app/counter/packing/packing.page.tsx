/** /counter/orders/ORD042/packing: what to take from the shelf for an order, packed unit by unit by scan or by press. */
import { requirePermission } from '#core/accounts/identity/sessions/guards.server.ts';
import { requestForm } from '#platform/requests/request-body.ts';
import { isReachable } from '../kit/lost-answer.ts';
import { readOrder } from '../network/day-copy.ts';
import { serverOrCopy, serverOrWait } from '../network/server-or-copy.ts';
import type { Route } from './+types/packing.page';
import { answerPacking } from './answer-packing.server.ts';
import { withoutNetwork } from './offline-form.ts';
import { offlinePacking } from './offline-packing.ts';
import { type PackAnswer, unanswered } from './pack-answer.ts';
import { readPackingOrder } from './packing-queries.server.ts';
import { PackingView } from './packing-view.tsx';

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'orders.manage', request);
  const order = await readPackingOrder(actor, params.orderId);
  if (!order) throw new Response(null, { status: 404 });
  return { order };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const actor = requirePermission(context, 'orders.manage', request);
  return answerPacking(actor, params.orderId, await requestForm(request), request.url);
}

export const shouldRevalidate = isReachable;

export const clientLoader = ({ params, serverLoader }: Route.ClientLoaderArgs) =>
  serverOrCopy(
    serverLoader,
    async ({ day, actions }) => {
      const stored = await readOrder(params.orderId);
      return stored && { order: offlinePacking(stored.packing, actions, day.owner) };
    },
    params.orderId,
  );

/** Without a network the action waits on the tablet; what cannot wait can be sent again. */
export const clientAction = (args: Route.ClientActionArgs) =>
  serverOrWait(args, (form, known) => withoutNetwork(args.params.orderId, form, known), unanswered);

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `Pack ${loaderData?.order.number ?? 'order'} · Counter` },
];

export default function PackingPage({ loaderData, actionData }: Route.ComponentProps) {
  const { order } = loaderData;
  return <PackingView key={order.number} order={order} answer={actionData as PackAnswer | undefined} />;
}
