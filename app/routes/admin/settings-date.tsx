/** One date that matters: change it, or remove it. */
import { data, Link, useNavigation } from 'react-router';
import { changeStoreDate, removeStoreDate } from '#features/dates/save-store-date.server.ts';
import { storeDateMessage } from '#features/dates/store-date.ts';
import { storeDateForm } from '#features/dates/store-date-form.ts';
import { readStoreDate, type StoreDateLine } from '#features/dates/store-dates-queries.server.ts';
import { DateFields } from '#features/dates/ui/date-fields.tsx';
import { requirePermission } from '#features/identity/guards.server.ts';
import { storeClock } from '#features/settings/store-clock.server.ts';
import { isUuid } from '#kernel/ids.ts';
import { redirectWithFlash } from '#platform/flash.ts';
import { readForm } from '#platform/form.ts';
import { requestForm } from '#platform/request-body.ts';
import { Button } from '#ui/button.tsx';
import { Confirm } from '#ui/confirm.tsx';
import { readBase, readBegan } from '#ui/form/read-base.ts';
import { type FormRefusal, staleChanges } from '#ui/form/refusal.ts';
import { SaveForm } from '#ui/form/save-form.tsx';
import { useAnswer } from '#ui/form/use-answer.ts';
import type { Route } from './+types/settings-date';

const PATH = '/admin/settings/dates';
const labels = {
  title: 'What is due',
  dueOn: 'Date',
  repeat: 'Repeats',
  reminderDays: 'Days before, to remind',
  note: 'Note',
} as const;

const textsOf = ({ title, dueOn, repeat, reminderDays, note }: StoreDateLine) => ({
  title,
  dueOn,
  repeat,
  reminderDays: reminderDays.join(', '),
  note,
});

async function dateOf(actor: Parameters<typeof readStoreDate>[0], id: string): Promise<StoreDateLine> {
  const { today } = await storeClock();
  const date = isUuid(id) ? await readStoreDate(actor, id, today) : null;
  if (!date) throw new Response(null, { status: 404 });
  return date;
}

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'settings.manage', request);
  const date = await dateOf(actor, params.dateId);
  return { title: date.title, version: date.version, base: textsOf(date) };
}

/** Also after a refusal: what somebody else saved is what the next save is compared with. */
export const shouldRevalidate = () => true;

export async function action({ request, params, context }: Route.ActionArgs) {
  const actor = requirePermission(context, 'settings.manage', request);
  const { id } = await dateOf(actor, params.dateId);
  const form = await requestForm(request);
  if (form.get('intent') === 'remove') {
    const removed = await removeStoreDate(actor, id);
    return removed.ok
      ? redirectWithFlash(PATH, 'Removed.', 'success')
      : redirectWithFlash(PATH, storeDateMessage(removed.problem), 'error');
  }
  const mine = Object.fromEntries(
    Object.keys(labels).map((field) => [
      field,
      String(form.get(field) ?? '')
        .slice(0, 2000)
        .toWellFormed(),
    ]),
  );
  const refused = (refusal: Partial<FormRefusal>, status: number) =>
    data<FormRefusal>({ errors: {}, ...readBegan(form), ...refusal, values: mine }, { status });
  const read = readForm(form, storeDateForm);
  if (!read.ok) return refused({ errors: read.refused().errors }, 400);
  const outcome = await changeStoreDate(actor, id, read.value, Number(form.get('version')));
  if (outcome.ok) return redirectWithFlash(PATH, 'Saved.', 'success');
  const message = storeDateMessage(outcome.problem);
  if (outcome.problem.kind !== 'stale') return refused({ message }, 403);
  const now = await dateOf(actor, id);
  const changes = staleChanges(labels, { base: readBase(form), theirs: textsOf(now), mine });
  return refused({ message, stale: { version: now.version, changes } }, 409);
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${loaderData?.title ?? 'Date'} · Dates that matter · Admin` },
];

export default function EditDate({ loaderData, actionData }: Route.ComponentProps) {
  const { title, version, base } = loaderData;
  const refusal = useAnswer(actionData as FormRefusal | undefined);
  const navigation = useNavigation();
  return (
    <div className="max-w-3xl">
      <p className="mb-1">
        <Link
          to={PATH}
          className="inline-flex min-h-11 items-center text-spruce-700 underline underline-offset-4"
        >
          Dates that matter
        </Link>
      </p>
      <h1 className="mb-6 text-2xl wrap-anywhere">{title}</h1>
      <SaveForm key={version} refusal={refusal} version={version} base={base} className="flex flex-col gap-5">
        <DateFields values={refusal?.values ?? base} errors={refusal?.errors ?? {}} />
        <div>
          <Button type="submit" busy={navigation.formData?.has('title')} busyText="Saving…">
            Save
          </Button>
        </div>
      </SaveForm>
      <div className="mt-8">
        <Confirm
          label="Remove this date"
          of={title}
          question={`Remove “${title}”?`}
          consequence="Nobody is reminded of it any more. The audit log keeps what it was."
          fields={{ intent: 'remove' }}
          keep="Keep it"
        />
      </div>
    </div>
  );
}
