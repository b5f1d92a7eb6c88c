/** Order Analytics: what was sold in a range of days, compared, broken down, and linked to its orders. */

import { requirePermission } from '#core/accounts/identity/sessions/guards.server.ts';
import { storeClock } from '#core/ground/settings/store-clock.server.ts';
import { rangeOf, untilSameTime } from '#core/records/analytics/range.ts';
import { breakdowns, ranges, readReport, reportQuery } from '#core/records/analytics/report.ts';
import { readAnalytics } from '#core/records/analytics/report-queries.server.ts';
import { log } from '#platform/log.ts';
import { buttonClass } from '#ui/button.tsx';
import { SelectField } from '#ui/field.tsx';
import { Download, Printer } from '#ui/icons.ts';
import { Notice } from '#ui/notice.tsx';
import type { Route } from './+types/analytics.page';
import { AnalyticsTabs } from './analytics-tabs.tsx';
import { presentReport } from './present-report.ts';
import { RangeForm } from './range-form.tsx';
import { ReportView } from './report-view.tsx';

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'analytics.read', request);
  const clock = await storeClock();
  const { today, zone } = clock;
  const state = readReport(new URL(request.url).searchParams);
  const { range: days, problem } = rangeOf(state, today);
  const asked = { state, today: today.toString() };
  // Invalid dates give no report: any other range could be mistaken for the requested one.
  if (problem) return { ...asked, problem, shown: null };
  const range = untilSameTime(days, clock);
  // Figures that fail to load say so in place; the form, which may be the cause, stays usable.
  const report = await readAnalytics(actor, { range, breakdown: state.breakdown, zone }).catch(
    (error: unknown) => {
      log.error({ err: error }, 'analytics could not be read');
      return null;
    },
  );
  return { ...asked, problem, shown: presentReport(report, range, state, clock) };
}

export const meta: Route.MetaFunction = () => [{ title: 'Order Analytics · Admin' }];

export default function Analytics({ loaderData }: Route.ComponentProps) {
  const { state, problem, today, shown } = loaderData;
  const query = reportQuery(state);
  return (
    <>
      <div className="mb-4 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
        <h1 className="text-2xl">Order Analytics</h1>
        {shown ? (
          <span className="flex flex-wrap gap-2 print:hidden">
            <a
              href={`/admin/analytics/report${query ? `?${query}` : ''}`}
              download
              className={buttonClass('secondary', 'small', 'min-h-11')}
            >
              <Download aria-hidden="true" className="size-4" /> Download Report
            </a>
            <a
              href={`/admin/analytics/report.pdf${query ? `?${query}` : ''}`}
              className={buttonClass('secondary', 'small', 'min-h-11')}
            >
              <Printer aria-hidden="true" className="size-4" /> PDF
            </a>
          </span>
        ) : null}
      </div>
      <AnalyticsTabs shown="orders" query={query} />
      <RangeForm
        {...{ state, ranges, problem, today }}
        days={shown?.days ?? null}
        values={{ breakdown: state.breakdown }}
      >
        <SelectField
          label="Break down by"
          name="breakdown"
          defaultValue={state.breakdown}
          className="min-w-0 sm:w-44"
        >
          {breakdowns.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SelectField>
      </RangeForm>
      {shown ? (
        <ReportView {...shown} breakdown={state.breakdown} />
      ) : (
        <Notice tone="caution" title="No report for these dates." className="mt-6 max-w-3xl">
          Change the dates above and press Apply.
        </Notice>
      )}
    </>
  );
}
