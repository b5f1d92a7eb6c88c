/** /notifications/preferences (specification section 2): the five switches, the grid, this browser, the phone. */
import { data, isRouteErrorResponse, redirect } from 'react-router';
import { actorContext } from '#features/access/actor-context.ts';
import { requireSignedIn } from '#features/identity/guards.server.ts';
import { loginPath } from '#features/identity/return-path.ts';
import { confirmSmsCode, stopSms } from '#features/notifications/confirm-sms-code.server.ts';
import {
  offeredChannels,
  PREFERENCES_FAILED,
  PREFERENCES_UPDATED,
  readPreferencesForm,
  SIGN_IN_TO_MANAGE,
} from '#features/notifications/preferences.ts';
import { readOwnPreferences } from '#features/notifications/preferences-queries.server.ts';
import { requestSmsCode } from '#features/notifications/request-sms-code.server.ts';
import { savePreferences } from '#features/notifications/save-preferences.server.ts';
import { smsCodeSchema, smsNumberSchema } from '#features/notifications/sms-form.ts';
import { consentWords, smsMessage } from '#features/notifications/sms-number.ts';
import { readSmsState } from '#features/notifications/sms-number-queries.server.ts';
import { PreferencesForm } from '#features/notifications/ui/preferences-form.tsx';
import { PushSetUp } from '#features/notifications/ui/push-set-up.tsx';
import { SmsSetUp } from '#features/notifications/ui/sms-set-up.tsx';
import { readSettings } from '#features/settings/settings-queries.server.ts';
import { redirectWithFlash } from '#platform/flash.ts';
import { type FormRefusal, readForm } from '#platform/form.ts';
import { vapidKeys } from '#platform/push.ts';
import { requestForm } from '#platform/request-body.ts';
import { pageMeta } from '#shell/page-meta.ts';
import { PageHead } from '#ui/page-head.tsx';
import type { Route } from './+types/notification-preferences';

const OUT_OF_REACH = 503;
const HERE = '/notifications/preferences';

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Notification Preferences' });

function personOf(context: Route.LoaderArgs['context'], request: Request) {
  if (context.get(actorContext).kind === 'guest') throw redirectWithFlash(loginPath(HERE), SIGN_IN_TO_MANAGE);
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
  const form = await requestForm(request);
  const saved = (words: string) => redirectWithFlash(HERE, words, 'success');
  switch (form.get('intent')) {
    case 'sms-code': {
      const read = readForm(form, smsNumberSchema);
      if (!read.ok) return refused('sms', read.refused());
      const outcome = await requestSmsCode(actor, read.value.phone);
      return outcome.ok
        ? redirectWithFlash(`${HERE}#text-messages`, 'We have sent you a code.', 'success')
        : refused('sms', read.refused(smsMessage(outcome.problem)));
    }
    case 'sms-confirm': {
      const read = readForm(form, smsCodeSchema, ['code']);
      if (!read.ok) return refused('sms', read.refused());
      const outcome = await confirmSmsCode(actor, read.value.code);
      return outcome.ok
        ? saved('Text messages are on.')
        : refused('sms', read.refused(smsMessage(outcome.problem)));
    }
    case 'sms-stop':
      await stopSms(actor);
      return saved('Text messages are off.');
    case 'save':
      return save(actor, form);
    default:
      return redirect(HERE);
  }
}

async function save(actor: ReturnType<typeof personOf>, form: FormData) {
  const stored = await readOwnPreferences(actor);
  const offered = offeredChannels(stored?.reach.sms ?? false);
  const isSaved = await savePreferences(actor, readPreferencesForm(form, offered, stored?.choices ?? {}));
  return isSaved ? redirectWithFlash(HERE, PREFERENCES_UPDATED, 'success') : failed();
}

/** Out of reach, the page stays as it was ticked, and says so; without scripts the waiting page keeps what was sent. */
export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  try {
    return await serverAction();
  } catch (thrown) {
    const isOutOfReach =
      thrown instanceof TypeError || (isRouteErrorResponse(thrown) && thrown.status === OUT_OF_REACH);
    if (!isOutOfReach) throw thrown;
    return failed();
  }
}

const failed = () =>
  refused('preferences', { message: PREFERENCES_FAILED, errors: {}, values: {} }, OUT_OF_REACH);

function refused(part: 'preferences' | 'sms', refusal: FormRefusal, status = 400) {
  return data({ part, refusal }, { status });
}

export default function NotificationPreferences({ loaderData, actionData }: Route.ComponentProps) {
  const { userId, email, preferences, sms, pushKey } = loaderData;
  const refusalOf = (part: 'preferences' | 'sms') =>
    actionData?.part === part ? actionData.refusal : undefined;
  return (
    <>
      <PageHead title="Notification Preferences" intro="What we tell you, and how it reaches you." />
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
