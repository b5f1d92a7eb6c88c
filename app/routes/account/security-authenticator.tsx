/** /security/authenticator: two-factor sign-in by an app, set up, given new backup codes, turned off. */
import { data, Link } from 'react-router';
import { roleMay, type SignedIn } from '#features/access/actor.ts';
import { authenticatorMessage, setUpAuthenticatorSchema } from '#features/identity/authenticator.ts';
import { readAuthenticator } from '#features/identity/authenticator-queries.server.ts';
import { authenticatorSetUp } from '#features/identity/authenticator-set-up.server.ts';
import { turnAuthenticatorOff, turnAuthenticatorOn } from '#features/identity/change-authenticator.server.ts';
import { requireRecentSignIn, requireSignedIn } from '#features/identity/guards.server.ts';
import { SECOND_FACTOR_FIRST } from '#features/identity/messages.ts';
import { confirmPath } from '#features/identity/recent-sign-in.ts';
import { readWaysIn } from '#features/identity/recent-sign-in-queries.server.ts';
import { refusalInit } from '#features/identity/refusal-init.ts';
import { AUTHENTICATOR_PATH } from '#features/identity/return-path.ts';
import { readTextFactor } from '#features/identity/text-factor-queries.server.ts';
import { AuthenticatorSetUpForm } from '#features/identity/ui/authenticator-set-up.tsx';
import { BackupCodeList } from '#features/identity/ui/backup-code-list.tsx';
import { SecondFactorChange } from '#features/identity/ui/second-factor-change.tsx';
import { readSettings } from '#features/settings/settings-queries.server.ts';
import { type FormRefusal, readForm } from '#platform/form.ts';
import { requestForm } from '#platform/request-body.ts';
import { pageMeta } from '#shell/page-meta.ts';
import { changeSecondFactor, elsewhere } from '#shell/second-factor.server.ts';
import { ButtonLink } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { PageHead } from '#ui/page-head.tsx';
import type { Route } from './+types/security-authenticator';

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Two-factor sign-in' });

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requireSignedIn(context, request);
  await requireRecentSignIn(actor, request);
  const { store } = await readSettings();
  const [authenticator, text, ways] = await Promise.all([
    readAuthenticator(actor, store.zone),
    readTextFactor(actor, store.zone),
    readWaysIn(actor.userId),
  ]);
  return {
    authenticator,
    setUp: authenticator ? null : await authenticatorSetUp(actor),
    replacesText: authenticator === null && text.on !== null,
    farmName: store.name,
    email: actor.email,
    /** The back office is shut until a second factor is shown. */
    isAsked: actor.lacksSecondFactor === true,
    hasPasskeys: ways.passkeys > 0,
    worksHere: roleMay(actor.role, 'backoffice.enter'),
  };
}

const PAGE = {
  path: AUTHENTICATOR_PATH,
  turnOff: turnAuthenticatorOff,
  message: authenticatorMessage,
};

type Answer =
  | { backupCodes: string[] }
  | { refusal: FormRefusal; setUp: Awaited<ReturnType<typeof authenticatorSetUp>> };

export async function action({ request, context }: Route.ActionArgs) {
  const actor = requireSignedIn(context, request);
  await requireRecentSignIn(actor, request);
  const form = await requestForm(request);
  const intent = form.get('intent');
  return intent === 'turn-on'
    ? turnOn(request, actor, form)
    : changeSecondFactor(request, actor, intent, PAGE);
}

async function turnOn(request: Request, actor: SignedIn, form: FormData) {
  const read = readForm(form, setUpAuthenticatorSchema, ['setUp']);
  const sealed = String(form.get('setUp') ?? '').slice(0, 500);
  if (!read.ok)
    return data<Answer>(
      { refusal: read.refused(), setUp: await authenticatorSetUp(actor, sealed) },
      { status: 400 },
    );
  const outcome = await turnAuthenticatorOn(request, actor, read.value);
  if (outcome.ok) return data<Answer>(outcome.value);
  const { problem } = outcome;
  if (problem.kind !== 'wrong-code' && problem.kind !== 'set-up-over') return elsewhere(problem, PAGE);
  const message = authenticatorMessage(problem);
  const refusal =
    problem.kind === 'wrong-code'
      ? { ...read.refused(), errors: { code: [message] } }
      : { ...read.refused(message), values: {} };
  return data<Answer>({ refusal, setUp: await authenticatorSetUp(actor, sealed) }, refusalInit(problem));
}

export default function SecurityAuthenticator({ loaderData, actionData }: Route.ComponentProps) {
  const { authenticator, farmName, email, worksHere } = loaderData;
  if (actionData && 'backupCodes' in actionData) {
    return (
      <>
        <PageHead title="Two-factor sign-in is on" />
        <BackupCodeList codes={actionData.backupCodes} farmName={farmName} email={email}>
          {worksHere ? <ButtonLink to="/admin">Go to the back office</ButtonLink> : null}
        </BackupCodeList>
      </>
    );
  }
  const setUp = actionData?.setUp ?? loaderData.setUp;
  return (
    <>
      <PageHead
        back={{ to: '/security', label: 'Security' }}
        title="Two-factor sign-in"
        intro="After your password we also ask for a code from an app on your phone. It works without a network."
      />
      {loaderData.isAsked ? (
        <Notice tone="caution" className="mb-8 max-w-2xl">
          {SECOND_FACTOR_FIRST}
          {loaderData.hasPasskeys ? (
            <>
              {' '}
              Your passkey is one:{' '}
              <Link to={confirmPath('/admin')} className="font-medium underline underline-offset-4">
                use your passkey
              </Link>
              .
            </>
          ) : null}
        </Notice>
      ) : null}
      {loaderData.replacesText ? (
        <Notice tone="info" className="mb-8 max-w-2xl">
          The app takes the place of text messages, and is stronger. Until you turn it on, codes go on coming
          by text message.
        </Notice>
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
