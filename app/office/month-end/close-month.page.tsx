/** Closes a month after a look at its figures, or reopens the last closed one with a reason. */
import { redirect, useNavigation } from 'react-router';
import { requirePermission, requireRecentSignIn } from '#core/accounts/identity/sessions/guards.server.ts';
import { storeClock } from '#core/ground/settings/store-clock.server.ts';
import { fingerprintOf, readBooksToClose } from '#core/records/books/books-queries.server.ts';
import { daysOfMonth, monthLabel, monthValue, parseMonth } from '#core/records/books/month.ts';
import { spanQuery } from '#core/records/books/span.ts';
import { requestForm } from '#platform/requests/request-body.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { TextAreaField } from '#ui/field.tsx';
import { CheckedForm } from '#ui/form/checked-form.tsx';
import { BackLink } from '#ui/page-head.tsx';
import type { Route } from './+types/close-month.page';
import { answerClosing } from './answer-month-closing.server.ts';
import { BookTables } from './book-tables.tsx';
import { presentFigures } from './present-month-end.ts';

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'books.close', request);
  await requireRecentSignIn(actor, request);
  const month = parseMonth(new URL(request.url).searchParams.get('month') ?? '');
  if (!month) throw redirect('/admin/month-end');
  const { today, zone } = await storeClock();
  const books = await readBooksToClose(actor, { days: daysOfMonth(month), zone, today });
  if (!books) throw new Response(null, { status: 404 });
  return {
    month: monthValue(month),
    label: monthLabel(month),
    isClosed: books.closing !== null,
    seen: fingerprintOf(books.figures),
    back: `/admin/month-end?${spanQuery(daysOfMonth(month))}`,
    tables: presentFigures(books.figures),
  };
}

/** Also after a refusal, which may be because the figures have changed since. */
export const shouldRevalidate = () => true;

export async function action({ request, context }: Route.ActionArgs) {
  const actor = requirePermission(context, 'books.close', request);
  await requireRecentSignIn(actor, request);
  return answerClosing(actor, await requestForm(request));
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${loaderData?.isClosed ? 'Reopen' : 'Close'} ${loaderData?.label ?? 'month'} · Admin` },
];

export default function CloseMonth({ loaderData, actionData }: Route.ComponentProps) {
  const { month, label, isClosed, seen, back, tables } = loaderData;
  const busy = useNavigation().formData !== undefined;
  return (
    <>
      <BackLink to={back} label="Month End" />
      <h1 className="text-2xl">
        {isClosed ? 'Reopen' : 'Close'} {label}
      </h1>
      <p className="measure mt-1 mb-6 text-ink-soft">
        {isClosed
          ? 'The stored figures remain on record. Corrections of this month count in it until you close it again.'
          : 'These figures are stored and no longer change. Later changes count as corrections of the next month. Reopening needs a reason.'}
      </p>
      <CheckedForm refusal={actionData} focus="summary" className="mb-10 flex max-w-2xl flex-col gap-4">
        <input type="hidden" name="intent" value={isClosed ? 'reopen' : 'close'} />
        <input type="hidden" name="month" value={month} />
        <input type="hidden" name="seen" value={seen} />
        {isClosed ? (
          <TextAreaField
            name="reason"
            label="Reason"
            required
            maxLength={500}
            defaultValue={actionData?.values.reason}
            errors={actionData?.errors.reason}
          />
        ) : null}
        <div className="flex flex-wrap gap-3">
          <Button type="submit" rank={isClosed ? 'danger' : 'primary'} busy={busy} busyText="Saving…">
            {isClosed ? 'Reopen' : 'Close'} {label}
          </Button>
          <ButtonLink to={back} rank="secondary">
            Cancel
          </ButtonLink>
        </div>
      </CheckedForm>
      <BookTables {...tables} />
    </>
  );
}
