/** Sign-in and sign-up (specification section 2): the page, and what the dialog posts to as well. */

import { type RefObject, useEffect, useRef } from 'react';
import { data, redirect, useNavigation } from 'react-router';
import { z } from 'zod';
import { may } from '#features/access/actor.ts';
import { actorContext } from '#features/access/actor-context.ts';
import type { LoginAnswer } from '#features/identity/login-answer.ts';
import { ACCOUNT_CREATED, LOGIN_SUCCESSFUL, SIGNED_IN } from '#features/identity/messages.ts';
import { credentialField, passkeyMessage } from '#features/identity/passkey.ts';
import { offeredProviders } from '#features/identity/providers.server.ts';
import { type Problem, refusalInit } from '#features/identity/refusal-init.ts';
import {
  accountCreatedPath,
  afterSignIn,
  type LoginMode,
  loginMode,
  loginPath,
  safeReturnPath,
  secondFactorPath,
} from '#features/identity/return-path.ts';
import { signInMessage, signInSchema } from '#features/identity/sign-in.ts';
import { signInByPasskey } from '#features/identity/sign-in-by-passkey.server.ts';
import { signInPerson } from '#features/identity/sign-in-person.server.ts';
import { signUpMessage, signUpSchema } from '#features/identity/sign-up.ts';
import { signUpPerson } from '#features/identity/sign-up-person.server.ts';
import { rememberSignedUpEmail } from '#features/identity/signed-up-email.server.ts';
import { loginTitles, SignInFields, WayThroughCheckout } from '#features/identity/ui/sign-in-form.tsx';
import { storeClock } from '#features/settings/store-clock.server.ts';
import { isDatabaseAway } from '#platform/database-error.ts';
import { redirectWithFlash } from '#platform/flash.ts';
import { type FormRefusal, readForm } from '#platform/form.ts';
import { log } from '#platform/log.ts';
import { requestForm } from '#platform/request-body.ts';
import { pageMeta } from '#shell/page-meta.ts';
import { CheckedForm } from '#ui/form/checked-form.tsx';
import type { Route } from './+types/login';

export function loader({ request, context }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams;
  const mode = loginMode(query.get('mode'));
  const returnTo = safeReturnPath(query.get('returnTo'));
  const actor = context.get(actorContext);
  const needsNoSignIn = actor.kind === 'user' && (mode !== 'admin' || may(actor, 'backoffice.enter'));
  if (needsNoSignIn) throw redirect(afterSignIn({ mode, door: 'page', returnTo }) ?? '/');
  return { mode, returnTo, providers: offeredProviders() };
}

export async function action({ request }: Route.ActionArgs) {
  const form = await requestForm(request);
  const mode = loginMode(form.get('mode'));
  const door = form.get('door') === 'dialog' ? 'dialog' : 'page';
  const sign = { mode, door, returnTo: form.get('returnTo') } as const;
  try {
    return await signInOrUp(request, form, sign);
  } catch (error) {
    if (!isDatabaseAway(error)) throw error;
    log.warn({ err: error }, 'nobody can sign in while the database is away');
    // The form itself comes back, with everything but the password.
    return refused(readForm(form, anything, SECRETS).refused(AWAY), { kind: 'failed' });
  }
}

type Sign = { mode: LoginMode; door: 'dialog' | 'page'; returnTo: FormDataEntryValue | null };

async function signInOrUp(request: Request, form: FormData, sign: Sign) {
  const { mode, door } = sign;
  if (mode === 'signup') {
    const { today } = await storeClock();
    const read = readForm(form, signUpSchema(today), ['password']);
    if (!read.ok) return refused(read.refused());
    const outcome = await signUpPerson(request, read.value, safeReturnPath(sign.returnTo));
    if (!outcome.ok) return refused(read.refused(signUpMessage(outcome.problem)), outcome.problem);
    if (door === 'dialog') return done({ ok: true, message: ACCOUNT_CREATED, to: '/' }, []);
    const response = redirectWithFlash(accountCreatedPath(sign.returnTo), ACCOUNT_CREATED, 'success');
    response.headers.append('Set-Cookie', rememberSignedUpEmail(read.value.email));
    return response;
  }

  const credential = form.get('credential');
  if (typeof credential === 'string' && credential !== '') return byPasskey(request, form, sign);
  const read = readForm(form, signInSchema, SECRETS);
  if (!read.ok) return refused(read.refused());
  const outcome = await signInPerson(request, read.value, { admin: mode === 'admin' });
  if (!outcome.ok && outcome.problem.kind === 'second-factor') {
    const to = afterSignIn(sign);
    const headers = { 'Set-Cookie': outcome.problem.cookie };
    return door === 'dialog'
      ? data<LoginAnswer>({ ok: 'second-factor', to }, { headers })
      : redirect(secondFactorPath(to, mode), { headers });
  }
  if (!outcome.ok) return refused(read.refused(signInMessage(outcome.problem)), outcome.problem);
  return signedIn(sign, outcome.value.cookies);
}

async function byPasskey(request: Request, form: FormData, sign: Sign) {
  const read = readForm(form, z.looseObject({ credential: credentialField }), SECRETS);
  if (!read.ok) return refused(read.refused(passkeyMessage({ kind: 'not-valid' })));
  const admin = sign.mode === 'admin';
  const outcome = await signInByPasskey(request, read.value.credential, { admin });
  if (!outcome.ok) return refused(read.refused(passkeyMessage(outcome.problem)), outcome.problem);
  return signedIn(sign, outcome.value.cookies);
}

function signedIn(sign: Sign, cookies: readonly string[]) {
  const to = afterSignIn(sign);
  if (sign.door === 'dialog') return done({ ok: true, message: SIGNED_IN, to }, cookies);
  const response = redirectWithFlash(to ?? '/', LOGIN_SUCCESSFUL, 'success');
  for (const cookie of cookies) response.headers.append('Set-Cookie', cookie);
  return response;
}

/** Never sent back. */
const SECRETS = ['password', 'credential'];
const anything = z.looseObject({});
const AWAY = 'We cannot reach our records just now. What you typed is kept: please try again in a moment.';

function done(answer: LoginAnswer, cookies: readonly string[]) {
  return data(answer, { headers: cookies.map((cookie): [string, string] => ['Set-Cookie', cookie]) });
}

function refused(refusal: FormRefusal, problem?: Problem) {
  return data<LoginAnswer>({ ok: false, ...refusal }, problem ? refusalInit(problem) : { status: 400 });
}

/** Retry-After reaches browsers without scripts too. */
export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders;

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageMeta(matches, { title: loaderData ? loginTitles[loaderData.mode] : 'Sign in' });

export default function Login({ loaderData, actionData }: Route.ComponentProps) {
  const { mode, returnTo, providers } = loaderData;
  const navigation = useNavigation();
  const heading = useRef<HTMLHeadingElement>(null);
  useModeChange(mode, heading);
  const refusal = actionData && !actionData.ok ? actionData : undefined;
  const isFromCheckout = mode !== 'admin' && returnTo === '/checkout';
  return (
    <section className="shell py-12 sm:py-16">
      <div className="mx-auto max-w-md">
        <h1 ref={heading} tabIndex={-1} className="mb-6 text-3xl outline-none">
          {loginTitles[mode]}
        </h1>
        {returnTo && mode !== 'admin' ? (
          <p className="mb-6 text-ink-soft">
            {isFromCheckout
              ? 'Your cart is kept, and we’ll bring you right back to checkout.'
              : 'Sign in to continue. We’ll bring you right back.'}
          </p>
        ) : null}
        {isFromCheckout ? <WayThroughCheckout mode={mode} returnTo={returnTo} /> : null}
        <CheckedForm action={loginPath(returnTo, mode)} refusal={refusal} className="flex flex-col gap-5">
          <SignInFields
            mode={mode}
            door="page"
            returnTo={returnTo}
            providers={providers}
            refusal={refusal}
            busy={navigation.formAction?.startsWith('/login') ?? false}
          />
        </CheckedForm>
      </div>
    </section>
  );
}

/** The other mode is another page at the same address: it begins at its heading. */
function useModeChange(mode: LoginMode, heading: RefObject<HTMLElement | null>): void {
  const shown = useRef(mode);
  useEffect(() => {
    if (shown.current === mode) return;
    shown.current = mode;
    heading.current?.focus({ preventScroll: true });
  }, [mode, heading]);
}
