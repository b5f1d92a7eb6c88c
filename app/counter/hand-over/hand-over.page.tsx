/** /counter/orders/ORD042: hand an order over, or refuse it; afterwards what was done, until the next customer. */

import { requirePermission } from '#core/accounts/identity/sessions/guards.server.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { readOpenDrawer } from '#core/sales/cash-desk/drawer-queries.server.ts';
import { countNotAccepted } from '#core/sales/orders/hand-over/refused-hand-overs-queries.server.ts';
import { hasEnded } from '#core/sales/orders/order.ts';
import { readOwedAt, readPaidToday } from '#core/sales/price-corrections/owed-queries.server.ts';
import { newId } from '#kernel/ids.ts';
import { requestForm } from '#platform/requests/request-body.ts';
import { Attempt } from '../kit/attempt.tsx';
import { isReachable, typedAgain } from '../kit/lost-answer.ts';
import { readOrder } from '../network/day-copy.ts';
import { serverOrCopy, serverOrWait } from '../network/server-or-copy.ts';
import type { Route } from './+types/hand-over.page';
import { answerHandOver } from './answer-hand-over.server.ts';
import { ClosedOrderView } from './closed-order.tsx';
import { readClosedOrder } from './closed-order-queries.server.ts';
import { readCounterOrder } from './hand-over-queries.server.ts';
import { NotAcceptedNotice } from './not-accepted-notice.tsx';
import { withoutNetwork } from './offline-form.ts';
import { offlineOrder } from './offline-order.ts';
import { OpenOrder } from './open-order.tsx';
import { RefundsDue } from './refunds-due.tsx';
import type { CounterAnswer } from './scanned-id.ts';
import { readTyped } from './typed-here.server.ts';

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'orders.manage', request);
  const order = await readCounterOrder(actor, params.orderId);
  if (!order) throw new Response(null, { status: 404 });
  const closed = hasEnded(order.status) ? await readClosedOrder(order.id) : null;
  const { minimumAge } = (await readSettings()).compliance;
  const lacksDrawer = !closed && (await readOpenDrawer()) === null;
  const notAccepted = await countNotAccepted(order.id);
  const [owed, paidToday] = await Promise.all([
    readOwedAt(actor, order.number),
    readPaidToday(actor, order.number),
  ]);
  const typed = closed ? null : await readTyped(request, actor, params.orderId);
  return { order, closed, minimumAge, lacksDrawer, typed, notAccepted, owed, paidToday, key: newId() };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const actor = requirePermission(context, 'orders.manage', request);
  return answerHandOver(actor, params.orderId, await requestForm(request), request.url);
}

export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders;

export const shouldRevalidate = isReachable;

export const clientLoader = ({ params, serverLoader }: Route.ClientLoaderArgs) =>
  serverOrCopy(
    serverLoader,
    async (known) => {
      const stored = await readOrder(params.orderId);
      return stored && offlineOrder(stored.handOver, known);
    },
    params.orderId,
  );

/** Without a network the action waits on the tablet; what cannot wait can be sent again, and completes nothing twice. */
export const clientAction = (args: Route.ClientActionArgs) =>
  serverOrWait(args, (form, known) => withoutNetwork(args.params.orderId, form, known), typedAgain);

export const meta: Route.MetaFunction = ({ loaderData }) => [
  {
    title: `${loaderData ? (loaderData.closed ? '' : 'Hand over ') + loaderData.order.number : 'Order'} · Counter`,
  },
];

export default function HandOverPage({ loaderData, actionData }: Route.ComponentProps) {
  const { order, closed, minimumAge, lacksDrawer, typed, notAccepted, owed, paidToday, key } = loaderData;
  const answer = actionData as CounterAnswer | undefined;
  // Another number is another order: nothing typed for one may reach the next.
  const shown = closed ? (
    <ClosedOrderView key={order.number} order={order} closed={closed} answer={answer} />
  ) : (
    <Attempt
      key={order.number}
      newKey={key}
      render={(first) => (
        <OpenOrder
          {...{ order, minimumAge, lacksDrawer, typed, answer }}
          attempt={answer?.values.key ?? first}
        />
      )}
    />
  );
  return (
    <>
      {notAccepted > 0 ? <NotAcceptedNotice /> : null}
      <RefundsDue owed={owed} paidToday={paidToday} narrow={closed !== null} />
      {shown}
    </>
  );
}
