/** Answers the second step of a sign-in: the code, or a request for another message. */
import { redirect } from 'react-router';
import { LOGIN_SUCCESSFUL, SIGN_IN_EXPIRED } from '#core/accounts/identity/accounts/messages.ts';
import {
  secondFactorMessage,
  secondFactorSchema,
} from '#core/accounts/identity/second-factor/authenticator.ts';
import {
  passSecondFactor,
  sendAnotherCode,
} from '#core/accounts/identity/second-factor/second-factor.server.ts';
import { textFactorMessage } from '#core/accounts/identity/second-factor/text-factor.ts';
import {
  afterSignIn,
  loginMode,
  loginPath,
  safeReturnPath,
  secondFactorPath,
} from '#core/accounts/identity/sessions/return-path.ts';
import { loggedSignIn } from '#platform/log-refusal.ts';
import { redirectWithFlash } from '#platform/requests/flash.ts';
import { type FormRefusal, readForm } from '#platform/requests/form.ts';
import { answerOf } from '#shop/kit/answer-of.ts';
import { type FollowUp, redirectSignedIn } from './follow-up.server.ts';

function queryOf(request: Request) {
  const query = new URL(request.url).searchParams;
  return { mode: loginMode(query.get('mode')), returnTo: safeReturnPath(query.get('returnTo')) };
}

/** Back to the first step. */
export function signInPath(request: Request): string {
  const { mode, returnTo } = queryOf(request);
  return loginPath(returnTo, mode);
}

export async function answerSecondFactor(request: Request, form: FormData, followUp: FollowUp) {
  const { mode, returnTo } = queryOf(request);
  const expired = () => redirectWithFlash(signInPath(request), SIGN_IN_EXPIRED, 'error');
  if (form.get('intent') === 'send-code') {
    const sent = await sendAnotherCode(request);
    if (sent.ok) return redirect(secondFactorPath(returnTo, mode));
    if (sent.problem.kind === 'expired') return expired();
    const refusal: FormRefusal = { message: textFactorMessage(sent.problem), errors: {}, values: {} };
    return answerOf(refusal, sent.problem);
  }
  const read = readForm(form, secondFactorSchema, ['code']);
  if (!read.ok) return answerOf(read.refused());
  const outcome = await loggedSignIn(
    'second-factor',
    passSecondFactor(request, read.value, { admin: mode === 'admin' }),
  );
  if (outcome.ok) {
    const wanted = afterSignIn({ mode, door: 'page', returnTo }) ?? '/';
    const then = { to: wanted, message: LOGIN_SUCCESSFUL };
    return redirectSignedIn(request, outcome.value.cookies, then, followUp);
  }
  const { problem } = outcome;
  const message = secondFactorMessage(problem);
  switch (problem.kind) {
    case 'expired':
      return expired();
    case 'banned':
    case 'not-allowed':
      return redirectWithFlash('/', message, 'error');
    case 'wrong-code':
    case 'wrong-text-code':
      return answerOf(read.refused(message, 'code'), problem);
    default:
      return answerOf(read.refused(message), problem);
  }
}
