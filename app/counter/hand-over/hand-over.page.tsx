/** /counter/orders/ORD042: hand an order over, or refuse it; afterwards what was done, until the next customer. */
import { useState } from 'react';
import { data, type ShouldRevalidateFunctionArgs } from 'react-router';
import { isOutOfReach, OUT_OF_REACH } from '#core/frame/error-view.tsx';
import { requirePermission } from '#core/identity/sessions/guards.server.ts';
import { hasEnded } from '#core/orders/order.ts';
import { readSettings } from '#core/settings/settings-queries.server.ts';
import { newId } from '#kernel/ids.ts';
import { requestForm } from '#platform/requests/request-body.ts';
import type { Route } from './+types/hand-over.page';
import { answerHandOver } from './answer-hand-over.server.ts';
import { ClosedOrderView } from './closed-order.tsx';
import { readClosedOrder } from './closed-order-queries.server.ts';
import { readCounterOrder } from './hand-over-queries.server.ts';
import { OpenOrder } from './open-order.tsx';
import { outOfReach } from './out-of-reach.ts';
import type { CounterAnswer } from './scanned-id.ts';

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'orders.manage', request);
  const order = await readCounterOrder(actor, params.orderId);
  if (!order) throw new Response(null, { status: 404 });
  const closed = hasEnded(order.status) ? await readClosedOrder(order.id) : null;
  const { minimumAge } = (await readSettings()).compliance;
  return { order, closed, minimumAge, key: newId<string>() };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const actor = requirePermission(context, 'orders.manage', request);
  return answerHandOver(actor, params.orderId, await requestForm(request), request.url);
}

/** Also after a refusal, which may be because the order has changed since; without a connection that would fail too. */
export const shouldRevalidate = ({ actionStatus }: ShouldRevalidateFunctionArgs) =>
  actionStatus !== OUT_OF_REACH;

/** After a lost connection the page stays as it is; the same press again completes nothing twice. */
export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const form = await request.clone().formData();
  try {
    return await serverAction();
  } catch (thrown) {
    if (!isOutOfReach(thrown)) throw thrown;
    return data<CounterAnswer>(outOfReach(form), { status: OUT_OF_REACH });
  }
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  {
    title: `${loaderData ? (loaderData.closed ? '' : 'Hand over ') + loaderData.order.number : 'Order'} · Counter`,
  },
];

export default function HandOverPage({ loaderData, actionData }: Route.ComponentProps) {
  const { order, closed, minimumAge, key } = loaderData;
  const answer: CounterAnswer | undefined = actionData;
  // Another number is another order: nothing typed for one may reach the next.
  return closed ? (
    <ClosedOrderView key={order.number} order={order} closed={closed} answer={answer} />
  ) : (
    <Attempt key={order.number} order={order} minimumAge={minimumAge} newKey={key} answer={answer} />
  );
}

/** A reload of the data brings another key; an attempt has one key to its end. */
function Attempt({ newKey, ...rest }: Omit<Parameters<typeof OpenOrder>[0], 'attempt'> & { newKey: string }) {
  const [first] = useState(newKey);
  return <OpenOrder {...rest} attempt={rest.answer?.values.key ?? first} />;
}
