/** Order Analytics: what was sold in a range of days, compared, broken down, and linked to its orders. */

import { requirePermission } from '#core/accounts/identity/sessions/guards.server.ts';
import { storeClock } from '#core/ground/settings/store-clock.server.ts';
import { rangeOf, untilSameTime } from '#core/records/analytics/range.ts';
import { breakdowns, ranges, readReport, reportQuery } from '#core/records/analytics/report.ts';
import { readAnalytics } from '#core/records/analytics/report-queries.server.ts';
import { log } from '#platform/log.ts';
import { SelectField } from '#ui/field.tsx';
import type { Route } from './+types/analytics.page';
import { AnalyticsFrame, ReportFile } from './analytics-frame.tsx';
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
    <AnalyticsFrame
      title="Order Analytics"
      tab="orders"
      query={query}
      files={
        <>
          <ReportFile to="/admin/analytics/report" query={query} label="Download Report" />
          <ReportFile to="/admin/analytics/report.pdf" query={query} label="PDF" />
        </>
      }
      form={
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
      }
    >
      {shown ? <ReportView {...shown} breakdown={state.breakdown} /> : null}
    </AnalyticsFrame>
  );
}
