/** Answers the checkout form of a guest: signs the guest up, and holds the cart until the email is confirmed. */
import { redirect } from 'react-router';
import { z } from 'zod';
import { mailLinkMessage } from '#core/accounts/identity/accounts/mail-link.ts';
import {
  ACCOUNT_CREATED,
  ACCOUNT_CREATED_WITHOUT_MAIL,
  CONFIRMATION_SENT,
  SIGN_UP_NOT_MAILED,
  tooManyAttempts,
} from '#core/accounts/identity/accounts/messages.ts';
import { birthDateRule } from '#core/accounts/identity/accounts/minimum-age.server.ts';
import { ownSignUp, rememberOwnSignUp } from '#core/accounts/identity/accounts/own-sign-up.server.ts';
import { requestConfirmation } from '#core/accounts/identity/accounts/request-account-mail.server.ts';
import { type SignUpProblem, signUpMessage, signUpSchema } from '#core/accounts/identity/accounts/sign-up.ts';
import { signUpPerson } from '#core/accounts/identity/accounts/sign-up-person.server.ts';
import { addressOf } from '#core/accounts/identity/sessions/client-address.server.ts';
import { countAttempt } from '#core/accounts/identity/sessions/count-attempt.server.ts';
import { addressLimits } from '#core/accounts/identity/sessions/rate-limit.ts';
import {
  accountCreatedPath,
  loginPath,
  RESEND_CONFIRMATION_PATH,
} from '#core/accounts/identity/sessions/return-path.ts';
import { writeCart } from '#core/sales/checkout/cart.ts';
import type { CheckoutProblem } from '#core/sales/checkout/checkout-rules.ts';
import { checkoutMessage } from '#core/sales/checkout/checkout-rules.ts';
import {
  checkHoldForSignUp,
  type HoldInput,
  holdForSignUp,
  readHoldTerms,
} from '#core/sales/checkout/hold-for-sign-up.server.ts';
import { readSignUpHold } from '#core/sales/orders/reservations/sign-up-hold-queries.server.ts';
import { type Id, idOf, isUuid, newId } from '#kernel/ids.ts';
import { isMailOff } from '#platform/outgoing/mail.ts';
import { redirectWithFlash } from '#platform/requests/flash.ts';
import { readForm } from '#platform/requests/form.ts';
import { keyedHash } from '#platform/secrets/secrets.ts';
import { answerOf, type Problem } from '#shop/kit/answer-of.ts';
import { orderNotesForm } from '#shop/orders/order-notes-form.ts';
import { rememberSignedUpEmail, signedUpEmail } from '#shop/sign-in/signed-up-email.server.ts';
import { checkoutPath, releaseHeldHere } from '#shop/sign-up-hold/held-here.server.ts';
import { rememberNotes } from '#shop/sign-up-hold/noted-here.server.ts';
import { continueWithRest, refusalOf, timeMissing } from './answer-checkout.server.ts';
import { answerTo, type CheckoutForm, type Refusal, readCheckoutForm } from './checkout-form.ts';

/** The fields that sign a guest up. A form without them comes from a page that someone signed out of. */
const DETAILS = ['fullName', 'email', 'password'];

export async function answerGuestCheckout(request: Request, sent: FormData) {
  switch (sent.get('intent')) {
    case 'change':
      return redirect(await releaseHeldHere(request, 'the guest changed the cart'));
    case 'resend':
      return sendLinkAgain(request);
  }
  const form = readCheckoutForm(sent);
  if (!DETAILS.some((name) => sent.has(name)))
    return redirectWithFlash(
      loginPath(checkoutPath(form.slotStartsAt)),
      checkoutMessage({ kind: 'not-signed-in' }),
    );
  if (sent.get('intent') === 'rest') {
    const typed = readForm(sent, z.looseObject({}), ['password']).refused();
    return continueWithRest(form, request, typed);
  }
  return signUpAndHold(request, sent, form);
}

async function signUpAndHold(request: Request, sent: FormData, form: CheckoutForm) {
  const schema = signUpSchema(await birthDateRule(sent)).and(orderNotesForm);
  const read = readForm(sent, schema, ['password']);
  const wait = await countAttempt('guest-checkout', addressOf(request), addressLimits['guest-checkout']);
  if (wait > 0)
    return refused(form, read.refused(tooManyAttempts(wait)), null, {
      kind: 'too-many-attempts',
      seconds: wait,
    });
  if (!read.ok) return refused(form, read.refused(), timeMissing(form));
  const { lines, slotStartsAt, expectedTotal } = form;
  const { customerNote, pickupName, ...person } = read.value;
  const { birthDate } = person;
  const notes = { customerNote, pickupName };
  const returnTo = checkoutPath(slotStartsAt);
  const id = signUpIdOf(form.key, { ...read.value, lines: writeCart(lines), slotStartsAt });
  const earlier = ownSignUp(request);
  // The same press, sent again.
  if (earlier === id) return redirect(accountCreatedPath(returnTo));
  const input = {
    lines,
    slotStartsAt,
    expectedTotal,
    birthDate,
    notes,
    address: addressOf(request),
    replaces: earlier,
  };
  // Before the sign-up: a refused cart costs no sign-up and no mail.
  const could = await checkHoldForSignUp({ ...input, signUpId: id });
  if (!could.ok) return refused(form, read.refused(), could.problem);

  const hold = await holdBeside(input);
  const outcome = await signUpPerson(request, person, returnTo, hold.save, id);
  if (!outcome.ok) {
    const { problem } = outcome;
    return isOfSignUp(problem)
      ? refused(form, read.refused(signUpMessage(problem)), null, problem)
      : refused(form, read.refused(), problem.checkout);
  }
  const { signUpId, isMailed, isRepeated } = outcome.value;
  // A form sent again is answered like the first time.
  const isHeld = isRepeated ? (await readSignUpHold(signUpId))?.expiresAt != null : hold.isHeld();
  const cookies = [rememberOwnSignUp(signUpId), rememberSignedUpEmail(person.email), rememberNotes(notes)];
  if (isMailed) {
    const to = accountCreatedPath(isHeld ? '/checkout' : returnTo);
    return isMailOff()
      ? redirectWithFlash(to, ACCOUNT_CREATED_WITHOUT_MAIL, 'error', cookies)
      : redirectWithFlash(to, ACCOUNT_CREATED, 'success', cookies);
  }
  // Checkout shows what is held, and sends the link again.
  const next = isHeld ? '/checkout' : RESEND_CONFIRMATION_PATH;
  return redirectWithFlash(next, SIGN_UP_NOT_MAILED, 'info', cookies);
}

/**
 * The id of the sign-up that this form makes: the same for a form that is sent twice, and no one's to choose. With
 * anything else in it the form is another sign-up: what was typed last counts. The form's key, which nothing stores,
 * hides the password in the hash.
 */
function signUpIdOf(key: string, sent: Readonly<Record<string, unknown>>): Id<string> {
  return isUuid(key) ? idOf(keyedHash(JSON.stringify([key, sent]), 'sign-up-form')) : newId<string>();
}

type OfCheckout = { kind: 'checkout'; checkout: CheckoutProblem };

const isOfSignUp = (problem: SignUpProblem | OfCheckout): problem is SignUpProblem =>
  problem.kind !== 'checkout';

/** What is saved with the sign-up, and whether a cap on holds was reached. */
async function holdBeside(input: Omit<HoldInput, 'signUpId'>) {
  const terms = await readHoldTerms();
  let isHeld = false;
  const save: Parameters<typeof signUpPerson<OfCheckout>>[3] = async (tx, signUpId) => {
    const held = await holdForSignUp(tx, terms, { ...input, signUpId });
    if (!held.ok) return { ok: false, problem: { kind: 'checkout', checkout: held.problem } };
    isHeld = held.value.isHeld;
    return held;
  };
  return { save, isHeld: () => isHeld };
}

/** Returns the form with everything but the password. */
function refused(
  form: CheckoutForm,
  details: NonNullable<ReturnType<typeof answerTo>['details']>,
  problem: CheckoutProblem | null,
  status: Problem | undefined = problem ?? undefined,
) {
  const refusal: Refusal | null = problem === null ? null : refusalOf(form, problem);
  return answerOf({ ...answerTo(form, form.key, refusal), details }, status);
}

async function sendLinkAgain(request: Request) {
  const email = signedUpEmail(request);
  if (email === null) return redirect(RESEND_CONFIRMATION_PATH);
  const outcome = await requestConfirmation(request, email);
  return outcome.ok
    ? redirectWithFlash('/checkout', CONFIRMATION_SENT, 'success')
    : redirectWithFlash('/checkout', mailLinkMessage(outcome.problem), 'error');
}
