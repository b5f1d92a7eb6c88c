/** /admin/state-tracking/acts/12: a report to the state, what became of it, and what an admin can do about it. */
import { requirePermission } from '#core/accounts/identity/sessions/guards.server.ts';
import { actStatusLabel, actStatusTone } from '#core/goods/tracking/reports/act-words.ts';
import { readAct } from '#core/goods/tracking/reports/acts-queries.server.ts';
import { may } from '#core/ground/access/actor.ts';
import { storeClock } from '#core/ground/settings/store-clock.server.ts';
import { History } from '#office/audit/history.tsx';
import { readHistory } from '#office/audit/history-queries.server.ts';
import { Panel } from '#office/kit/panel.tsx';
import { requestForm } from '#platform/requests/request-body.ts';
import { StatusBadge } from '#ui/badge.tsx';
import { Facts } from '#ui/facts.tsx';
import { useLive } from '#ui/live/use-live.ts';
import { BackLink } from '#ui/page-head.tsx';
import type { Route } from './+types/act.page';
import { actFacts } from './act-facts.tsx';
import { actIdOf } from './act-id.ts';
import { answerAct } from './answer-act.server.ts';
import { TaskActions } from './task-actions.tsx';
import { REPORTED_PATH, TASKS_PATH } from './tracking-tabs.tsx';

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'inventory.see', request);
  const clock = await storeClock();
  const id = actIdOf(params.id);
  const act = await readAct(actor, id, clock);
  if (!act) throw new Response(null, { status: 404 });
  const history = await readHistory(actor, 'state-act', String(id), clock.zone);
  return { act, history, mayAct: may(actor, 'inventory.manage') };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const actor = requirePermission(context, 'inventory.manage', request);
  return answerAct(actor, await requestForm(request), `/admin/state-tracking/acts/${actIdOf(params.id)}`);
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${loaderData?.act.title ?? 'Report'} · Admin` },
];

export default function Act({ loaderData: { act, history, mayAct } }: Route.ComponentProps) {
  const isTask = act.status === 'refused';
  // A dialog must not move while someone types in it.
  useLive(['inventory'], { paused: isTask });
  return (
    <div className="max-w-3xl">
      {isTask ? (
        <BackLink to={TASKS_PATH} label="Tasks" />
      ) : (
        <BackLink to={REPORTED_PATH} label="Everything reported" />
      )}
      <div className="mb-5 flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="min-w-0 text-2xl wrap-anywhere">{act.title}</h1>
        <StatusBadge tone={actStatusTone[act.status]}>{actStatusLabel[act.status]}</StatusBadge>
      </div>
      <div className="mb-6">
        <Facts facts={actFacts(act)} />
      </div>
      {mayAct ? <TaskActions act={act} /> : null}
      <Panel title="History" className="mt-10">
        <History lines={history} />
      </Panel>
    </div>
  );
}
