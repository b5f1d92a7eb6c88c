/**
 * /security/confirm: asks again who is there, before something sensitive, and leads back to where one was. The page
 * with the form asks for it when it is opened, so that nothing is typed before.
 */
import { data, Form, redirect, useNavigation } from 'react-router';
import { z } from 'zod';
import { confirmSession, confirmSessionByPasskey } from '#features/identity/confirm-session.server.ts';
import { confirmSessionMessage, confirmSessionSchema } from '#features/identity/confirm-session.ts';
import { requireSignedIn } from '#features/identity/guards.server.ts';
import { credentialField, passkeyMessage } from '#features/identity/passkey.ts';
import { isRecentlyConfirmed, readWaysIn } from '#features/identity/recent-sign-in-queries.server.ts';
import { refusalInit } from '#features/identity/refusal-init.ts';
import { loginPath, safeReturnPath } from '#features/identity/return-path.ts';
import { signOut } from '#features/identity/sign-out.server.ts';
import { PasskeyButton } from '#features/identity/ui/passkey-button.tsx';
import { refuse } from '#kernel/result.ts';
import { readForm } from '#platform/form.ts';
import { requestForm } from '#platform/request-body.ts';
import { pageMeta } from '#shell/page-meta.ts';
import { Button } from '#ui/button.tsx';
import { CheckedForm } from '#ui/form/checked-form.tsx';
import type { FormRefusal } from '#ui/form/refusal.ts';
import { PageHead } from '#ui/page-head.tsx';
import { PasswordField } from '#ui/password-field.tsx';
import type { Route } from './+types/security-confirm';

const back = (request: Request) => safeReturnPath(new URL(request.url).searchParams.get('returnTo'));

const passkeyOnlySchema = z.object({ credential: credentialField });

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requireSignedIn(context, request);
  const returnTo = back(request) ?? '/security';
  const ways = await readWaysIn(actor.userId);
  // Who comes for the back office shows a second factor here, however recent the password was.
  const comesForFactor = actor.lacksSecondFactor === true && ways.passkeys > 0;
  if (!comesForFactor && (await isRecentlyConfirmed(actor, 'open'))) throw redirect(returnTo);
  return {
    email: actor.email,
    hasPassword: ways.password && !comesForFactor,
    hasPasskeys: ways.passkeys > 0,
    comesForFactor,
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const actor = requireSignedIn(context, request);
  const returnTo = back(request) ?? '/security';
  const form = await requestForm(request);
  if (form.get('intent') === 'sign-in-again') {
    const response = redirect(loginPath(returnTo));
    for (const cookie of await signOut(request)) response.headers.append('Set-Cookie', cookie);
    return response;
  }
  if (form.get('intent') === 'passkey') {
    const read = readForm(form, passkeyOnlySchema, ['credential']);
    const outcome = read.ok
      ? await confirmSessionByPasskey(request, actor, read.value.credential)
      : refuse({ kind: 'not-valid' });
    if (outcome.ok) return redirect(returnTo);
    return data(read.refused(passkeyMessage(outcome.problem)), refusalInit(outcome.problem));
  }
  const read = readForm(form, confirmSessionSchema, ['password']);
  if (!read.ok) return data(read.refused(), { status: 400 });
  const outcome = await confirmSession(request, actor, read.value.password);
  if (!outcome.ok)
    return data(read.refused(confirmSessionMessage(outcome.problem)), refusalInit(outcome.problem));
  return redirect(returnTo);
}

export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders;

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Confirm it’s you' });

export default function SecurityConfirm({ loaderData, actionData }: Route.ComponentProps) {
  const { email, hasPassword, hasPasskeys, comesForFactor } = loaderData;
  const ofPasskey = actionData?.values.intent === 'passkey';
  const intro = comesForFactor
    ? 'The back office asks for a second factor. Your passkey is one.'
    : 'It has been a while since you signed in. Confirm it’s you, and you can go right on.';
  return (
    <>
      <PageHead title="Confirm it’s you" intro={intro} />
      <div className="grid max-w-md gap-6">
        {hasPassword ? <ByPassword email={email} refusal={ofPasskey ? undefined : actionData} /> : null}
        {hasPasskeys ? (
          <ByPasskey
            rank={hasPassword ? 'secondary' : 'primary'}
            refusal={ofPasskey ? actionData : undefined}
          />
        ) : null}
        {hasPassword || hasPasskeys ? null : <BySigningInAgain />}
      </div>
    </>
  );
}

function ByPasskey({ rank, refusal }: { rank: 'primary' | 'secondary'; refusal: FormRefusal | undefined }) {
  return (
    <CheckedForm refusal={refusal} className="flex flex-col items-start gap-5">
      <input type="hidden" name="intent" value="passkey" />
      <PasskeyButton purpose="confirm" rank={rank}>
        Use a passkey
      </PasskeyButton>
    </CheckedForm>
  );
}

function ByPassword({ email, refusal }: { email: string; refusal: FormRefusal | undefined }) {
  const isBusy = useNavigation().formData?.has('password') ?? false;
  return (
    <CheckedForm refusal={refusal} className="flex flex-col gap-5">
      <input type="hidden" name="username" autoComplete="username" value={email} />
      <PasswordField
        label="Password"
        name="password"
        autoComplete="current-password"
        required
        errors={refusal?.errors.password}
      />
      <Button type="submit" size="large" busy={isBusy} busyText="Checking…">
        Continue
      </Button>
    </CheckedForm>
  );
}

/** Whoever has no password here signs in once more, the way they did. */
function BySigningInAgain() {
  return (
    <Form method="post" className="grid gap-4">
      <p>Your account has no password. Sign in again, and we’ll bring you right back.</p>
      <input type="hidden" name="intent" value="sign-in-again" />
      <Button type="submit" size="large">
        Sign in again
      </Button>
    </Form>
  );
}
