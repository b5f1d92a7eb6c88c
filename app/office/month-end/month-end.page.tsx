/** Month end: what the accountant needs for a month, a quarter or any days. Every figure opens its receipts. */

import { requirePermission } from '#core/accounts/identity/sessions/guards.server.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { storeClock } from '#core/ground/settings/store-clock.server.ts';
import { rangeOf } from '#core/records/analytics/range.ts';
import { readBooks } from '#core/records/books/books-queries.server.ts';
import { readSpan, spanQuery, spans } from '#core/records/books/span.ts';
import { RangeForm } from '#office/analytics/range-form.tsx';
import { log } from '#platform/log.ts';
import { ButtonLink, buttonClass } from '#ui/button.tsx';
import { Download, Printer } from '#ui/icons.ts';
import { Notice } from '#ui/notice.tsx';
import type { Route } from './+types/month-end.page';
import { MonthEndView } from './month-end-view.tsx';
import { presentMonthEnd } from './present-month-end.ts';

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'analytics.read', request);
  const { today, zone } = await storeClock();
  const state = readSpan(new URL(request.url).searchParams);
  const { range, problem } = rangeOf(state, today);
  const asked = { state, problem, today: today.toString() };
  if (problem) return { ...asked, query: null, days: null, shown: null };
  const { days } = range;
  // Figures that fail to load say so in place; the form, which may be the cause, stays usable.
  const books = await readBooks(actor, { days, zone, today }).catch((error: unknown) => {
    log.error({ err: error }, 'books could not be read');
    return null;
  });
  return {
    ...asked,
    query: spanQuery(days),
    days: { from: days.from.toString(), to: days.to.toString() },
    shown:
      books &&
      presentMonthEnd(books, days, { today, zone, licenseType: (await readSettings()).store.licenseType }),
  };
}

export const meta: Route.MetaFunction = () => [{ title: 'Month End · Admin' }];

export default function MonthEnd({ loaderData }: Route.ComponentProps) {
  const { state, problem, today, query, days, shown } = loaderData;
  return (
    <>
      <div className="mb-4 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
        <h1 className="text-2xl">Month End</h1>
        {shown ? (
          <span className="flex flex-wrap gap-2 print:hidden">
            <a
              href={`/admin/month-end/report?${query}`}
              className={buttonClass('secondary', 'small', 'min-h-11')}
            >
              <Download aria-hidden="true" className="size-4" /> Export CSV
            </a>
            <a
              href={`/admin/month-end/report.pdf?${query}`}
              className={buttonClass('secondary', 'small', 'min-h-11')}
            >
              <Printer aria-hidden="true" className="size-4" /> PDF
            </a>
            <ButtonLink
              to={`/admin/month-end/journal?${query}`}
              rank="secondary"
              size="small"
              className="min-h-11"
            >
              Journal
            </ButtonLink>
          </span>
        ) : null}
      </div>
      <RangeForm {...{ state, problem, today, days }} ranges={spans} />
      {shown ? (
        <MonthEndView {...shown} />
      ) : problem ? (
        <Notice tone="caution" title="No figures for these dates." className="mt-6 max-w-3xl">
          Change the dates above and press Apply.
        </Notice>
      ) : (
        <Notice tone="error" title="The figures did not load." className="mt-6 max-w-3xl">
          Reload the page in a moment.
        </Notice>
      )}
    </>
  );
}
