/** How the shop runs: what is wrong first, then jobs, mail, errors, disk, backups, stock, and past incidents. */
import { Link } from 'react-router';
import { requirePermission } from '#core/accounts/identity/sessions/guards.server.ts';
import { readSetUp } from '#core/ground/settings/set-up-queries.server.ts';
import { storeClock } from '#core/ground/settings/store-clock.server.ts';
import { retryJobs } from '#core/running/operations/retry-jobs.server.ts';
import { incidentList } from '#core/running/operations/watch/incident-list.ts';
import { readIncidents } from '#core/running/operations/watch/incidents-queries.server.ts';
import { rowAction } from '#office/kit/row-action.ts';
import { StartNotices } from '#office/settings/missing-facts.tsx';
import { redirectWithFlash } from '#platform/requests/flash.ts';
import { requestForm } from '#platform/requests/request-body.ts';
import { useLive } from '#ui/live/use-live.ts';
import type { Route } from './+types/operations.page';
import { BackupSection } from './backup-section.tsx';
import { readBackupsNow } from './backups-page-queries.server.ts';
import { drawErrors } from './error-chart.ts';
import { ErrorsSection } from './errors-section.tsx';
import { Findings } from './findings.tsx';
import { IncidentsSection } from './incident-lines.tsx';
import { JobsSection } from './jobs-section.tsx';
import { DiskSection, StockSection } from './machine-sections.tsx';
import { MailSection } from './mail-section.tsx';
import { readOperations } from './operations-queries.server.ts';

const PATH = '/admin/operations';
/** Incidents on this page. */
const SHOWN = 5;

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'settings.manage', request);
  const { zone } = await storeClock();
  const operations = await readOperations(actor, zone);
  const backups = await readBackupsNow(actor, zone);
  const incidents = await readIncidents(actor, incidentList.parse(new URLSearchParams()), zone, SHOWN);
  const setUp = await readSetUp(actor);
  if (!operations || !backups || !incidents || !setUp) throw new Response(null, { status: 403 });
  const { hours, newest } = operations.errors;
  const total = hours.reduce((sum, { errors }) => sum + errors, 0);
  return {
    ...{ operations, backups, setUp, incidents: incidents.rows },
    errors: { drawing: drawErrors(hours), total, newest },
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const actor = requirePermission(context, 'settings.manage', request);
  const queue = (await requestForm(request)).get('queue');
  if (typeof queue !== 'string' || queue.length > 100) throw new Response(null, { status: 400 });
  const retried = await retryJobs(actor, queue);
  if (retried.ok) {
    const words = retried.value === 1 ? 'The job is tried again.' : `${retried.value} jobs are tried again.`;
    return redirectWithFlash(PATH, words, 'success');
  }
  if (retried.problem.kind === 'not-allowed') throw new Response(null, { status: 403 });
  return redirectWithFlash(PATH, 'There are no failed jobs left to try again.', 'error');
}

export const meta: Route.MetaFunction = () => [{ title: 'Operations · Admin' }];

export default function OperationsPage({ loaderData }: Route.ComponentProps) {
  const { operations, backups, setUp, incidents, errors } = loaderData;
  useLive(['operations']);
  return (
    <>
      <div className="mb-4 flex flex-wrap items-baseline justify-between gap-x-4">
        <h1 className="text-2xl">Operations</h1>
        <p className="figures text-ink-soft">
          As of {operations.readAt}.{' '}
          <Link to={PATH} preventScrollReset className={rowAction}>
            Refresh
          </Link>
        </p>
      </div>
      <StartNotices {...setUp} className="mb-6 max-w-6xl" />
      <Findings findings={operations.findings} />
      <div className="mt-10 grid max-w-6xl gap-x-12 gap-y-10 xl:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-10">
          <JobsSection jobs={operations.jobs} />
          <BackupSection backups={backups} />
          <StockSection stock={operations.stock} />
        </div>
        <div className="flex min-w-0 flex-col gap-10">
          <MailSection mail={operations.mail} />
          <DiskSection operations={operations} />
          <IncidentsSection incidents={incidents} />
        </div>
        <div className="min-w-0 xl:col-span-2">
          <ErrorsSection errors={errors} />
        </div>
      </div>
    </>
  );
}
