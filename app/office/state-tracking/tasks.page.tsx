/** /admin/state-tracking/tasks: reports that were refused, each with both sides and what to do. Staff see, admins act. */
import { Form, useNavigation } from 'react-router';
import { requirePermission } from '#core/accounts/identity/sessions/guards.server.ts';
import { readTasks, TASKS_ON_PAGE } from '#core/goods/tracking/reports/acts-queries.server.ts';
import { refusalLabel } from '#core/goods/tracking/reports/refusal-cure.ts';
import { may } from '#core/ground/access/actor.ts';
import { storeClock } from '#core/ground/settings/store-clock.server.ts';
import { formatNumber } from '#kernel/number.ts';
import { Nothing } from '#office/kit/nothing.tsx';
import { NumberedPages } from '#office/kit/numbered-pages.tsx';
import { pageOf } from '#office/kit/read-list.server.ts';
import { requestForm } from '#platform/requests/request-body.ts';
import { Button } from '#ui/button.tsx';
import { useLive } from '#ui/live/use-live.ts';
import type { Route } from './+types/tasks.page';
import { answerAct } from './answer-act.server.ts';
import { TaskCard } from './task-card.tsx';
import { TASKS_PATH, TrackingHead, TrackingTabs } from './tracking-tabs.tsx';

export async function loader({ request, context, url }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'inventory.see', request);
  const page = pageOf(url.searchParams);
  const found = await readTasks(actor, page, await storeClock());
  if (!found) throw new Response(null, { status: 403 });
  return {
    ...{ ...found, page, mayAct: may(actor, 'inventory.manage') },
    pages: Math.max(1, Math.ceil(found.total / TASKS_ON_PAGE)),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const actor = requirePermission(context, 'inventory.manage', request);
  // The page may have one task less now, so it is not the same page.
  return answerAct(actor, await requestForm(request), TASKS_PATH);
}

export const meta: Route.MetaFunction = () => [{ title: 'Tasks · State Tracking · Admin' }];

export default function Tasks({ loaderData }: Route.ComponentProps) {
  const { rows, total, kinds, page, pages, mayAct } = loaderData;
  // A dialog must not move while someone types in it.
  useLive(['inventory'], { paused: rows.length > 0 });
  return (
    <>
      <TrackingHead />
      <TrackingTabs shown="tasks" tasks={total} />
      {total === 0 ? (
        <Nothing>No report needs a decision.</Nothing>
      ) : (
        <p className="measure mb-4 text-ink-soft">
          These reports were refused. Sales go on. Decide about each: correct it here, or correct it in Metrc;
          then retry, or mark it as entered by hand.
        </p>
      )}
      {mayAct ? <RetryAll kinds={kinds} /> : null}
      <div className="divide-y divide-line border-y border-line empty:hidden">
        {rows.map((task) => (
          <TaskCard key={task.id} task={task} mayAct={mayAct} />
        ))}
      </div>
      <NumberedPages page={page} pages={pages} at={(nth) => `${TASKS_PATH}?page=${nth}`} />
    </>
  );
}

/** For a trouble that several have: one cure, one press. */
function RetryAll({ kinds }: { kinds: Route.ComponentProps['loaderData']['kinds'] }) {
  const { formData } = useNavigation();
  const several = kinds.filter(({ tasks }) => tasks > 1);
  if (several.length === 0) return null;
  return (
    <div className="mb-4 flex flex-wrap gap-2">
      {several.map(({ kind, tasks }) => (
        <Form key={kind} method="post">
          <input type="hidden" name="intent" value="retry-all" />
          <Button
            type="submit"
            name="kind"
            value={kind}
            rank="secondary"
            busy={formData?.get('kind') === kind}
            busyText="Sending…"
          >
            Retry all {formatNumber(tasks)}: {refusalLabel[kind]}
          </Button>
        </Form>
      ))}
    </div>
  );
}
