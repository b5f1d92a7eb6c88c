/** One closure: who has a new time, who has not answered and is called, and its undo. */

import { requirePermission, requireRecentSignIn } from '#core/accounts/identity/sessions/guards.server.ts';
import { readProductId } from '#core/goods/catalogue/products/read-product-id.ts';
import { may } from '#core/ground/access/actor.ts';
import { closureName, closureStatusLabel, closureTones } from '#core/sales/closures/closure.ts';
import { NoEmail } from '#office/kit/no-email.tsx';
import { requestForm } from '#platform/requests/request-body.ts';
import { StatusBadge } from '#ui/badge.tsx';
import { Confirm } from '#ui/confirm.tsx';
import { useAnswer } from '#ui/form/use-answer.ts';
import { useLive } from '#ui/live/use-live.ts';
import { Notice } from '#ui/notice.tsx';
import { BackLink } from '#ui/page-head.tsx';
import type { Route } from './+types/closure.page';
import { answerClosurePage } from './answer-closure-page.server.ts';
import { ClosureOrders } from './closure-orders-table.tsx';
import { ClosureProgress } from './closure-progress.tsx';
import { readClosureView } from './closure-view.server.ts';

const PATH = '/admin/closures';

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'orders.manage', request);
  const number = readProductId(params.number);
  const view =
    number === null ? null : await readClosureView(actor, number, new URL(request.url).searchParams);
  if (!view) throw new Response(null, { status: 404 });
  return { ...view, mayManage: may(actor, 'closures.manage'), maySetUp: may(actor, 'settings.manage') };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const actor = requirePermission(context, 'orders.manage', request);
  const number = readProductId(params.number);
  if (number === null) throw new Response(null, { status: 404 });
  const form = await requestForm(request);
  if (form.get('intent') === 'phones') await requireRecentSignIn(actor, request);
  return answerClosurePage(actor, number, form);
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${loaderData ? closureName(loaderData.closure) : 'Closure'} · Admin` },
];

export default function Closure({ loaderData, actionData }: Route.ComponentProps) {
  const { closure, progress, list, confirm, mayManage, maySetUp, sendsEmail } = loaderData;
  const answer = useAnswer(actionData);
  useLive(['orders']);
  const isActive = closure.status === 'active';
  return (
    <>
      <BackLink to={PATH} label="Closures" />
      <div className="mb-2 flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="text-2xl">{closure.days}</h1>
        <StatusBadge tone={closureTones[closure.status]}>{closureStatusLabel[closure.status]}</StatusBadge>
      </div>
      <p className="max-w-3xl wrap-anywhere">
        <strong>{closure.hours}.</strong> {closure.reason}
      </p>
      <p className="figures mb-6 text-ink-soft">{closure.facts}</p>
      {answer && 'message' in answer ? (
        <Notice tone="error" title={answer.message} className="mb-5 max-w-3xl" />
      ) : null}
      {sendsEmail || progress.people === 0 ? null : (
        <NoEmail className="mb-5 max-w-3xl" maySetUp={maySetUp} />
      )}
      <ClosureProgress closure={closure} progress={progress} />
      {progress.orders > 0 ? (
        <ClosureOrders
          list={list}
          isActive={isActive}
          confirm={confirm}
          phones={answer && 'phones' in answer ? answer.phones : null}
        />
      ) : null}
      {isActive && mayManage ? (
        <div className="mt-10 print:hidden">
          <Confirm
            rank="secondary"
            label="Open after all…"
            busyText="Undoing…"
            of={closure.days}
            question={`Open after all on ${closure.days}?`}
            consequence="The days get back the hours they had. We notify everyone who got the first message: customers who have not moved come at their old time, and customers who moved can switch back while their old time is open."
            fields={{ intent: 'undo' }}
          />
        </div>
      ) : null}
    </>
  );
}
