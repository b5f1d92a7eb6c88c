/** The report of a day's cash: /admin/cash/2026-11-25. */
import { Link } from 'react-router';
import { requirePermission } from '#core/accounts/identity/sessions/guards.server.ts';
import { storeClock } from '#core/ground/settings/store-clock.server.ts';
import { receiptsLink } from '#core/records/books/receipt-list.ts';
import { cashDayLabel } from '#core/sales/cash-desk/cash-day.ts';
import { readCashDay } from '#core/sales/cash-desk/cash-day-queries.server.ts';
import { parseDate } from '#kernel/time.ts';
import { buttonClass } from '#ui/button.tsx';
import { Download, Printer } from '#ui/icons.ts';
import { useLive } from '#ui/live/use-live.ts';
import { BackLink } from '#ui/page-head.tsx';
import type { Route } from './+types/cash-day.page';
import { CashDayView } from './cash-day-view.tsx';

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'cash.report', request);
  const day = parseDate(params.day);
  const { today } = await storeClock();
  const report = day && (await readCashDay(actor, day));
  if (!day || !report) throw new Response(null, { status: 404 });
  return {
    report,
    isToday: day.equals(today),
    before: day.subtract({ days: 1 }).toString(),
    after: day.since(today).sign < 0 ? day.add({ days: 1 }).toString() : null,
  };
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `Cash, ${loaderData ? cashDayLabel(loaderData.report.day) : 'a day'} · Admin` },
];

const link = 'inline-flex min-h-11 items-center text-spruce-700 underline underline-offset-4';

export default function CashDayPage({ loaderData }: Route.ComponentProps) {
  const { report, isToday, before, after } = loaderData;
  const { day } = report;
  useLive(['cash', 'orders'], { paused: !isToday });
  return (
    <>
      <BackLink to="/admin/cash" label="Cash" />
      <div className="mb-4 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
        <h1 className="text-2xl">Cash, {cashDayLabel(day)}</h1>
        <span className="flex flex-wrap gap-2 print:hidden">
          <a href={`/admin/cash/${day}/report`} className={buttonClass('secondary', 'small', 'min-h-11')}>
            <Download aria-hidden="true" className="size-4" /> Export CSV
          </a>
          <a href={`/admin/cash/${day}/report.pdf`} className={buttonClass('secondary', 'small', 'min-h-11')}>
            <Printer aria-hidden="true" className="size-4" /> PDF
          </a>
        </span>
      </div>
      <p className="mb-6 flex flex-wrap gap-x-5 print:hidden">
        <Link to={`/admin/cash/${before}`} className={link}>
          Day before
        </Link>
        {after ? (
          <Link to={`/admin/cash/${after}`} className={link}>
            Day after
          </Link>
        ) : null}
        <Link to={receiptsLink({ from: day, to: day }, { kind: 'taken' })} className={link}>
          Receipts of this day
        </Link>
      </p>
      <CashDayView report={report} />
    </>
  );
}
