/** /counter/orders/ORD042/cash: what was really received and given back at a hand-over, with a reason. */
import { requirePermission } from '#core/accounts/identity/sessions/guards.server.ts';
import { mayCloseWithout } from '#core/ground/access/actor.ts';
import { readInCharge } from '#core/sales/cash-desk/charge-queries.server.ts';
import { givenWords } from '#core/sales/orders/cash-corrections/cash-correction.ts';
import { newId } from '#kernel/ids.ts';
import { cents, formatCents } from '#kernel/money.ts';
import type { FormRefusal } from '#platform/requests/form.ts';
import { requestForm } from '#platform/requests/request-body.ts';
import { useAnswer } from '#ui/form/use-answer.ts';
import { BackLink } from '#ui/page-head.tsx';
import { readApprovers } from '../kit/approvers-queries.server.ts';
import { Attempt } from '../kit/attempt.tsx';
import { answerOrLost, isReachable, typedAgain } from '../kit/lost-answer.ts';
import type { Route } from './+types/cash.page';
import { answerCash } from './answer-cash.server.ts';
import { CashForm } from './cash-form.tsx';
import { readOrderCash } from './order-cash-queries.server.ts';

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'cash.handle', request);
  const order = await readOrderCash(params.orderId);
  if (!order) throw new Response(null, { status: 404 });
  const inCharge = (await readInCharge())?.personId ?? null;
  const mayDiffer = mayCloseWithout(actor, inCharge);
  const approvers = mayDiffer ? [] : await readApprovers(actor, request.headers);
  return { order, mayDiffer, approvers, key: newId<string>() };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const actor = requirePermission(context, 'cash.handle', request);
  return answerCash(actor, params.orderId, await requestForm(request), request);
}

export const clientAction = (args: Route.ClientActionArgs) => answerOrLost(args, typedAgain);

export const shouldRevalidate = isReachable;

export const meta: Route.MetaFunction = ({ params }) => [{ title: `Cash of ${params.orderId} · Counter` }];

export default function CashPage({ loaderData, actionData }: Route.ComponentProps) {
  const { order, key } = loaderData;
  const answer = useAnswer(actionData as FormRefusal | undefined);
  return (
    <div className="mx-auto max-w-2xl">
      <BackLink to={`/counter/orders/${order.number}`} label={order.number} />
      <h1 className="text-2xl wrap-anywhere">
        Correct the cash of {order.number}: {order.customer}
      </h1>
      <p className="figures mt-1 mb-5 text-ink-soft">
        {formatCents(cents(order.owed))} due. On record: {givenWords(order)}.
      </p>
      <Attempt
        key={order.number}
        newKey={key}
        render={(attempt) => (
          <CashForm {...loaderData} attempt={answer?.values.key ?? attempt} answer={answer} />
        )}
      />
    </div>
  );
}
