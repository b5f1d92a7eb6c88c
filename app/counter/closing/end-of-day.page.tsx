/** /counter/end-of-day: what is left to do before the store closes, in order, each with its cure. */
import { Link } from 'react-router';
import { requirePermission } from '#core/accounts/identity/sessions/guards.server.ts';
import { LateCashNotice } from '#core/sales/cash-desk/ui/late-cash-notice.tsx';
import { systemClock } from '#kernel/time.ts';
import { requestForm } from '#platform/requests/request-body.ts';
import type { FormRefusal } from '#ui/form/refusal.ts';
import { useAnswer } from '#ui/form/use-answer.ts';
import { useLive } from '#ui/live/use-live.ts';
import { BackLink } from '#ui/page-head.tsx';
import { readApprovers } from '../kit/approvers-queries.server.ts';
import { headLink } from '../kit/counter-head.tsx';
import { serverThenCopy } from '../network/server-or-copy.ts';
import { useOtherTablets } from '../network/tablets-notice.tsx';
import { useHeld } from '../network/use-connection.ts';
import type { Route } from './+types/end-of-day.page';
import { answerEndOfDay } from './answer-end-of-day.server.ts';
import { leftWords, tabletsLeft } from './end-of-day.ts';
import { readEndOfDay } from './end-of-day-queries.server.ts';
import { DoneForToday, EndOfDaySteps } from './end-of-day-steps.tsx';

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'orders.manage', request);
  const day = await readEndOfDay(actor, systemClock());
  if (!day) throw new Response(null, { status: 403 });
  const asks = day.refused.left > 0 && !day.refused.maySettle;
  return { day, approvers: asks ? await readApprovers(actor, request.headers) : [] };
}

export async function action({ request, context }: Route.ActionArgs) {
  const actor = requirePermission(context, 'orders.manage', request);
  return answerEndOfDay(actor, await requestForm(request), request);
}

/** An order that is released here is not on the board of a tablet that loses the network right after. */
export const clientAction = (args: Route.ClientActionArgs) => serverThenCopy(args);

export const meta: Route.MetaFunction = () => [{ title: 'End of day · Counter' }];

export default function EndOfDayPage({ loaderData: { day, approvers }, actionData }: Route.ComponentProps) {
  const answer = useAnswer(actionData as FormRefusal | undefined);
  useLive(['orders', 'cash']);
  const { waiting, refused } = useHeld();
  const others = useOtherTablets(day.tablets);
  const own = waiting.length + refused.length;
  const left = { ...day.left, unsent: tabletsLeft(own, others.unsent) };
  const words = leftWords(left);
  return (
    <div className="mx-auto max-w-4xl">
      <BackLink to="/counter" label="Counter" />
      <div className="mb-5 flex flex-wrap items-baseline justify-between gap-x-6">
        <h1 className="text-2xl">End of day</h1>
        <p className="figures flex flex-wrap items-baseline gap-x-6 text-ink-soft">
          {words}
          <Link to="/counter/waste" className={headLink}>
            Waste
          </Link>
        </p>
      </div>
      <LateCashNotice late={day.late} className="mb-5" />
      {words ? null : <DoneForToday />}
      <EndOfDaySteps {...{ day, approvers, left, own, others, answer }} />
    </div>
  );
}
