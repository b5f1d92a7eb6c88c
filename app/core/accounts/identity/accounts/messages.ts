/** Messages about signing in; the specification gives some of them word for word (sections 5 and 8). */

export const INVALID_CREDENTIALS = 'Invalid credentials or email not confirmed.';
export const BIRTH_DATE_REQUIRED = 'Birth date is required for account creation.';
export const ADMIN_ONLY = 'Admin access only';
export const UNAUTHORIZED = 'Unauthorized: Admin access only';
/** A part of the office that a box would open, for someone on the staff without it. */
export const NOT_IN_RIGHTS = 'Your rights do not include this. Ask an admin for more.';
/** An admin's own part of the office, in a session by PIN. */
export const NOT_BY_PIN =
  'This needs a sign-in with your password. A PIN is for the daily work at the counter.';
/** A page of one's own account, in a session by PIN. */
export const NOT_BY_PIN_HERE =
  'A PIN opens the counter only. Sign in with your password to open your own account.';
export const ACCOUNT_CREATED = 'Account created! Please check your email to confirm before signing in.';
export const LOGIN_SUCCESSFUL = 'Login successful';
export const SIGNED_IN = 'Signed in successfully!';
export const AUTHENTICATION_ERROR = 'Authentication error';
export const ALREADY_CONFIRMED = 'This email is already confirmed. Sign in to continue.';
export const ALREADY_CONFIRMED_HERE = 'This email is already confirmed, and you are signed in.';
/** Why orders send a guest to the sign-in page (specification section 2, 'Orders page'). */
export const LOG_IN_FOR_ORDERS = 'Please log in to view your orders.';
export const SIGNED_OUT = 'You are signed out.';

export const WRONG_PASSWORD = 'This is not your password. Please try again.';

export const SECOND_FACTOR_FIRST = 'The back office asks for a second factor. Set one up here to continue.';

/** For a session that has shown a text code and nothing stronger. */
export const TEXT_CODE_ONLY =
  'You signed in with a text code. To change this, sign in again with a backup code or a passkey.';

/** The same, for staff. */
export const NO_BACK_OFFICE_BY_TEXT_CODE =
  'The back office does not accept text codes. Sign in again with a backup code or a passkey, then set up an app or a passkey here.';

export const SECOND_FACTOR_NEEDED = 'One more step: enter your sign-in code.';
export const WRONG_TEXT_CODE =
  'This code is wrong, has expired or was already used. Please try the newest one.';
export const SIGN_IN_EXPIRED = 'This sign-in has expired. Please sign in again.';

/** Shown only to a person who has just proved that they own the account. */
export const BANNED =
  'This account is suspended. Please call or write to us; the numbers are at the top of the page.';

/** The same message whether or not the account exists. */
export const CONFIRMATION_SENT =
  'If an account with this email is not confirmed yet, a new link is on its way. It works for 24 hours.';
export const RESET_SENT =
  'If there is an account with this email, a link to choose a new password is on its way. It works for one hour.';

/** For a real shop without a mail server, in place of words that a link is on its way; the same for every address. */
export const NO_MAIL_LEAVES =
  'We cannot send email right now, so no link was sent. Please call us, or try again later.';
export const ACCOUNT_CREATED_WITHOUT_MAIL =
  'Account created, but we cannot send email right now, so you cannot confirm it yet. Please call us, or ask for a new link later.';

export const EMAIL_CONFIRMED = 'Your email is confirmed and you are signed in.';
/** For a sign-up that came from checkout and whose link is opened in another browser. */
export const EMAIL_CONFIRMED_ELSEWHERE =
  'Your email is confirmed and you are signed in. Your cart is on the device where you filled it: sign in there to check out.';
/** When the link could not sign the person in right away. */
export const EMAIL_CONFIRMED_SIGN_IN = 'Your email is confirmed. You can sign in now.';
export const LINK_NOT_VALID = 'This link is no longer valid. Ask for a new one here.';
export const PASSWORD_CHANGED = 'Password changed. Sign in with the new one.';

/** A sign-up past the limit of mail to its address; shown on the page that requests a new link. */
export const SIGN_UP_NOT_MAILED =
  'There were too many sign-ups with this email, so we sent no link this time. Request one here.';

/** Accounts cannot be created while the shop is closed; staff are invited. */
export const NOT_OPEN = 'This shop is not open yet. Please come back soon.';

/** @param seconds until the next try counts. */
export function tooManyAttempts(seconds: number): string {
  return `Too many attempts. Try again in ${waitOf(seconds)}.`;
}

/** The same message whether or not the email has an account. @param seconds until the next request counts. */
export function tooManyLinks(seconds: number): string {
  return `Too many requests for this email. Use the newest link in your inbox, or try again in ${waitOf(seconds)}.`;
}

function waitOf(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  if (seconds < 60) return `${Math.max(1, seconds)} seconds`;
  if (minutes === 1) return '1 minute';
  return minutes <= 120 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`;
}
