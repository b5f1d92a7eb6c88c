/** Answers the two forms behind the link of the confirmation mail. */
import { redirect } from 'react-router';
import { readCart } from '#core/checkout/cart.ts';
import { confirmSignUp, confirmSignUpAnew } from '#core/identity/accounts/confirm-sign-up.server.ts';
import { confirmAnewSchema, confirmMessage, confirmSchema } from '#core/identity/accounts/confirm-sign-up.ts';
import {
  EMAIL_CONFIRMED,
  EMAIL_CONFIRMED_ELSEWHERE,
  EMAIL_CONFIRMED_SIGN_IN,
  LINK_NOT_VALID,
} from '#core/identity/accounts/messages.ts';
import { birthDateRule } from '#core/identity/accounts/minimum-age.server.ts';
import { loginPath } from '#core/identity/sessions/return-path.ts';
import { signInUncounted } from '#core/identity/sessions/sign-in-person.server.ts';
import { cartCookie } from '#platform/requests/cookies.ts';
import { redirectWithFlash } from '#platform/requests/flash.ts';
import { readForm } from '#platform/requests/form.ts';
import { answerOf } from '#shop/frame/answer-of.ts';
import { forgetSignedUpEmail } from './signed-up-email.server.ts';

/** The cart is in the browser that filled it; the person may open the mail in another one. */
export const hasCart = (request: Request) =>
  readCart(cartCookie.read(request.headers.get('cookie'))).length > 0;

const SECRETS = ['password', 'token'];

export async function answerConfirmation(request: Request, form: FormData) {
  const isAnew = form.get('intent') === 'new-password';
  const { refused, outcome, password } = isAnew
    ? await confirmWithNewPassword(request, form)
    : await confirm(request, form);
  if (!outcome) return answerOf({ ...refused(), isAnew });
  if (!outcome.ok) {
    const { problem } = outcome;
    if (problem.kind === 'link-not-valid')
      return redirectWithFlash('/resend-confirmation', LINK_NOT_VALID, 'error');
    // Confirmed in another tab or on another device: the link itself says how to continue.
    if (problem.kind === 'already-confirmed')
      return redirect(`/confirm-email?${new URLSearchParams({ token: String(form.get('token')) })}`);
    return answerOf({ ...refused(confirmMessage(problem)), isAnew }, problem);
  }

  const { email, returnTo } = outcome.value;
  const signedIn = await signInUncounted(request, { email, password }, { admin: false });
  const [to, message] = !signedIn.ok
    ? [loginPath(returnTo), EMAIL_CONFIRMED_SIGN_IN]
    : returnTo === '/checkout' && !hasCart(request)
      ? ['/cart', EMAIL_CONFIRMED_ELSEWHERE]
      : [returnTo ?? '/', EMAIL_CONFIRMED];
  const cookies = signedIn.ok ? signedIn.value.cookies : [];
  return redirectWithFlash(to, message, 'success', [...cookies, forgetSignedUpEmail]);
}

async function confirm(request: Request, form: FormData) {
  const read = readForm(form, confirmSchema, SECRETS);
  const outcome = read.ok ? await confirmSignUp(request, read.value) : null;
  return { refused: read.refused, outcome, password: read.ok ? read.value.password : '' };
}

async function confirmWithNewPassword(request: Request, form: FormData) {
  const read = readForm(form, confirmAnewSchema(await birthDateRule(form)), SECRETS);
  const outcome = read.ok ? await confirmSignUpAnew(request, read.value) : null;
  return { refused: read.refused, outcome, password: read.ok ? read.value.password : '' };
}
