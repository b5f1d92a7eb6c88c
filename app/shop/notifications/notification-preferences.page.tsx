/** /notifications/preferences (specification section 2): the five switches, the grid, this browser, the phone. */
import { data } from 'react-router';
import { requireSignedIn } from '#core/accounts/identity/sessions/guards.server.ts';
import { loginPath } from '#core/accounts/identity/sessions/return-path.ts';
import { actorContext } from '#core/ground/access/actor-context.ts';
import { isOutOfReach, OUT_OF_REACH } from '#core/ground/frame/error-view.tsx';
import { readOwnPreferences } from '#core/ground/notifications/preferences-queries.server.ts';
import { consentWords } from '#core/ground/notifications/sms-number.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { vapidKeys } from '#platform/outgoing/push.ts';
import { redirectWithFlash } from '#platform/requests/flash.ts';
import { requestForm } from '#platform/requests/request-body.ts';
import { pageMeta } from '#shop/kit/page-meta.ts';
import { PageHead } from '#ui/page-head.tsx';
import type { Route } from './+types/notification-preferences.page';
import { answerPreferences } from './answer-preferences.server.ts';
import { offeredChannels, PREFERENCES_PATH, preferencesFailed, SIGN_IN_TO_MANAGE } from './preferences.ts';
import { PreferencesForm } from './preferences-form.tsx';
import { PushSetUp } from './push-set-up.tsx';
import { readSmsState } from './sms-number-queries.server.ts';
import { SmsSetUp } from './sms-set-up.tsx';

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Notification Preferences' });

function personOf(context: Route.LoaderArgs['context'], request: Request) {
  if (context.get(actorContext).kind === 'guest')
    throw redirectWithFlash(loginPath(PREFERENCES_PATH), SIGN_IN_TO_MANAGE);
  return requireSignedIn(context, request);
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = personOf(context, request);
  const [preferences, sms, { store }] = await Promise.all([
    readOwnPreferences(actor),
    readSmsState(actor),
    readSettings(),
  ]);
  if (!preferences) throw data(null, { status: 404 });
  return {
    userId: actor.userId,
    email: actor.email,
    preferences,
    sms: sms && { state: sms, consent: consentWords(store.name) },
    pushKey: vapidKeys().publicKey,
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const actor = personOf(context, request);
  return answerPreferences(actor, await requestForm(request));
}

/** Offline the page stays as checked, and says so; without scripts the error page has the form. */
export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  try {
    return await serverAction();
  } catch (thrown) {
    if (!isOutOfReach(thrown)) throw thrown;
    return data(preferencesFailed, { status: OUT_OF_REACH });
  }
}

export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders;

export default function NotificationPreferences({ loaderData, actionData }: Route.ComponentProps) {
  const { userId, email, preferences, sms, pushKey } = loaderData;
  const refusalOf = (part: 'preferences' | 'sms') =>
    actionData?.part === part && 'refusal' in actionData ? actionData.refusal : undefined;
  return (
    <>
      <PageHead title="Notification Preferences" intro="What we notify you of, and how." />
      <PreferencesForm
        email={email}
        preferences={preferences}
        channels={offeredChannels(preferences.reach.sms)}
        refusal={refusalOf('preferences')}
      />
      <PushSetUp userId={userId} applicationKey={pushKey} browsers={preferences.browsers} />
      {sms ? <SmsSetUp state={sms.state} consent={sms.consent} refusal={refusalOf('sms')} /> : null}
    </>
  );
}
