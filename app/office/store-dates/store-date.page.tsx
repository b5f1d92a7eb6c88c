/** One date that matters: edit it, or delete it. */
import { useNavigation } from 'react-router';
import { requirePermission } from '#core/accounts/identity/sessions/guards.server.ts';
import { requestForm } from '#platform/requests/request-body.ts';
import { Button } from '#ui/button.tsx';
import { Confirm } from '#ui/confirm.tsx';
import type { FormRefusal } from '#ui/form/refusal.ts';
import { SaveForm } from '#ui/form/save-form.tsx';
import { useAnswer } from '#ui/form/use-answer.ts';
import { BackLink } from '#ui/page-head.tsx';
import type { Route } from './+types/store-date.page';
import { answerStoreDate } from './answer-store-date.server.ts';
import { DateFields } from './date-fields.tsx';
import { requireStoreDate, storeDateTexts } from './store-dates-queries.server.ts';

const PATH = '/admin/settings/dates';

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'settings.manage', request);
  const date = await requireStoreDate(actor, params.dateId);
  return { title: date.title, version: date.version, base: storeDateTexts(date) };
}

/** Also after a refusal: the next save is compared with what is stored now. */
export const shouldRevalidate = () => true;

export async function action({ request, params, context }: Route.ActionArgs) {
  const actor = requirePermission(context, 'settings.manage', request);
  return answerStoreDate(actor, params.dateId, await requestForm(request));
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
      <BackLink to={PATH} label="Dates that matter" />
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
          consequence="Reminders stop. The audit log still shows it."
          fields={{ intent: 'remove' }}
        />
      </div>
    </div>
  );
}
