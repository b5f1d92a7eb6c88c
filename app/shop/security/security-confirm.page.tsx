/**
 * /security/confirm, and /admin/confirm in the office's frame: asks for the password or passkey again before something
 * sensitive, and leads back. What was pressed is brought back there (server/pressed-forms); a file is offered here.
 */
import { redirect } from 'react-router';
import { requireSignedIn } from '#core/accounts/identity/sessions/guards.server.ts';
import { readWaitingFile } from '#core/accounts/identity/sessions/pressed-form.server.ts';
import { safeReturnPath } from '#core/accounts/identity/sessions/return-path.ts';
import { isRecentlyConfirmed } from '#core/ground/access/recent-sign-in-queries.server.ts';
import { requestForm } from '#platform/requests/request-body.ts';
import { pageMeta } from '#shop/kit/page-meta.ts';
import { PasswordForm } from '#shop/kit/password-form.tsx';
import { PasskeyButton } from '#shop/sign-in/passkey-button.tsx';
import { CheckedForm } from '#ui/form/checked-form.tsx';
import { PageHead } from '#ui/page-head.tsx';
import type { Route } from './+types/security-confirm.page';
import { answerSessionCheck } from './answer-session-check.server.ts';
import { FileReady, SignInAgain } from './stronger-sign-in.tsx';
import { readWaysIn } from './ways-in-queries.server.ts';

const isOffice = (pathname: string) => pathname.startsWith('/admin');

function returnPath(request: Request): string {
  const { pathname, searchParams } = new URL(request.url);
  return (
    safeReturnPath(searchParams.get('returnTo')) ?? (isOffice(pathname) ? '/admin/dashboard' : '/security')
  );
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requireSignedIn(context, request);
  const returnTo = returnPath(request);
  const ways = await readWaysIn(actor.userId);
  // The back office needs a second factor, however recent the password is.
  const comesForFactor = actor.lacksSecondFactor === true && ways.passkeys > 0;
  if (!comesForFactor && (await isRecentlyConfirmed(actor, 'open'))) {
    const file = readWaitingFile(request, actor);
    if (file?.page !== returnTo) throw redirect(returnTo);
    return { file };
  }
  return {
    file: null,
    email: actor.email,
    hasPassword: ways.password && !comesForFactor,
    hasPasskeys: ways.passkeys > 0,
    comesForFactor,
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const actor = requireSignedIn(context, request);
  return answerSessionCheck(request, actor, await requestForm(request), returnPath(request));
}

export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders;

export const meta: Route.MetaFunction = ({ matches, location }) =>
  isOffice(location.pathname)
    ? [{ title: 'Confirm it’s you · Admin' }]
    : pageMeta(matches, { title: 'Confirm it’s you' });

export default function SecurityConfirm({ loaderData, actionData }: Route.ComponentProps) {
  if (loaderData.file) return <FileReady {...loaderData.file} />;
  const { email, hasPassword, hasPasskeys, comesForFactor } = loaderData;
  const ofPasskey = actionData?.values.intent === 'passkey';
  const intro = comesForFactor
    ? 'The back office asks for a second factor. Your passkey is one.'
    : 'It has been a while since you signed in. Please confirm it’s you to continue.';
  return (
    <>
      <PageHead title="Confirm it’s you" intro={intro} />
      <div className="grid max-w-md gap-6">
        {hasPassword ? (
          <PasswordForm
            refusal={ofPasskey ? undefined : actionData}
            username={email}
            password="current"
            button="Continue"
            busyText="Checking…"
          />
        ) : null}
        {hasPasskeys ? (
          <CheckedForm
            refusal={ofPasskey ? actionData : undefined}
            className="flex flex-col items-start gap-5"
          >
            <input type="hidden" name="intent" value="passkey" />
            <PasskeyButton purpose="confirm" rank={hasPassword ? 'secondary' : 'primary'}>
              Use a passkey
            </PasskeyButton>
          </CheckedForm>
        ) : null}
        {hasPassword || hasPasskeys ? null : <SignInAgain />}
      </div>
    </>
  );
}
