/** /counter/walk-in/:walkIn: what a walk-in buys, by scan or search, until it is an order. */
import { redirect } from 'react-router';
import { requirePermission } from '#core/accounts/identity/sessions/guards.server.ts';
import { newId } from '#kernel/ids.ts';
import { redirectWithFlash } from '#platform/requests/flash.ts';
import { requestForm } from '#platform/requests/request-body.ts';
import { answerOrLost, isReachable } from '../kit/lost-answer.ts';
import { readFoundProducts } from '../kit/products-to-add-queries.server.ts';
import { unanswered } from '../packing/pack-answer.ts';
import type { Route } from './+types/walk-in.page';
import { answerWalkIn } from './answer-walk-in.server.ts';
import { readWalkIn } from './walk-in-queries.server.ts';
import { WalkInForms } from './walk-in-view.tsx';

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'orders.manage', request);
  const walkIn = await readWalkIn(actor, params.walkIn);
  if (!walkIn) throw redirectWithFlash('/counter/walk-in', 'This walk-in has ended.', 'info');
  if (walkIn.orderId) throw redirect(`/counter/orders/${walkIn.orderId}`);
  const q = (new URL(request.url).searchParams.get('q') ?? '').trim().slice(0, 100);
  return { walkIn, q, found: q === '' ? null : await readFoundProducts(q), newKey: newId<string>() };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const actor = requirePermission(context, 'orders.manage', request);
  return answerWalkIn(actor, params.walkIn, await requestForm(request), request.url);
}

export const shouldRevalidate = isReachable;

/** After a lost connection the page stays as it is, and what was sent can be sent again. */
export const clientAction = (args: Route.ClientActionArgs) => answerOrLost(args, unanswered);

export const meta: Route.MetaFunction = () => [{ title: 'Walk-in · Counter' }];

export default function WalkInPage({ loaderData, actionData }: Route.ComponentProps) {
  return <WalkInForms key={loaderData.walkIn.id} {...loaderData} answer={actionData} />;
}
