/** /join: takes an invitation to work here, reached by the link in a mail. */
import { data, useNavigation } from 'react-router';
import { acceptInvitation } from '#features/identity/accept-invitation.server.ts';
import { INVITATION_NOT_VALID, JOINED, joinMessage } from '#features/identity/invitation.ts';
import { joinForm } from '#features/identity/invitation-form.ts';
import { readInvitation } from '#features/identity/invitations-queries.server.ts';
import { refusalInit } from '#features/identity/refusal-init.ts';
import { NewPasswordFields } from '#features/identity/ui/new-password-fields.tsx';
import { redirectWithFlash } from '#platform/flash.ts';
import { readForm } from '#platform/form.ts';
import { requestForm } from '#platform/request-body.ts';
import { pageMeta } from '#shell/page-meta.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { CheckedForm } from '#ui/form/checked-form.tsx';
import type { Route } from './+types/join';

export async function loader({ request }: Route.LoaderArgs) {
  const token = new URL(request.url).searchParams.get('token') ?? '';
  const invitation = await readInvitation(token);
  if (!invitation) throw redirectWithFlash('/login', INVITATION_NOT_VALID, 'error');
  return { token, email: invitation.email, isAdmin: invitation.role === 'admin' };
}

/** The link is used up by a success, and the page is left at once. */
export const shouldRevalidate = () => false;

export async function action({ request }: Route.ActionArgs) {
  const read = readForm(await requestForm(request), joinForm, ['password', 'again', 'token']);
  if (!read.ok) {
    const refusal = read.refused();
    if (refusal.errors.token) return redirectWithFlash('/login', INVITATION_NOT_VALID, 'error');
    return data(refusal, { status: 400 });
  }
  const outcome = await acceptInvitation(request, read.value);
  if (outcome.ok) {
    const response = redirectWithFlash('/admin/dashboard', JOINED, 'success');
    for (const cookie of outcome.value.cookies) response.headers.append('Set-Cookie', cookie);
    return response;
  }
  if (outcome.problem.kind === 'link-not-valid')
    return redirectWithFlash('/login', INVITATION_NOT_VALID, 'error');
  return data(read.refused(joinMessage(outcome.problem)), refusalInit(outcome.problem));
}

export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders;

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Join us' });

export default function Join({ loaderData, actionData }: Route.ComponentProps) {
  const { token, email, isAdmin } = loaderData;
  const busy = useNavigation().state === 'submitting';
  const errors = actionData?.errors ?? {};
  return (
    <section className="shell py-12 sm:py-16">
      <div className="mx-auto flex max-w-md flex-col gap-5">
        <h1 className="text-3xl">Join us</h1>
        <p className="text-ink-soft">
          You are invited to the back office {isAdmin ? 'as an admin' : 'as a member of staff'}. Your account
          will be <span className="inline-block max-w-full font-medium text-ink wrap-anywhere">{email}</span>.
        </p>
        <CheckedForm refusal={actionData} className="flex flex-col gap-5">
          <input type="hidden" name="token" value={token} />
          <input type="hidden" name="username" autoComplete="username" value={email} />
          <Field
            label="Full Name"
            name="fullName"
            autoComplete="name"
            required
            defaultValue={actionData?.values.fullName}
            errors={errors.fullName}
          />
          <NewPasswordFields label="Password" errors={errors} />
          <Button type="submit" size="large" busy={busy} busyText="Joining…">
            Accept the invitation
          </Button>
        </CheckedForm>
      </div>
    </section>
  );
}
