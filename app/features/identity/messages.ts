/** What people are told about signing in; the quoted ones are the specification's (sections 5 and 8). */

export const INVALID_CREDENTIALS = 'Invalid credentials or email not confirmed.';
export const BIRTH_DATE_REQUIRED = 'Birth date is required for account creation.';
export const ADMIN_ONLY = 'Admin access only';
export const UNAUTHORIZED = 'Unauthorized: Admin access only';
export const ACCOUNT_CREATED = 'Account created! Please check your email to confirm before signing in.';
export const LOGIN_SUCCESSFUL = 'Login successful';
export const SIGNED_IN = 'Signed in successfully!';
export const AUTHENTICATION_ERROR = 'Authentication error';
export const ALREADY_CONFIRMED = 'This email is already confirmed. Sign in to continue.';
export const ALREADY_CONFIRMED_HERE = 'This email is already confirmed, and you are signed in.';
/** Why a guest is sent away from orders (specification section 2, 'Orders page'). */
export const LOG_IN_FOR_ORDERS = 'Please log in to view your orders.';
export const SIGNED_OUT = 'You are signed out.';

export const WRONG_PASSWORD = 'This is not your password. Please try again.';

export const CONFIRM_FIRST = 'It has been a while since you signed in. Please confirm it’s you.';

export const SECOND_FACTOR_FIRST = 'The back office asks for a second factor. Set one up here, then go on.';

export const SECOND_FACTOR_NEEDED = 'One step more: enter your sign-in code.';
export const WRONG_TEXT_CODE =
  'This code is not right, has run out or was used before. Please try the newest one.';
export const SIGN_IN_EXPIRED = 'This sign-in was not finished in time. Please sign in again.';

/** Said only to somebody who has just proved to be the account's owner. */
export const BANNED =
  'This account is suspended. Please call or write to us; the numbers are at the top of the page.';

/** The same words whether or not there is such an account. */
export const CONFIRMATION_SENT =
  'If an account with this email waits for confirmation, a new link is on its way. It works for 24 hours.';
export const RESET_SENT =
  'If there is an account with this email, a link to choose a new password is on its way. It works for one hour.';

export const EMAIL_CONFIRMED = 'Your email is confirmed and you are signed in.';
/** Of a sign-up that came from checkout, where its link is opened in another browser. */
export const EMAIL_CONFIRMED_ELSEWHERE =
  'Your email is confirmed and you are signed in. Your cart is on the device where you filled it: sign in there to check out.';
/** Where signing in right away did not go. */
export const EMAIL_CONFIRMED_SIGN_IN = 'Your email is confirmed. You can sign in now.';
export const LINK_NOT_VALID = 'This link is no longer valid. Ask for a new one here.';
export const PASSWORD_CHANGED = 'Your password is changed. Sign in with the new one.';

/** Said when more people sign in at once than passwords can be checked. */
export const TRY_AGAIN_SOON = 'Many people are signing in right now. Please try again in a few seconds.';

/** @param seconds until the next try counts. */
export function tooManyAttempts(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  const wait =
    seconds < 60
      ? `${Math.max(1, seconds)} seconds`
      : minutes === 1
        ? '1 minute'
        : minutes <= 120
          ? `${minutes} minutes`
          : `${Math.ceil(minutes / 60)} hours`;
  return `Too many attempts. Try again in ${wait}.`;
}
