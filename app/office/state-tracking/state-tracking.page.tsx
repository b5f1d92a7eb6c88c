/** /admin/state-tracking: when the state's system was last read, what differs from the shop's lots, and what is reported. */
import { Form, useNavigation } from 'react-router';
import { requirePermission } from '#core/accounts/identity/sessions/guards.server.ts';
import { startComparison } from '#core/goods/tracking/start-comparison.server.ts';
import { startMessage } from '#core/goods/tracking/state-difference.ts';
import { NumberedPages } from '#office/kit/numbered-pages.tsx';
import { pageOf } from '#office/kit/read-list.server.ts';
import { redirectWithFlash } from '#platform/requests/flash.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { useLive } from '#ui/live/use-live.ts';
import type { Route } from './+types/state-tracking.page';
import { DifferencesTable } from './differences-table.tsx';
import { LastContact } from './last-contact.tsx';
import { ReportSummary } from './report-summary.tsx';
import { readTrackingPage } from './tracking-page-queries.server.ts';
import { TRACKING_PATH, TrackingHead, TrackingTabs } from './tracking-tabs.tsx';

export async function loader({ request, context, url }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'inventory.see', request);
  const page = pageOf(url.searchParams);
  const found = await readTrackingPage(actor, page);
  if (!found) throw new Response(null, { status: 403 });
  return found;
}

export async function action({ request, context }: Route.ActionArgs) {
  const actor = requirePermission(context, 'inventory.manage', request);
  const started = await startComparison(actor);
  return started.ok
    ? redirectWithFlash(TRACKING_PATH, 'Comparing. This can take a minute.', 'success')
    : redirectWithFlash(TRACKING_PATH, startMessage(started.problem), 'error');
}

export const meta: Route.MetaFunction = () => [{ title: 'State Tracking · Admin' }];

export default function StateTracking({ loaderData }: Route.ComponentProps) {
  const { contact, mayCompare, reports, rows, page, pages } = loaderData;
  const isStarting = useNavigation().formMethod === 'POST';
  useLive(['inventory'], { paused: !contact.isRunning && reports === null });
  return (
    <>
      <TrackingHead>
        <div className="flex flex-wrap gap-3">
          <ButtonLink to={`${TRACKING_PATH}/deliveries`} rank="secondary">
            Deliveries
          </ButtonLink>
          {mayCompare ? (
            <Form method="post" preventScrollReset>
              <Button
                type="submit"
                rank="secondary"
                busy={isStarting || contact.isRunning}
                busyText="Comparing…"
              >
                Compare now
              </Button>
            </Form>
          ) : null}
          {contact.mayConnect ? (
            <ButtonLink to="/admin/settings/state-tracking" rank="secondary">
              Settings
            </ButtonLink>
          ) : null}
          {loaderData.mayPlay ? (
            <ButtonLink to={`${TRACKING_PATH}/play`} rank="secondary">
              Play Metrc
            </ButtonLink>
          ) : null}
        </div>
      </TrackingHead>
      <TrackingTabs shown="overview" tasks={reports?.tasks ?? null} />
      <ReportSummary reports={reports} />
      {reports ? <h2 className="mb-3 text-xl">Lots and packages</h2> : null}
      <LastContact contact={contact} isReporting={reports?.isOn === true} />
      {contact.counts ? (
        <>
          <DifferencesTable rows={rows} />
          <NumberedPages page={page} pages={pages} at={(nth) => `${TRACKING_PATH}?page=${nth}`} />
        </>
      ) : null}
    </>
  );
}
