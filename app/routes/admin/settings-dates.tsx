/** The dates that matter: what is open and what was done, the next tax return, and a form for another. */
import { data, Form, Link, useNavigation } from 'react-router';
import { addStoreDate, finishStoreDate, reopenStoreDate } from '#features/dates/save-store-date.server.ts';
import { nextTaxReturn, repeatWords, storeDateMessage } from '#features/dates/store-date.ts';
import { storeDateForm } from '#features/dates/store-date-form.ts';
import { readStoreDates, type StoreDateLine } from '#features/dates/store-dates-queries.server.ts';
import { DateFields } from '#features/dates/ui/date-fields.tsx';
import { requirePermission } from '#features/identity/guards.server.ts';
import { storeClock } from '#features/settings/store-clock.server.ts';
import { isUuid } from '#kernel/ids.ts';
import { formatDate } from '#kernel/time.ts';
import { redirectWithFlash } from '#platform/flash.ts';
import { readForm } from '#platform/form.ts';
import { requestForm } from '#platform/request-body.ts';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { CheckedForm } from '#ui/form/checked-form.tsx';
import { useAnswer } from '#ui/form/use-answer.ts';
import { Notice } from '#ui/notice.tsx';
import type { Route } from './+types/settings-dates';

const PATH = '/admin/settings/dates';
const TAX_RETURN = 'State tax return';

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'settings.manage', request);
  const { today } = await storeClock();
  const dates = await readStoreDates(actor, today);
  if (!dates) throw new Response(null, { status: 403 });
  const tax = nextTaxReturn(today);
  const isKnown = dates.open.some(
    ({ title, dueOn }) => title === TAX_RETURN || dueOn === tax.dueOn.toString(),
  );
  return {
    ...dates,
    offer: isKnown
      ? null
      : { dueOn: tax.dueOn.toString(), due: formatDate(tax.dueOn), quarterEnd: formatDate(tax.quarterEnd) },
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const actor = requirePermission(context, 'settings.manage', request);
  const form = await requestForm(request);
  const intent = form.get('intent');
  if (intent === 'done' || intent === 'not-done') {
    const id = String(form.get('id') ?? '');
    if (!isUuid(id)) throw new Response(null, { status: 400 });
    const outcome = await (intent === 'done' ? finishStoreDate(actor, id) : reopenStoreDate(actor, id));
    return outcome.ok
      ? redirectWithFlash(PATH, intent === 'done' ? 'Marked as done.' : 'Open again.', 'success')
      : redirectWithFlash(PATH, storeDateMessage(outcome.problem), 'error');
  }
  const read = readForm(form, storeDateForm);
  if (!read.ok) return data(withNote(read.refused(), form), { status: 400 });
  const outcome = await addStoreDate(actor, read.value);
  return outcome.ok
    ? redirectWithFlash(PATH, 'Saved.', 'success')
    : data(withNote(read.refused(storeDateMessage(outcome.problem)), form), { status: 403 });
}

/** A long note is sent back too. */
const withNote = (refusal: ReturnType<ReturnType<typeof readForm>['refused']>, form: FormData) => ({
  ...refusal,
  values: { ...refusal.values, note: String(form.get('note') ?? '').slice(0, 2000) },
});

export default function Dates({ loaderData, actionData }: Route.ComponentProps) {
  const { open, done, offer } = loaderData;
  const refusal = useAnswer(actionData);
  const navigation = useNavigation();
  return (
    <>
      {offer ? (
        <Notice title={`Next return of the cannabis tax: ${offer.due}`} className="mb-8">
          <p className="mt-1">
            For the quarter that ends on {offer.quarterEnd}, due on the 20th of the month after (Tax Law
            §495).
          </p>
          <Form method="post" className="mt-3">
            <input type="hidden" name="title" value={TAX_RETURN} />
            <input type="hidden" name="dueOn" value={offer.dueOn} />
            <input type="hidden" name="repeat" value="quarterly" />
            <input type="hidden" name="reminderDays" value="14, 3, 0" />
            <input type="hidden" name="note" value="Due on the 20th after the quarter’s end, Tax Law §495." />
            <Button type="submit" rank="secondary" size="small" className="min-h-11">
              Add it, every quarter
            </Button>
          </Form>
        </Notice>
      ) : null}
      {open.length === 0 ? (
        <EmptyState title="Nothing is due." level={2}>
          <p>Add the day your license runs out, permits, and the returns you file.</p>
        </EmptyState>
      ) : (
        <ul className="divide-y divide-line border-y border-line">
          {open.map((date) => (
            <DateLine key={date.id} date={date} />
          ))}
        </ul>
      )}
      <section aria-labelledby="add" className="mt-12">
        <h2 id="add" className="mb-4 text-xl">
          Add a date
        </h2>
        <CheckedForm key={open.length} refusal={refusal} className="flex flex-col gap-5">
          <DateFields values={refusal?.values ?? {}} errors={refusal?.errors ?? {}} />
          <div>
            <Button type="submit" busy={navigation.formData?.has('title')} busyText="Saving…">
              Add
            </Button>
          </div>
        </CheckedForm>
      </section>
      {done.length > 0 ? (
        <section aria-labelledby="done" className="mt-12 border-t border-line pt-8">
          <h2 id="done" className="mb-3 text-xl">
            Done
          </h2>
          <ul className="divide-y divide-line">
            {done.map((date) => (
              <DateLine key={date.id} date={date} />
            ))}
          </ul>
        </section>
      ) : null}
    </>
  );
}

function DateLine({ date }: { date: StoreDateLine }) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3">
      <div className="min-w-0">
        <Link
          to={`${PATH}/${date.id}`}
          className="inline-flex min-h-11 items-center font-medium wrap-anywhere text-spruce-700 underline underline-offset-4"
        >
          {date.title}
        </Link>
        <p
          className={`figures ${date.isOverdue && !date.isDone ? 'font-medium text-clay-700' : 'text-ink-soft'}`}
        >
          {date.due}
          {date.isDone ? null : date.isOverdue ? `, overdue: ${date.away}` : `, ${date.away}`}
          {date.repeat === 'never' ? null : ` · ${repeatWords[date.repeat].toLowerCase()}`}
        </p>
        {date.note === '' ? null : (
          <p className="whitespace-pre-line wrap-anywhere text-ink-soft">{date.note}</p>
        )}
      </div>
      <Form method="post">
        <input type="hidden" name="id" value={date.id} />
        <Button
          type="submit"
          name="intent"
          value={date.isDone ? 'not-done' : 'done'}
          rank="secondary"
          size="small"
          className="min-h-11"
        >
          {date.isDone ? 'Not done after all' : 'Done'}
          <span className="sr-only">: {date.title}</span>
        </Button>
      </Form>
    </li>
  );
}
