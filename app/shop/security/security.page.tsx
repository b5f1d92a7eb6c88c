/** /security: how a person signs in, and where they are signed in. Each section is a separate component. */
import { redirect } from 'react-router';
import { pinMessage } from '#core/accounts/identity/pins/pin.ts';
import { removeOwnPin } from '#core/accounts/identity/pins/set-pin.server.ts';
import { hasPin } from '#core/accounts/identity/pins/tablet-queries.server.ts';
import { readAuthenticator } from '#core/accounts/identity/second-factor/authenticator-queries.server.ts';
import { readTextFactor } from '#core/accounts/identity/second-factor/text-factor-queries.server.ts';
import { endOtherSessions, endSessions } from '#core/accounts/identity/sessions/end-sessions.server.ts';
import { requireRecentSignIn, requireSignedIn } from '#core/accounts/identity/sessions/guards.server.ts';
import { may } from '#core/ground/access/actor.ts';
import { storeClock } from '#core/ground/settings/store-clock.server.ts';
import { redirectWithFlash } from '#platform/requests/flash.ts';
import { requestForm } from '#platform/requests/request-body.ts';
import { pageMeta } from '#shop/kit/page-meta.ts';
import { useLive } from '#ui/live/use-live.ts';
import type { Route } from './+types/security.page';
import { endedMessage } from './devices/session-groups.ts';
import { readSessions } from './devices/session-list-queries.server.ts';
import { readWaitingEmailChange } from './email-change-queries.server.ts';
import { readProviderLinks } from './linked-providers-queries.server.ts';
import { SecurityView } from './security-view.tsx';
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
  return <SecurityView {...loaderData} />;
}
