/** Today at a glance: pickups, pending decisions, low stock, and the week so far. */
import { Link } from 'react-router';
import { requirePermission } from '#core/accounts/identity/sessions/guards.server.ts';
import { readSetUp } from '#core/ground/settings/set-up-queries.server.ts';
import { storeClock } from '#core/ground/settings/store-clock.server.ts';
import { readShopWarnings } from '#core/running/operations/watch/shop-warnings-queries.server.ts';
import { readClosureWork } from '#core/sales/closures/closures-queries.server.ts';
import { readRecallWork } from '#core/sales/recalls/recalls-queries.server.ts';
import { countText } from '#kernel/list-state.ts';
import { formatDate } from '#kernel/time.ts';
import { ClosureWork } from '#office/closures/closure-work.tsx';
import { Panel } from '#office/kit/panel.tsx';
import { RecallWork } from '#office/recalls/recall-work.tsx';
import { SetUpPanel } from '#office/set-up/set-up-panel.tsx';
import { readDueDates } from '#office/store-dates/store-dates-queries.server.ts';
import { BarChart } from '#ui/charts/bar-chart.tsx';
import { useLive } from '#ui/live/use-live.ts';
import type { Route } from './+types/dashboard.page';
import { readDashboard } from './dashboard-queries.server.ts';
import { DatesPanel } from './dates-panel.tsx';
import { LowStock } from './low-stock-panel.tsx';
import { PickupsPanel } from './pickups-panel.tsx';
import { readPickups } from './pickups-queries.server.ts';
import { ReservationsPaused } from './reservations-paused.tsx';
import { ShopWarnings } from './shop-warnings.tsx';
import { LinesShort } from './short-lines.tsx';
import { StateTasks } from './state-tasks.tsx';
import { ReservationsWaiting } from './waiting-reservations.tsx';
import { drawWeek } from './week-chart.ts';

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'backoffice.enter', request);
  const { now, today, zone } = await storeClock();
  const [dashboard, pickups, dates, setUp, closures, recalls, warnings] = await Promise.all([
    readDashboard(actor, today, zone),
    readPickups(actor, now),
    readDueDates(actor, today),
    readSetUp(actor),
    readClosureWork(actor, today),
    readRecallWork(actor),
    readShopWarnings(actor, zone),
  ]);
  if (!dashboard || !pickups) throw new Response(null, { status: 403 });
  const { days, ...rest } = dashboard;
  return {
    ...{ today: formatDate(today), year: today.year, pickups, warnings },
    week: drawWeek(days),
    ...{ dates, closures, recalls, setUp },
    ...rest,
  };
}

export const meta: Route.MetaFunction = () => [{ title: 'Dashboard · Admin' }];

export default function DashboardPage({ loaderData }: Route.ComponentProps) {
  const { today, year, week, pickups, short, waiting, lowStock, dates, setUp, closures, recalls, ageCases } =
    loaderData;
  useLive(['orders', 'reservations', 'inventory', 'recalls']);
  return (
    <>
      <h1 className="text-2xl">Dashboard</h1>
      <p className="mt-1 mb-6 text-ink-soft">{today}</p>
      <RecallWork work={recalls} />
      <ClosureWork work={closures} />
      <ReservationsPaused pause={loaderData.pause} />
      <StateTasks tasks={loaderData.stateTasks} held={loaderData.heldLots} />
      <ShopWarnings warnings={loaderData.warnings} />
      {setUp ? <SetUpPanel {...setUp} /> : null}
      {dates.length > 0 ? <DatesPanel dates={dates} /> : null}
      {ageCases ? (
        <p className="mb-6">
          <Link
            to="/admin/age-verification?proof=complete"
            className="inline-flex min-h-11 items-center gap-2 text-spruce-700 underline underline-offset-4"
          >
            {countText(ageCases, 'profile is', 'profiles are')} ready for an age decision
          </Link>
        </p>
      ) : null}
      <div className="grid items-start gap-x-10 gap-y-12 xl:grid-cols-2">
        <PickupsPanel pickups={pickups} year={year} />
        <Panel title="Last 7 days" note={week.note}>
          <BarChart drawing={week.orders} />
          {week.money ? (
            <Link
              to="/admin/analytics"
              className="inline-flex min-h-11 items-center text-spruce-700 underline underline-offset-4"
            >
              Order Analytics
            </Link>
          ) : null}
        </Panel>
        {short.total > 0 ? <LinesShort short={short} /> : null}
        <ReservationsWaiting waiting={waiting} year={year} />
        <LowStock lowStock={lowStock} />
      </div>
    </>
  );
}
