/** The journal of a span for the accountant's program: its sums by account, its entries, and the file. */
import { Link } from 'react-router';
import { requirePermission } from '#core/accounts/identity/sessions/guards.server.ts';
import { journalMessage } from '#core/records/books/journal/journal.ts';
import { readJournal } from '#core/records/books/journal/journal-queries.server.ts';
import { spanQuery, spans } from '#core/records/books/span.ts';
import { RangeForm } from '#office/analytics/range-form.tsx';
import { SelectField } from '#ui/field.tsx';
import { Notice } from '#ui/notice.tsx';
import { BackLink } from '#ui/page-head.tsx';
import type { Route } from './+types/journal.page';
import { journalAsked } from './journal-asked-queries.server.ts';
import { JournalView } from './journal-view.tsx';
import { presentJournal } from './present-journal.ts';

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'analytics.read', request);
  const { state, problem, per, today, asked } = await journalAsked(request);
  const form = { state, problem, per, today: today.toString() };
  if (!asked) return { ...form, query: null, days: null, shown: null, refusal: null };
  const query = spanQuery(asked.days);
  const days = { from: asked.days.from.toString(), to: asked.days.to.toString() };
  const journal = await readJournal(actor, asked, per);
  if (journal.ok) return { ...form, query, days, shown: presentJournal(journal.value, days), refusal: null };
  if (journal.problem.kind === 'not-allowed') throw new Response(null, { status: 404 });
  return { ...form, query, days, shown: null, refusal: journalMessage(journal.problem) };
}

export const meta: Route.MetaFunction = () => [{ title: 'Journal · Month End · Admin' }];

export default function Journal({ loaderData }: Route.ComponentProps) {
  const { state, problem, per, today, query, days, shown, refusal } = loaderData;
  return (
    <>
      <BackLink to={query ? `/admin/month-end?${query}` : '/admin/month-end'} label="Month End" />
      <h1 className="text-2xl">Journal</h1>
      <p className="measure mt-1 mb-5 text-ink-soft">
        The figures of Month End as entries that QuickBooks Online or Xero imports. Which account each amount
        goes to is set in{' '}
        <Link to="/admin/settings/accounting" className="text-spruce-700 underline underline-offset-4">
          Accounting
        </Link>
        .
      </p>
      <RangeForm {...{ state, problem, today, days }} ranges={spans} values={{ per }}>
        <SelectField label="Entries" name="per" defaultValue={per} className="min-w-0 sm:w-48">
          <option value="day">One for each day</option>
          <option value="span">One for all days</option>
        </SelectField>
      </RangeForm>
      {shown ? (
        <JournalView {...shown} file={`/admin/month-end/journal/file?${query}&per=${per}`} />
      ) : (
        <Notice
          tone="caution"
          title={refusal ? 'Too much for one file.' : 'No journal for these dates.'}
          className="mt-6 max-w-3xl"
        >
          {refusal ?? 'Change the dates above and press Apply.'}
        </Notice>
      )}
    </>
  );
}
