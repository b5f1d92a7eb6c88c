/** Outages of the state's tracking system: declare one, and see the entries of each. */
import { Link } from 'react-router';
import { requirePermission } from '#core/accounts/identity/sessions/guards.server.ts';
import { outageName } from '#core/goods/stock/outage/outage.ts';
import { readOutages } from '#core/goods/stock/outage/outage-queries.server.ts';
import { readReporting } from '#core/goods/tracking/reports/report-figures-queries.server.ts';
import { may } from '#core/ground/access/actor.ts';
import { storeClock } from '#core/ground/settings/store-clock.server.ts';
import { instantOf, systemClock } from '#kernel/time.ts';
import { Nothing } from '#office/kit/nothing.tsx';
import { requestForm } from '#platform/requests/request-body.ts';
import { StatusBadge } from '#ui/badge.tsx';
import { useAnswer } from '#ui/form/use-answer.ts';
import { useLive } from '#ui/live/use-live.ts';
import type { Route } from './+types/outages.page';
import { answerDeclare } from './answer-outage.server.ts';
import { DeclareForm } from './declare-form.tsx';

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'inventory.see', request);
  const { zone } = await storeClock();
  const [outages, reporting] = await Promise.all([readOutages(actor, zone), readReporting()]);
  if (!outages) throw new Response(null, { status: 404 });
  const silentSince = reporting?.silentSince;
  const since = (silentSince ? instantOf(silentSince) : systemClock()).toZonedDateTimeISO(zone);
  return {
    outages,
    mayDeclare: may(actor, 'inventory.manage') && outages.every(({ ended }) => ended !== null),
    isReporting: reporting?.isOn === true,
    since: since.toPlainDateTime().toString({ smallestUnit: 'minute' }),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const actor = requirePermission(context, 'inventory.manage', request);
  return answerDeclare(actor, await requestForm(request));
}

export const meta: Route.MetaFunction = () => [{ title: 'State Outages · Admin' }];

export default function Outages({ loaderData, actionData }: Route.ComponentProps) {
  const { outages, mayDeclare, isReporting, since } = loaderData;
  const answer = useAnswer(actionData);
  useLive(['inventory'], { paused: mayDeclare });
  return (
    <div className="max-w-3xl">
      <h1 className="mb-2 text-2xl">State outages</h1>
      <p className="measure mb-6 text-ink-soft">
        While the state’s tracking system is down, sales go on and no lot is received. Everything that changes
        stock is listed, and must be in it within 72 hours.
        {isReporting ? ' The shop reports it itself when the system answers again.' : null}
      </p>
      {mayDeclare ? <DeclareForm since={since} answer={answer} /> : null}
      {outages.length === 0 ? <Nothing>No outages yet.</Nothing> : null}
      <ul className="divide-y divide-line border-y border-line empty:hidden">
        {outages.map((outage) => (
          <li key={outage.number} className="flex flex-wrap items-center gap-x-5 gap-y-1 py-2">
            <Link
              to={`/admin/outages/${outage.number}`}
              className="inline-flex min-h-11 items-center font-medium underline underline-offset-4"
            >
              {outageName(outage.number)}
            </Link>
            <span className="figures text-ink-soft">
              {outage.started} {outage.ended ? `to ${outage.ended}` : ''}
            </span>
            {outage.ended === null ? <StatusBadge tone="red">Down</StatusBadge> : null}
            <StatusBadge tone={outage.left + outage.waiting === 0 ? 'green' : 'yellow'}>
              {outage.left > 0
                ? `${outage.left} of ${outage.total} to enter`
                : outage.waiting > 0
                  ? `${outage.waiting} of ${outage.total} not reported yet`
                  : 'Everything entered'}
            </StatusBadge>
          </li>
        ))}
      </ul>
    </div>
  );
}
