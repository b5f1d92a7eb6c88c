/** Where a sign-in leads afterwards: a path of our own and nothing else, whatever the link that asked says. */

/** Longer ones are no pages of ours. */
const MAXIMUM_LENGTH = 1024;
/** Going back there would sign out again, or ask for the sign-in once more. */
const pointless =
  /^\/(?:login|sign-out|confirm-email|reset-password|forgot-password|resend-confirmation|account-created)(?:[/?#]|$)/i;

/**
 * The path, with query, if it leads to a page of this very site; null otherwise. Browsers read backslashes as
 * slashes, drop tabs and line breaks, and decode nothing in a path; proxies and frameworks may decode once or
 * twice. So a path is refused when it leaves the site in any of these readings.
 */
export function safeReturnPath(wanted: unknown): string | null {
  if (typeof wanted !== 'string' || wanted.length > MAXIMUM_LENGTH) return null;
  let reading = wanted;
  for (let decoded = 0; decoded < 4; decoded++) {
    if (!staysHere(reading)) return null;
    let next: string;
    try {
      next = decodeURIComponent(reading);
    } catch {
      // A lone % in a search is harmless once the reading before it was.
      break;
    }
    if (next === reading) break;
    reading = next;
  }
  if (pointless.test(wanted)) return null;
  const url = new URL(wanted, 'https://here.invalid');
  return url.origin === 'https://here.invalid' ? url.pathname + url.search : null;
}

function staysHere(path: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what the check is about
  if (!/^\/(?![/\\])/.test(path) || /[\u0000-\u001f\u007f-\u009f\\\u2028\u2029]/.test(path)) return false;
  const [beforeQuery = ''] = path.split(/[?#]/, 1);
  if (beforeQuery.includes('//') || !path.isWellFormed()) return false;
  return (
    URL.canParse(path, 'https://here.invalid') &&
    new URL(path, 'https://here.invalid').host === 'here.invalid'
  );
}

export type LoginMode = 'signin' | 'signup' | 'admin';

/** The mode a link or a form asks for; anything unknown is the customer's sign-in. */
export function loginMode(wanted: unknown): LoginMode {
  return wanted === 'signup' || wanted === 'admin' ? wanted : 'signin';
}

/** The sign-in page, in a mode, coming back to `returnTo` where that is a page of ours. */
export function loginPath(returnTo: string | null = null, mode: LoginMode = 'signin'): string {
  const query = new URLSearchParams();
  if (mode !== 'signin') query.set('mode', mode);
  const safe = safeReturnPath(returnTo);
  if (safe !== null && safe !== '/') query.set('returnTo', safe);
  return query.size === 0 ? '/login' : `/login?${query}`;
}

/**
 * Where a finished sign-in leads (design.md section 2, first row): back to the page that asked, else by door.
 * The dialog stays where it was opened, which is what null means.
 */
export function afterSignIn(sign: {
  mode: LoginMode;
  door: 'page' | 'dialog';
  returnTo: unknown;
}): string | null {
  const asked = safeReturnPath(sign.returnTo);
  if (asked !== null) return asked;
  if (sign.mode === 'admin') return sign.door === 'dialog' ? '/admin' : '/admin/dashboard';
  return sign.door === 'dialog' ? null : '/products';
}
