/** /counter/switch/pin: a person sets their PIN at a shared tablet, with their password. */
import { data, redirect, useNavigation } from 'react-router';
import { pinMessage } from '#core/accounts/identity/pins/pin.ts';
import { setPinByPassword } from '#core/accounts/identity/pins/set-pin.server.ts';
import { readColleagues, readTablet } from '#core/accounts/identity/pins/tablet-queries.server.ts';
import { NewPinFields } from '#core/accounts/identity/pins/ui/new-pin-fields.tsx';
import { SWITCH_PATH } from '#core/accounts/identity/sessions/return-path.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { redirectWithFlash } from '#platform/requests/flash.ts';
import { type FormRefusal, readForm } from '#platform/requests/form.ts';
import { statusOf } from '#platform/requests/problem-status.ts';
import { requestForm } from '#platform/requests/request-body.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { SelectField } from '#ui/field.tsx';
import { CheckedForm } from '#ui/form/checked-form.tsx';
import { PasswordField } from '#ui/password-field.tsx';
import type { Route } from './+types/switch-pin.page';
import { counterPinForm, PIN_SECRETS } from './switch-forms.ts';
import { TabletFrame } from './tablet-frame.tsx';

export async function loader({ request }: Route.LoaderArgs) {
  const tablet = await readTablet(request.headers);
  if (!tablet) throw redirect(SWITCH_PATH);
  const { store } = await readSettings();
  return { farmName: store.name, colleagues: await readColleagues(tablet) };
}

export async function action({ request }: Route.ActionArgs) {
  const read = readForm(await requestForm(request), counterPinForm, PIN_SECRETS);
  if (!read.ok) return data<FormRefusal>(read.refused(), { status: 400 });
  const { person: userId, password, pin } = read.value;
  const outcome = await setPinByPassword(request, { userId, password, pin });
  if (outcome.ok) return redirectWithFlash(SWITCH_PATH, 'PIN set. Enter it to start.', 'success');
  const { problem } = outcome;
  const fields = { 'wrong-password': 'password', 'too-easy': 'pin' } as const;
  const field =
    problem.kind === 'wrong-password' || problem.kind === 'too-easy' ? fields[problem.kind] : undefined;
  return data<FormRefusal>(read.refused(pinMessage(problem), field), { status: statusOf(problem) });
}

export const meta: Route.MetaFunction = () => [
  { title: 'Set a PIN · Counter' },
  { name: 'robots', content: 'noindex' },
];

export default function SwitchPinPage({ loaderData, actionData }: Route.ComponentProps) {
  const isBusy = useNavigation().formData !== undefined;
  return (
    <TabletFrame farmName={loaderData.farmName} flash={null}>
      <h1 className="mb-5 text-2xl">Set your PIN</h1>
      <CheckedForm refusal={actionData} className="flex max-w-md flex-col gap-5">
        <SelectField
          label="Your name"
          name="person"
          required
          defaultValue={actionData?.values.person ?? ''}
          errors={actionData?.errors.person}
        >
          <option value="">Choose</option>
          {loaderData.colleagues.map(({ userId, name }) => (
            <option key={userId} value={userId}>
              {name}
            </option>
          ))}
        </SelectField>
        <PasswordField
          label="Your password"
          name="password"
          autoComplete="off"
          required
          errors={actionData?.errors.password}
        />
        <NewPinFields errors={actionData?.errors ?? {}} />
        <p className="flex flex-wrap items-center gap-3">
          <Button type="submit" busy={isBusy} busyText="Saving…" className="min-h-14">
            Set PIN
          </Button>
          <ButtonLink to={SWITCH_PATH} rank="quiet" className="min-h-14">
            Cancel
          </ButtonLink>
        </p>
      </CheckedForm>
    </TabletFrame>
  );
}
