/** /counter/switch/share: makes this browser a tablet that staff share. */
import { useNavigation } from 'react-router';
import { requirePermission, requireRecentSignIn } from '#core/accounts/identity/sessions/guards.server.ts';
import { SWITCH_PATH } from '#core/accounts/identity/sessions/return-path.ts';
import { redirectWithFlash } from '#platform/requests/flash.ts';
import { requestForm } from '#platform/requests/request-body.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { CheckedForm } from '#ui/form/checked-form.tsx';
import type { Route } from './+types/share.page';
import { answerShare } from './answer-switch.server.ts';

async function whoShares({ request, context }: Pick<Route.LoaderArgs, 'request' | 'context'>) {
  const actor = requirePermission(context, 'orders.manage', request);
  if (actor.byPin) throw redirectWithFlash(SWITCH_PATH, 'This tablet is shared already.', 'info');
  await requireRecentSignIn(actor, request);
  return actor;
}

export async function loader(args: Route.LoaderArgs) {
  await whoShares(args);
  return null;
}

export async function action(args: Route.ActionArgs) {
  const actor = await whoShares(args);
  return answerShare(args.request, actor, await requestForm(args.request));
}

export const meta: Route.MetaFunction = () => [{ title: 'Share this tablet · Counter' }];

export default function SharePage({ actionData }: Route.ComponentProps) {
  const isBusy = useNavigation().formData !== undefined;
  return (
    <div className="mx-auto max-w-2xl">
      <h1 className="text-2xl">Share this tablet</h1>
      <p className="measure mt-2 mb-5 text-ink-soft">
        This signs you out here. After that, everyone enters their PIN on this tablet, and so do you.
      </p>
      <CheckedForm refusal={actionData} className="flex flex-col gap-5">
        <Field
          label="Name of the tablet"
          name="name"
          required
          maxLength={40}
          autoComplete="off"
          hint="Records show it. For example: Register 1."
          defaultValue={actionData?.values.name}
          errors={actionData?.errors.name}
          className="max-w-md"
        />
        <p className="flex flex-wrap items-center gap-3">
          <Button type="submit" busy={isBusy} busyText="Saving…" className="min-h-14">
            Share and sign out
          </Button>
          <ButtonLink to={SWITCH_PATH} rank="quiet" className="min-h-14">
            Cancel
          </ButtonLink>
        </p>
      </CheckedForm>
    </div>
  );
}
