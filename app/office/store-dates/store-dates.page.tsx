/** The dates that matter: open and done ones, the next tax return, and a form for another. */
import { data, useNavigation } from 'react-router';
import { requirePermission } from '#core/accounts/identity/sessions/guards.server.ts';
import { storeClock } from '#core/ground/settings/store-clock.server.ts';
import {
  addStoreDate,
  finishStoreDate,
  reopenStoreDate,
} from '#core/records/dates/save-store-date.server.ts';
import { storeDateMessage } from '#core/records/dates/store-date.ts';
import { storeDateForm } from '#core/records/dates/store-date-form.ts';
import { isUuid } from '#kernel/ids.ts';
import { flashOutcome } from '#office/kit/flash-outcome.ts';
import { redirectWithFlash } from '#platform/requests/flash.ts';
import { readForm } from '#platform/requests/form.ts';
import { statusOf } from '#platform/requests/problem-status.ts';
import { requestForm } from '#platform/requests/request-body.ts';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { CheckedForm } from '#ui/form/checked-form.tsx';
import { useAnswer } from '#ui/form/use-answer.ts';
import type { Route } from './+types/store-dates.page';
import { DateFields } from './date-fields.tsx';
import { DateLine } from './date-line.tsx';
import { DoneDates } from './done-dates.tsx';
import { readStoreDates } from './store-dates-queries.server.ts';
import { taxReturnOffer } from './tax-return.ts';
import { TaxReturnNotice } from './tax-return-notice.tsx';

const PATH = '/admin/settings/dates';
/** Longer than a note may be, and still sent back. */
const LONGEST_NOTE = 2000;

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'settings.manage', request);
  const { today } = await storeClock();
  const dates = await readStoreDates(actor, today);
  if (!dates) throw new Response(null, { status: 403 });
  return { ...dates, offer: taxReturnOffer(today, dates.open) };
}

export async function action({ request, context }: Route.ActionArgs) {
  const actor = requirePermission(context, 'settings.manage', request);
  const form = await requestForm(request);
  const intent = form.get('intent');
  if (intent === 'done' || intent === 'not-done') {
    const id = String(form.get('id') ?? '');
    if (!isUuid(id)) throw new Response(null, { status: 400 });
    const outcome = await (intent === 'done' ? finishStoreDate(actor, id) : reopenStoreDate(actor, id));
    const done = intent === 'done' ? 'Marked as done.' : 'Marked as not done.';
    return flashOutcome(PATH, outcome, { done, refused: storeDateMessage });
  }
  const read = readForm(form, storeDateForm, [], LONGEST_NOTE);
  if (!read.ok) return data(read.refused(), { status: 400 });
  const outcome = await addStoreDate(actor, read.value);
  return outcome.ok
    ? redirectWithFlash(PATH, 'Saved.', 'success')
    : data(read.refused(storeDateMessage(outcome.problem)), { status: statusOf(outcome.problem) });
}

export default function Dates({ loaderData, actionData }: Route.ComponentProps) {
  const { open, done, offer } = loaderData;
  const refusal = useAnswer(actionData);
  const navigation = useNavigation();
  return (
    <>
      {offer ? <TaxReturnNotice offer={offer} /> : null}
      {open.length === 0 ? (
        <EmptyState title="Nothing is due." level={2}>
          <p>Add the dates your license and permits expire and your tax returns are due.</p>
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
      {done.length > 0 ? <DoneDates dates={done} /> : null}
    </>
  );
}
