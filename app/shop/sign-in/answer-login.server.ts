/** Answers the form of sign-in and sign-up, for the page and for the dialog. */
import { data, redirect } from 'react-router';
import { z } from 'zod';
import {
  ACCOUNT_CREATED,
  ACCOUNT_CREATED_WITHOUT_MAIL,
  AUTHENTICATION_ERROR,
  LOGIN_SUCCESSFUL,
  SIGN_UP_NOT_MAILED,
  SIGNED_IN,
} from '#core/accounts/identity/accounts/messages.ts';
import { birthDateRule } from '#core/accounts/identity/accounts/minimum-age.server.ts';
import { rememberOwnSignUp } from '#core/accounts/identity/accounts/own-sign-up.server.ts';
import { signUpMessage, signUpSchema } from '#core/accounts/identity/accounts/sign-up.ts';
import { signUpPerson } from '#core/accounts/identity/accounts/sign-up-person.server.ts';
import { credentialField, passkeyMessage } from '#core/accounts/identity/second-factor/passkey.ts';
import { signInByPasskey } from '#core/accounts/identity/second-factor/sign-in-by-passkey.server.ts';
import {
  accountCreatedPath,
  afterSignIn,
  type LoginMode,
  loginMode,
  RESEND_CONFIRMATION_PATH,
  safeReturnPath,
  secondFactorPath,
} from '#core/accounts/identity/sessions/return-path.ts';
import { signInMessage, signInSchema } from '#core/accounts/identity/sessions/sign-in.ts';
import { signInPerson } from '#core/accounts/identity/sessions/sign-in-person.server.ts';
import { isDatabaseAway } from '#platform/database-error.ts';
import { log } from '#platform/log.ts';
import { loggedSignIn } from '#platform/log-refusal.ts';
import { isMailOff } from '#platform/outgoing/mail.ts';
import { redirectWithFlash } from '#platform/requests/flash.ts';
import { type FormRefusal, readForm } from '#platform/requests/form.ts';
import { answerOf, type Problem } from '#shop/kit/answer-of.ts';
import { type FollowUp, redirectSignedIn } from './follow-up.server.ts';
import type { LoginAnswer } from './login-answer.ts';
import { rememberSignedUpEmail } from './signed-up-email.server.ts';

type Sign = {
  mode: LoginMode;
  door: 'dialog' | 'page';
  returnTo: FormDataEntryValue | null;
  followUp: FollowUp;
};

/** Never sent back. */
const SECRETS = ['password', 'credential'];
const AWAY =
  'We cannot reach our records right now. What you typed is still here; please try again in a moment.';

export async function answerLogin(request: Request, form: FormData, followUp: FollowUp) {
  const sign: Sign = {
    mode: loginMode(form.get('mode')),
    door: form.get('door') === 'dialog' ? 'dialog' : 'page',
    returnTo: form.get('returnTo'),
    followUp,
  };
  try {
    if (sign.mode === 'signup') return await signUp(request, form, sign);
    const credential = form.get('credential');
    return typeof credential === 'string' && credential !== ''
      ? await signInWithPasskey(request, form, sign)
      : await signInWithPassword(request, form, sign);
  } catch (error) {
    if (error instanceof Response) throw error;
    const isAway = isDatabaseAway(error);
    log[isAway ? 'warn' : 'error']({ err: error }, 'a sign-in or sign-up failed');
    // Returns the form with everything but the password.
    const read = readForm(form, z.looseObject({}), SECRETS);
    return refused(read.refused(isAway ? AWAY : AUTHENTICATION_ERROR), { kind: 'unavailable' });
  }
}

async function signUp(request: Request, form: FormData, { door, returnTo }: Sign) {
  const read = readForm(form, signUpSchema(await birthDateRule(form)), ['password']);
  if (!read.ok) return refused(read.refused());
  const outcome = await signUpPerson(request, read.value, safeReturnPath(returnTo));
  if (!outcome.ok) return refused(read.refused(signUpMessage(outcome.problem)), outcome.problem);
  const own = rememberOwnSignUp(outcome.value.signUpId);
  const created = isMailOff() ? ACCOUNT_CREATED_WITHOUT_MAIL : ACCOUNT_CREATED;
  const tone = isMailOff() ? 'info' : 'success';
  if (!outcome.value.isMailed)
    return door === 'dialog'
      ? done({ ok: true, message: SIGN_UP_NOT_MAILED, tone: 'info', to: RESEND_CONFIRMATION_PATH }, [own])
      : redirectWithFlash(RESEND_CONFIRMATION_PATH, SIGN_UP_NOT_MAILED, 'info', [own]);
  return door === 'dialog'
    ? done({ ok: true, message: created, tone, to: '/' }, [own])
    : redirectWithFlash(accountCreatedPath(returnTo), created, tone, [
        own,
        rememberSignedUpEmail(read.value.email),
      ]);
}

async function signInWithPassword(request: Request, form: FormData, sign: Sign) {
  const read = readForm(form, signInSchema, SECRETS);
  if (!read.ok) return refused(read.refused());
  const outcome = await loggedSignIn(
    'password',
    signInPerson(request, read.value, { admin: sign.mode === 'admin' }),
  );
  if (outcome.ok) return signedIn(request, sign, outcome.value.cookies);
  const { problem } = outcome;
  if (problem.kind !== 'second-factor') return refused(read.refused(signInMessage(problem)), problem);
  const to = afterSignIn(sign);
  return sign.door === 'dialog'
    ? done({ ok: 'second-factor', to }, [problem.cookie])
    : redirect(secondFactorPath(to, sign.mode), { headers: { 'Set-Cookie': problem.cookie } });
}

async function signInWithPasskey(request: Request, form: FormData, sign: Sign) {
  const read = readForm(form, z.looseObject({ credential: credentialField }), SECRETS);
  if (!read.ok) return refused(read.refused(passkeyMessage({ kind: 'not-valid' })));
  const admin = sign.mode === 'admin';
  const outcome = await loggedSignIn('passkey', signInByPasskey(request, read.value.credential, { admin }));
  if (!outcome.ok) return refused(read.refused(passkeyMessage(outcome.problem)), outcome.problem);
  return signedIn(request, sign, outcome.value.cookies);
}

async function signedIn(request: Request, sign: Sign, cookies: readonly string[]) {
  const to = afterSignIn(sign);
  if (sign.door === 'page')
    return redirectSignedIn(request, cookies, { to: to ?? '/', message: LOGIN_SUCCESSFUL }, sign.followUp);
  const next = await sign.followUp(request, cookies, to);
  const all = [...cookies, ...(next?.cookies ?? [])];
  return next && 'message' in next
    ? done({ ok: true, message: next.message, tone: next.tone, to: next.to }, all)
    : done({ ok: true, message: SIGNED_IN, tone: 'success', to: next?.to ?? to }, all);
}

function done(answer: LoginAnswer, cookies: readonly string[] = []) {
  return data(answer, { headers: cookies.map((cookie): [string, string] => ['Set-Cookie', cookie]) });
}

function refused(refusal: FormRefusal, problem?: Problem) {
  return answerOf<LoginAnswer>({ ok: false, ...refusal }, problem);
}
