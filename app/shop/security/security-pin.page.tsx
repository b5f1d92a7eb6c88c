/** /security/pin: a member of staff sets the PIN for shared tablets. */
import { useNavigation } from 'react-router';
import { newPinSchema, pinMessage } from '#core/accounts/identity/pins/pin.ts';
import { setPin } from '#core/accounts/identity/pins/set-pin.server.ts';
import { NewPinFields } from '#core/accounts/identity/pins/ui/new-pin-fields.tsx';
import { requirePermission, requireRecentSignIn } from '#core/accounts/identity/sessions/guards.server.ts';
import { redirectWithFlash } from '#platform/requests/flash.ts';
import { readForm } from '#platform/requests/form.ts';
import { requestForm } from '#platform/requests/request-body.ts';
import { answerOf } from '#shop/kit/answer-of.ts';
import { pageMeta } from '#shop/kit/page-meta.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { CheckedForm } from '#ui/form/checked-form.tsx';
import { PageHead } from '#ui/page-head.tsx';
import type { Route } from './+types/security-pin.page';

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'PIN for the counter' });

async function whoSets({ request, context }: Pick<Route.LoaderArgs, 'request' | 'context'>) {
  const actor = requirePermission(context, 'orders.manage', request);
  await requireRecentSignIn(actor, request);
  return actor;
}

export async function loader(args: Route.LoaderArgs) {
  await whoSets(args);
  return null;
}

export async function action(args: Route.ActionArgs) {
  const actor = await whoSets(args);
  const read = readForm(await requestForm(args.request), newPinSchema, ['pin', 'again']);
  if (!read.ok) return answerOf(read.refused());
  const outcome = await setPin(args.request, actor, read.value.pin);
  if (outcome.ok) return redirectWithFlash('/security', 'PIN set.', 'success');
  const field = outcome.problem.kind === 'too-easy' ? 'pin' : undefined;
  return answerOf(read.refused(pinMessage(outcome.problem), field), outcome.problem);
}

export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders;

export default function SecurityPin({ actionData }: Route.ComponentProps) {
  const isBusy = useNavigation().formData !== undefined;
  return (
    <>
      <PageHead
        back={{ to: '/security', label: 'Security' }}
        title="PIN for the counter"
        intro="It takes over shared tablets at the counter. Do not use one that you have elsewhere."
      />
      <CheckedForm refusal={actionData} className="flex max-w-md flex-col gap-5">
        <NewPinFields errors={actionData?.errors ?? {}} />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" busy={isBusy} busyText="Saving…">
            Save PIN
          </Button>
          <ButtonLink to="/security" rank="quiet">
            Cancel
          </ButtonLink>
        </div>
      </CheckedForm>
    </>
  );
}
