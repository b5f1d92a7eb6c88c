/** /security: how one signs in, and where one is signed in. Each section is a component of its own. */
import { redirect } from 'react-router';
import { readAuthenticator } from '#features/identity/authenticator-queries.server.ts';
import { readWaitingEmailChange } from '#features/identity/email-change-queries.server.ts';
import { endOtherSessions, endSession } from '#features/identity/end-sessions.server.ts';
import { requireSignedIn } from '#features/identity/guards.server.ts';
import { readProviderLinks } from '#features/identity/linked-providers-queries.server.ts';
import { readWaysIn } from '#features/identity/recent-sign-in-queries.server.ts';
import { readSessions } from '#features/identity/session-list-queries.server.ts';
import { readTextFactor } from '#features/identity/text-factor-queries.server.ts';
import { AuthenticatorSection } from '#features/identity/ui/authenticator-section.tsx';
import { EmailSection } from '#features/identity/ui/email-section.tsx';
import { PasskeySection } from '#features/identity/ui/passkey-section.tsx';
import { PasswordSection } from '#features/identity/ui/password-section.tsx';
import { ProviderSection } from '#features/identity/ui/provider-section.tsx';
import { SessionList } from '#features/identity/ui/session-list.tsx';
import { storeClock } from '#features/settings/store-clock.server.ts';
import { redirectWithFlash } from '#platform/flash.ts';
import { requestForm } from '#platform/request-body.ts';
import { pageMeta } from '#shell/page-meta.ts';
import { useLive } from '#ui/live/use-live.ts';
import { PageHead } from '#ui/page-head.tsx';
import type { Route } from './+types/security';

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Security' });

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requireSignedIn(context, request);
  const { zone } = await storeClock();
  const [ways, waitingEmail, authenticator, text, providerLinks, sessions] = await Promise.all([
    readWaysIn(actor.userId),
    readWaitingEmailChange(actor, zone),
    readAuthenticator(actor, zone),
    readTextFactor(actor, zone),
    readProviderLinks(actor),
    readSessions(actor, zone),
  ]);
  const { userId, email } = actor;
  return { userId, email, waitingEmail, ways, authenticator, text, providerLinks, sessions };
}

export async function action({ request, context }: Route.ActionArgs) {
  const actor = requireSignedIn(context, request);
  const form = await requestForm(request);
  switch (form.get('intent')) {
    case 'end-session':
      return (await endSession(request, actor, String(form.get('session') ?? '')))
        ? redirectWithFlash('/security', 'The device is signed out.', 'success')
        : redirectWithFlash('/security', 'That device was signed out already.', 'info');
    case 'end-other-sessions': {
      const ended = await endOtherSessions(request, actor);
      const message =
        ended === 0
          ? 'No other device was signed in.'
          : `${ended === 1 ? 'One device is' : `${ended} devices are`} signed out.`;
      return redirectWithFlash('/security', message, 'success');
    }
    default:
      return redirect('/security');
  }
}

export default function Security({ loaderData }: Route.ComponentProps) {
  useLive([`user:${loaderData.userId}`]);
  return (
    <>
      <PageHead
        title="Security"
        intro="How you sign in, and where you are signed in. We email you whenever something here changes."
      />
      <EmailSection email={loaderData.email} waiting={loaderData.waitingEmail} />
      <PasswordSection hasPassword={loaderData.ways.password} />
      <AuthenticatorSection authenticator={loaderData.authenticator} text={loaderData.text} />
      <PasskeySection count={loaderData.ways.passkeys} />
      <ProviderSection links={loaderData.providerLinks} />
      <SessionList sessions={loaderData.sessions} />
    </>
  );
}
