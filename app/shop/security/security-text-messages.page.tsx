/** /security/text-messages: two-factor sign-in by text message, if a gateway is configured. */
import { redirect } from 'react-router';
import { readAuthenticator } from '#core/accounts/identity/second-factor/authenticator-queries.server.ts';
import { setUpPlace } from '#core/accounts/identity/second-factor/change-text-factor.server.ts';
import { hasShownTextCodeOnly } from '#core/accounts/identity/second-factor/current-factor.server.ts';
import { textFactorMessage, textFactorWords } from '#core/accounts/identity/second-factor/text-factor.ts';
import {
  readSentTextCode,
  readTextFactor,
} from '#core/accounts/identity/second-factor/text-factor-queries.server.ts';
import { requireRecentSignIn, requireSignedIn } from '#core/accounts/identity/sessions/guards.server.ts';
import { TEXT_FACTOR_PATH } from '#core/accounts/identity/sessions/return-path.ts';
import { worksHere } from '#core/ground/access/actor.ts';
import { phoneText } from '#core/ground/notifications/sms-number.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { redirectWithFlash } from '#platform/requests/flash.ts';
import { requestForm } from '#platform/requests/request-body.ts';
import { pageMeta } from '#shop/kit/page-meta.ts';
import { PageHead } from '#ui/page-head.tsx';
import type { Route } from './+types/security-text-messages.page';
import { answerTextFactor } from './answer-text-factor.server.ts';
import { BackupCodeList } from './backup-code-list.tsx';
import { SecondFactorChange } from './second-factor-change.tsx';
import { StrongerSignIn } from './stronger-sign-in.tsx';
import { TextFactorAdvice, TextFactorSetUp } from './text-factor-set-up.tsx';

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Two-factor sign-in' });

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requireSignedIn(context, request);
  const { store } = await readSettings();
  const text = await readTextFactor(actor, store.zone);
  if (!text.isOffered && !text.on) throw redirect('/security');
  await requireRecentSignIn(actor, request);
  if (await readAuthenticator(actor, store.zone))
    throw redirectWithFlash('/security', textFactorMessage({ kind: 'app-is-on' }), 'info');
  return {
    ...text,
    textCodeOnly: await hasShownTextCodeOnly(actor),
    sent: text.on ? null : await readSentTextCode(setUpPlace(actor)),
    agreement: textFactorWords(store.name),
    farmName: store.name,
    email: actor.email,
    worksHere: worksHere(actor.role),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const actor = requireSignedIn(context, request);
  await requireRecentSignIn(actor, request);
  return answerTextFactor(request, actor, await requestForm(request));
}

export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders;

export default function SecurityTextMessages({ loaderData, actionData }: Route.ComponentProps) {
  const { on, isOffered, textCodeOnly, sent, agreement, farmName, email, worksHere } = loaderData;
  if (actionData && 'backupCodes' in actionData)
    return <BackupCodeList codes={actionData.backupCodes} farmName={farmName} email={email} />;
  return (
    <>
      <PageHead
        back={{ to: '/security', label: 'Security' }}
        title="Codes by text message"
        intro="After your password we also ask for a code that we text to your phone."
      />
      <TextFactorAdvice isOn={on !== null} isOffered={isOffered} worksHere={worksHere} />
      {on ? <p className="mb-4">Codes go to {phoneText(on.phone)}.</p> : null}
      {on && textCodeOnly ? <StrongerSignIn returnTo={TEXT_FACTOR_PATH} /> : null}
      {on && !textCodeOnly ? (
        <SecondFactorChange
          left={on.backupCodesLeft}
          since={on.since}
          otherPhone="To use another phone, turn it off here and set it up again with the new number."
        />
      ) : null}
      {on ? null : <TextFactorSetUp sent={sent} agreement={agreement} refusal={actionData?.refusal} />}
    </>
  );
}
