/** Answers the forms behind the link of the confirmation mail. */
import { redirect } from 'react-router';
import {
  confirmOwnSignUp,
  confirmSignUp,
  confirmWithNewPassword,
} from '#core/accounts/identity/accounts/confirm-sign-up.server.ts';
import {
  confirmMessage,
  confirmOwnSchema,
  confirmSchema,
  newPasswordSchema,
} from '#core/accounts/identity/accounts/confirm-sign-up.ts';
import { readConfirmation } from '#core/accounts/identity/accounts/link-queries.server.ts';
import {
  EMAIL_CONFIRMED,
  EMAIL_CONFIRMED_ELSEWHERE,
  EMAIL_CONFIRMED_SIGN_IN,
  LINK_NOT_VALID,
} from '#core/accounts/identity/accounts/messages.ts';
import { birthDateRule } from '#core/accounts/identity/accounts/minimum-age.server.ts';
import { forgetOwnSignUp } from '#core/accounts/identity/accounts/own-sign-up.server.ts';
import { loginPath } from '#core/accounts/identity/sessions/return-path.ts';
import { startSession } from '#core/accounts/identity/sessions/start-session.server.ts';
import { readCart } from '#core/sales/checkout/cart.ts';
import { releaseSignUpHold } from '#core/sales/orders/reservations/release-sign-up-hold.server.ts';
import { cartCookie } from '#platform/requests/cookies.ts';
import { redirectWithFlash } from '#platform/requests/flash.ts';
import { readForm } from '#platform/requests/form.ts';
import { answerOf } from '#shop/kit/answer-of.ts';
import { orderHeld } from '#shop/sign-up-hold/order-held.server.ts';
import { forgetSignedUpEmail } from './signed-up-email.server.ts';

/** The cart is in the browser that filled it; the person may open the mail in another one. */
export const hasCart = (request: Request) =>
  readCart(cartCookie.read(request.headers.get('cookie'))).length > 0;

const SECRETS = ['password', 'token'];

/** The forms of the page, by their intent. */
export type ConfirmIntent = 'own' | 'confirm' | 'new-password';

export async function answerConfirmation(request: Request, form: FormData) {
  const intent: ConfirmIntent =
    (['own', 'new-password'] as const).find((one) => one === form.get('intent')) ?? 'confirm';
  const { refused, outcome } = await answers[intent](request, form);
  if (!outcome) return answerOf({ ...refused(), intent });
  if (!outcome.ok) {
    const { problem } = outcome;
    if (problem.kind === 'link-not-valid')
      return redirectWithFlash('/resend-confirmation', LINK_NOT_VALID, 'error');
    // Confirmed in another tab or on another device, or the cookie of this browser is gone: the link says how to
    // continue.
    if (problem.kind === 'already-confirmed' || (intent === 'own' && problem.kind === 'wrong-password'))
      return redirect(`/confirm-email?${new URLSearchParams({ token: String(form.get('token')) })}`);
    return answerOf({ ...refused(confirmMessage(problem)), intent }, problem);
  }

  const { userId, email, returnTo } = outcome.value;
  const ownCookies = [forgetSignedUpEmail, forgetOwnSignUp()];
  const signedIn = await startSession(request, { userId, email }, { secondFactor: false });
  const cookies = signedIn.ok ? signedIn.value.cookies : [];
  const held = await orderHeld(request, outcome.value, cookies);
  if (held)
    return redirectWithFlash(held.to, held.message, held.tone, [...cookies, ...held.cookies, ...ownCookies]);
  const [to, message] = !signedIn.ok
    ? [loginPath(returnTo), EMAIL_CONFIRMED_SIGN_IN]
    : returnTo?.startsWith('/checkout') && !hasCart(request)
      ? ['/cart', EMAIL_CONFIRMED_ELSEWHERE]
      : [returnTo ?? '/', EMAIL_CONFIRMED];
  return redirectWithFlash(to, message, 'success', [...cookies, ...ownCookies]);
}

const answers = {
  own: async (request: Request, form: FormData) => {
    const read = readForm(form, confirmOwnSchema, SECRETS);
    return { refused: read.refused, outcome: read.ok ? await confirmOwnSignUp(request, read.value) : null };
  },
  confirm: async (request: Request, form: FormData) => {
    const read = readForm(form, confirmSchema, SECRETS);
    return { refused: read.refused, outcome: read.ok ? await confirmSignUp(request, read.value) : null };
  },
  'new-password': async (request: Request, form: FormData) => {
    const read = readForm(form, newPasswordSchema(await birthDateRule(form)), SECRETS);
    if (!read.ok) return { refused: read.refused, outcome: null };
    // Before the account exists: who chooses a new password has not shown that what is held is theirs.
    const link = await readConfirmation(read.value.token);
    if (link.state === 'open') await releaseSignUpHold(link.signUpId, 'confirmed with a new password');
    return { refused: read.refused, outcome: await confirmWithNewPassword(request, read.value) };
  },
};
