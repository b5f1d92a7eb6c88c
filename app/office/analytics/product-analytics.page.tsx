/** Product Analytics: how the stock of each product sells, what runs out, and what is bought together. */

import { requirePermission } from '#core/accounts/identity/sessions/guards.server.ts';
import { storeClock } from '#core/ground/settings/store-clock.server.ts';
import { rangeOf } from '#core/records/analytics/range.ts';
import { ranges, reportQuery } from '#core/records/analytics/report.ts';
import { readStockReport } from '#core/records/analytics/stock-queries.server.ts';
import { readStock, stockOrders, stockQuery } from '#core/records/analytics/stock-report.ts';
import { readOrNull } from '#office/kit/read-list.server.ts';
import { SelectField } from '#ui/field.tsx';
import type { Route } from './+types/product-analytics.page';
import { AnalyticsFrame, ReportFile } from './analytics-frame.tsx';
import { presentStock } from './present-stock.ts';
import { RangeForm } from './range-form.tsx';
import { StockView } from './stock-view.tsx';

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'analytics.read', request);
  const clock = await storeClock();
  const state = readStock(new URL(request.url).searchParams);
  const { range, problem } = rangeOf(state, clock.today);
  const asked = { state, today: clock.today.toString() };
  // Invalid dates give no report: any other range could be mistaken for the requested one.
  if (problem) return { ...asked, problem, shown: null };
  const reading = readStockReport(actor, { days: range.days, order: state.order, clock });
  const report = await readOrNull('product analytics', reading);
  return { ...asked, problem, shown: presentStock(report, range.days, clock) };
}

export const meta: Route.MetaFunction = () => [{ title: 'Product Analytics · Admin' }];

export default function ProductAnalytics({ loaderData }: Route.ComponentProps) {
  const { state, problem, today, shown } = loaderData;
  return (
    <AnalyticsFrame
      title="Product Analytics"
      tab="products"
      query={reportQuery(state)}
      files={
        <ReportFile to="/admin/analytics/products/report" query={stockQuery(state)} label="Export CSV" />
      }
      form={
        <RangeForm
          {...{ state, ranges, problem, today }}
          days={shown?.days ?? null}
          values={{ order: state.order }}
        >
          <SelectField label="Order" name="order" defaultValue={state.order} className="min-w-0 sm:w-44">
            {stockOrders.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </SelectField>
        </RangeForm>
      }
    >
      {shown ? <StockView {...shown} /> : null}
    </AnalyticsFrame>
  );
}
