/** /join: accepts an invitation to work here; the link is in a mail. */
import { acceptInvitation } from '#core/accounts/identity/staff/accept-invitation.server.ts';
import { INVITATION_NOT_VALID, JOINED, joinMessage } from '#core/accounts/identity/staff/invitation.ts';
import { joinForm } from '#core/accounts/identity/staff/invitation-form.ts';
import { readInvitation } from '#core/accounts/identity/staff/invitations-queries.server.ts';
import { redirectWithFlash } from '#platform/requests/flash.ts';
import { readForm } from '#platform/requests/form.ts';
import { requestForm } from '#platform/requests/request-body.ts';
import { answerOf } from '#shop/kit/answer-of.ts';
import { NarrowPage } from '#shop/kit/narrow-page.tsx';
import { pageMeta } from '#shop/kit/page-meta.ts';
import { PasswordForm } from '#shop/kit/password-form.tsx';
import { FullNameField } from '#shop/kit/person-fields.tsx';
import type { Route } from './+types/join.page';

export async function loader({ request }: Route.LoaderArgs) {
  const token = new URL(request.url).searchParams.get('token') ?? '';
  const invitation = await readInvitation(token);
  if (!invitation) throw redirectWithFlash('/login', INVITATION_NOT_VALID, 'error');
  return { token, email: invitation.email, isAdmin: invitation.role === 'admin' };
}

/** A success uses up the link and leaves the page. */
export const shouldRevalidate = () => false;

export async function action({ request }: Route.ActionArgs) {
  const read = readForm(await requestForm(request), joinForm, ['password', 'again', 'token']);
  if (!read.ok) {
    const refusal = read.refused();
    if (refusal.errors.token) return redirectWithFlash('/login', INVITATION_NOT_VALID, 'error');
    return answerOf(refusal);
  }
  const outcome = await acceptInvitation(request, read.value);
  if (outcome.ok) return redirectWithFlash('/admin/dashboard', JOINED, 'success', outcome.value.cookies);
  if (outcome.problem.kind === 'link-not-valid')
    return redirectWithFlash('/login', INVITATION_NOT_VALID, 'error');
  const field = outcome.problem.kind === 'name-taken' ? 'fullName' : undefined;
  return answerOf(read.refused(joinMessage(outcome.problem), field), outcome.problem);
}

export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders;

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Join us' });

export default function Join({ loaderData, actionData }: Route.ComponentProps) {
  const { token, email, isAdmin } = loaderData;
  return (
    <NarrowPage title="Join us">
      <p className="text-ink-soft">
        You are invited to the back office {isAdmin ? 'as an admin' : 'as a member of staff'}. Your account
        will be <span className="inline-block max-w-full font-medium text-ink wrap-anywhere">{email}</span>.
      </p>
      <PasswordForm
        refusal={actionData}
        hidden={{ token }}
        username={email}
        password="twice"
        label="Password"
        button="Accept the invitation"
        busyText="Joining…"
      >
        <FullNameField refusal={actionData} />
      </PasswordForm>
    </NarrowPage>
  );
}
