/** The inspector's binder: choose days, see what is inside and what is not, and download one ZIP. */
import { useState } from 'react';
import { confirmPath } from '#core/accounts/identity/accounts/confirm-path.ts';
import { requirePermission } from '#core/accounts/identity/sessions/guards.server.ts';
import { isRecentlyConfirmed } from '#core/ground/access/recent-sign-in-queries.server.ts';
import { storeClock } from '#core/ground/settings/store-clock.server.ts';
import { rangeOf } from '#core/records/analytics/range.ts';
import { notInside } from '#core/records/binder/binder.ts';
import { binderFiles } from '#core/records/binder/binder-files-queries.server.ts';
import { paperTables } from '#core/records/binder/papers/paper-table.ts';
import { binderSpans, readSpan, spanQuery } from '#core/records/books/span.ts';
import { formatDate } from '#kernel/time.ts';
import { RangeForm } from '#office/analytics/range-form.tsx';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Download } from '#ui/icons.ts';
import { Notice } from '#ui/notice.tsx';
import type { Route } from './+types/binder.page';
import { BinderContents } from './binder-contents.tsx';

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'records.export', request);
  const { today } = await storeClock();
  const state = readSpan(new URL(request.url).searchParams, binderSpans);
  const { range, problem } = rangeOf(state, today);
  const days = range && { from: range.days.from.toString(), to: range.days.to.toString() };
  return {
    ...{ state, problem, days },
    today: today.toString(),
    words: range && `${formatDate(range.days.from)} to ${formatDate(range.days.to)}`,
    confirm: (await isRecentlyConfirmed(actor, 'open'))
      ? null
      : confirmPath(days ? `/admin/binder?${spanQuery(days)}` : '/admin/binder'),
    tables: binderFiles({}).map(({ name, title, about }) => ({
      ...{ name, title, about },
      paper: paperTables.find(({ file }) => file === name)?.path ?? null,
    })),
  };
}

export const meta: Route.MetaFunction = () => [{ title: 'Inspector’s Binder · Admin' }];

export default function BinderPage({ loaderData }: Route.ComponentProps) {
  const { state, problem, days, today, words, confirm, tables } = loaderData;
  /** The days of the binder that was asked for on this page. */
  const [asked, setAsked] = useState<string | null>(null);
  return (
    <>
      <h1 className="text-2xl">Inspector’s Binder</h1>
      <p className="measure mt-1 mb-6 text-ink-soft">
        The records of some days as one ZIP: tables for spreadsheets, lab certificates, and a page that lists
        them with their sums. All tables show the same moment.
      </p>
      <RangeForm {...{ state, problem, today, days }} ranges={binderSpans} />
      {days === null ? (
        <Notice tone="caution" title="No binder for these dates." className="mt-6 max-w-3xl">
          Change the dates above and press Apply.
        </Notice>
      ) : (
        <div className="mt-6 flex flex-wrap items-center gap-x-4 gap-y-2">
          {confirm ? (
            <ButtonLink to={confirm} rank="secondary">
              Confirm it’s you to download
            </ButtonLink>
          ) : (
            // Sent by the browser itself, because the response is a file.
            <form method="post" action="/admin/binder/file" onSubmit={() => setAsked(words)}>
              <input type="hidden" name="from" value={days.from} />
              <input type="hidden" name="to" value={days.to} />
              <Button type="submit">
                <Download aria-hidden="true" className="size-4" /> Download binder
              </Button>
            </form>
          )}
          <p role="status" className="text-sm text-ink-soft">
            {asked !== null && asked === words
              ? 'Preparing. The download starts automatically; a long span takes up to a minute.'
              : `${words}. A long span takes up to a minute.`}
          </p>
        </div>
      )}
      <BinderContents tables={tables} days={days} />
      <h2 className="mt-8 mb-3 text-lg">Not inside</h2>
      <ul className="measure list-disc space-y-1 pl-5 text-sm">
        {notInside.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <p className="measure mt-6 text-sm text-ink-soft">Each download is recorded in the audit log.</p>
    </>
  );
}
