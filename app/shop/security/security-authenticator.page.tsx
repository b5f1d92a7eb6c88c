/** /security/authenticator: two-factor sign-in by an app: set up, new backup codes, turn off. */

import { NO_BACK_OFFICE_BY_TEXT_CODE } from '#core/accounts/identity/accounts/messages.ts';
import { readAuthenticator } from '#core/accounts/identity/second-factor/authenticator-queries.server.ts';
import { authenticatorSetUp } from '#core/accounts/identity/second-factor/authenticator-set-up.server.ts';
import { hasShownTextCodeOnly } from '#core/accounts/identity/second-factor/current-factor.server.ts';
import { readTextFactor } from '#core/accounts/identity/second-factor/text-factor-queries.server.ts';
import { requireRecentSignIn, requireSignedIn } from '#core/accounts/identity/sessions/guards.server.ts';
import { AUTHENTICATOR_PATH } from '#core/accounts/identity/sessions/return-path.ts';
import { worksHere } from '#core/ground/access/actor.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { requestForm } from '#platform/requests/request-body.ts';
import { pageMeta } from '#shop/kit/page-meta.ts';
import { ButtonLink } from '#ui/button.tsx';
import { PageHead } from '#ui/page-head.tsx';
import type { Route } from './+types/security-authenticator.page';
import { answerAuthenticator } from './answer-authenticator.server.ts';
import { AuthenticatorAdvice } from './authenticator-advice.tsx';
import { AuthenticatorSetUpForm } from './authenticator-set-up.tsx';
import { BackupCodeList } from './backup-code-list.tsx';
import { SecondFactorChange } from './second-factor-change.tsx';
import { StrongerSignIn } from './stronger-sign-in.tsx';
import { readWaysIn } from './ways-in-queries.server.ts';

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Two-factor sign-in' });

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requireSignedIn(context, request);
  await requireRecentSignIn(actor, request);
  const { store } = await readSettings();
  const [authenticator, text, ways, textCodeOnly] = await Promise.all([
    readAuthenticator(actor, store.zone),
    readTextFactor(actor, store.zone),
    readWaysIn(actor.userId),
    hasShownTextCodeOnly(actor),
  ]);
  return {
    authenticator,
    textCodeOnly,
    setUp: authenticator || textCodeOnly ? null : await authenticatorSetUp(actor),
    replacesText: authenticator === null && text.on !== null,
    farmName: store.name,
    email: actor.email,
    /** The back office is closed to this session until the person uses a second factor. */
    isAsked: actor.lacksSecondFactor === true,
    hasPasskeys: ways.passkeys > 0,
    worksHere: worksHere(actor.role),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const actor = requireSignedIn(context, request);
  await requireRecentSignIn(actor, request);
  return answerAuthenticator(request, actor, await requestForm(request));
}

export default function SecurityAuthenticator({ loaderData, actionData }: Route.ComponentProps) {
  const { authenticator, farmName, email } = loaderData;
  if (actionData && 'backupCodes' in actionData)
    return (
      <BackupCodeList codes={actionData.backupCodes} farmName={farmName} email={email}>
        {loaderData.worksHere ? <ButtonLink to="/admin">Go to the back office</ButtonLink> : null}
      </BackupCodeList>
    );
  const setUp = actionData?.setUp ?? loaderData.setUp;
  return (
    <>
      <PageHead
        back={{ to: '/security', label: 'Security' }}
        title="Two-factor sign-in"
        intro="After your password we also ask for a code from an app on your phone. It works without a network."
      />
      {loaderData.textCodeOnly ? null : <AuthenticatorAdvice {...loaderData} />}
      {loaderData.textCodeOnly ? (
        <StrongerSignIn
          returnTo={AUTHENTICATOR_PATH}
          {...(loaderData.isAsked ? { words: NO_BACK_OFFICE_BY_TEXT_CODE } : {})}
        />
      ) : null}
      {authenticator === null && setUp ? (
        <AuthenticatorSetUpForm setUp={setUp} refusal={actionData?.refusal} />
      ) : null}
      {authenticator ? (
        <SecondFactorChange
          left={authenticator.backupCodesLeft}
          since={authenticator.since}
          otherPhone="To use another phone, turn it off here and set it up again there."
        />
      ) : null}
    </>
  );
}
