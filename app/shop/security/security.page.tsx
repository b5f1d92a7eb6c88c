/** /security: how a person signs in, and where they are signed in. Each section is a separate component. */
import { redirect } from 'react-router';
import { may } from '#core/access/actor.ts';
import { pinMessage } from '#core/identity/pins/pin.ts';
import { removeOwnPin } from '#core/identity/pins/set-pin.server.ts';
import { hasPin } from '#core/identity/pins/tablet-queries.server.ts';
import { readAuthenticator } from '#core/identity/second-factor/authenticator-queries.server.ts';
import { readTextFactor } from '#core/identity/second-factor/text-factor-queries.server.ts';
import { endOtherSessions, endSessions } from '#core/identity/sessions/end-sessions.server.ts';
import { requireRecentSignIn, requireSignedIn } from '#core/identity/sessions/guards.server.ts';
import { storeClock } from '#core/settings/store-clock.server.ts';
import { redirectWithFlash } from '#platform/requests/flash.ts';
import { requestForm } from '#platform/requests/request-body.ts';
import { pageMeta } from '#shop/frame/page-meta.ts';
import { useLive } from '#ui/live/use-live.ts';
import { PageHead } from '#ui/page-head.tsx';
import type { Route } from './+types/security.page';
import { ApiTokenSection } from './api-token-section.tsx';
import { AuthenticatorSection } from './authenticator-section.tsx';
import { endedMessage } from './devices/session-groups.ts';
import { SessionList } from './devices/session-list.tsx';
import { readSessions } from './devices/session-list-queries.server.ts';
import { readWaitingEmailChange } from './email-change-queries.server.ts';
import { EmailSection } from './email-section.tsx';
import { readProviderLinks } from './linked-providers-queries.server.ts';
import { PasskeySection } from './passkey-section.tsx';
import { PasswordSection } from './password-section.tsx';
import { PinSection } from './pin-section.tsx';
import { ProviderSection } from './provider-section.tsx';
import { readWaysIn } from './ways-in-queries.server.ts';

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Security' });

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requireSignedIn(context, request);
  const { zone } = await storeClock();
  const isAtCounter = may(actor, 'orders.manage');
  const [ways, waitingEmail, authenticator, text, providerLinks, sessions, pin] = await Promise.all([
    readWaysIn(actor.userId),
    readWaitingEmailChange(actor, zone),
    readAuthenticator(actor, zone),
    readTextFactor(actor, zone),
    readProviderLinks(actor),
    readSessions(actor, zone),
    isAtCounter ? hasPin(actor.userId) : null,
  ]);
  const { userId, email } = actor;
  return { userId, email, waitingEmail, ways, authenticator, text, providerLinks, sessions, pin };
}

export async function action({ request, context }: Route.ActionArgs) {
  const actor = requireSignedIn(context, request);
  const form = await requestForm(request);
  switch (form.get('intent')) {
    case 'end-sessions': {
      const ended = await endSessions(request, actor, String(form.get('sessions') ?? '').split('.'));
      return redirectWithFlash('/security', endedMessage(ended), ended === 0 ? 'info' : 'success');
    }
    case 'end-other-sessions': {
      const ended = await endOtherSessions(request, actor);
      const message =
        ended === 0
          ? 'No other device was signed in.'
          : `${ended === 1 ? 'One device is' : `${ended} devices are`} signed out.`;
      return redirectWithFlash('/security', message, 'success');
    }
    case 'remove-pin': {
      await requireRecentSignIn(actor, request);
      const outcome = await removeOwnPin(request, actor);
      return outcome.ok
        ? redirectWithFlash('/security', 'PIN removed.', 'success')
        : redirectWithFlash('/security', pinMessage(outcome.problem), 'error');
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
      {loaderData.pin === null ? null : <PinSection hasPin={loaderData.pin} />}
      <ProviderSection links={loaderData.providerLinks} />
      <ApiTokenSection />
      <SessionList sessions={loaderData.sessions} />
    </>
  );
}
