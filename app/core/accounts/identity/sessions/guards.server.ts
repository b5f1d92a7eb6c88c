/**
 * Guards every protected loader and action: who is asking, and may they? The feature checks again; this decides where
 * to redirect.
 */
import { type RouterContextProvider, redirect } from 'react-router';
import { isGivenByRights, may, type Permission, type SignedIn } from '#core/ground/access/actor.ts';
import { actorContext } from '#core/ground/access/actor-context.ts';
import { isRecentlyConfirmed } from '#core/ground/access/recent-sign-in-queries.server.ts';
import { logRefusal } from '#platform/log-refusal.ts';
import { redirectWithFlash } from '#platform/requests/flash.ts';
import { confirmPath } from '../accounts/confirm-path.ts';
import {
  BANNED,
  LOG_IN_FOR_ORDERS,
  NOT_BY_PIN,
  NOT_BY_PIN_HERE,
  NOT_IN_RIGHTS,
  UNAUTHORIZED,
} from '../accounts/messages.ts';
import { tabletHash } from '../pins/tablet-cookie.server.ts';
import { AUTHENTICATOR_PATH, loginPath, SWITCH_PATH } from './return-path.ts';

type Context = Readonly<RouterContextProvider>;

/**
 * The signed-in person. A guest is redirected to /login and returns from there; a banned person gets a message on the
 * home page.
 */
export function requireSignedIn(context: Context, request: Request): SignedIn {
  const actor = context.get(actorContext);
  if (actor.kind === 'guest') throw actor.byPin ? notByPin(request) : redirect(loginPath(asked(request)));
  if (actor.isBanned) {
    logRefusal('access-refused', { kind: 'banned', account: actor.userId });
    throw redirectWithFlash('/', BANNED, 'error');
  }
  return actor;
}

/**
 * The signed-in person who asks for their own orders. The sign-in page tells a guest why, and leads back.
 * @param page the page to return to when the request is for a file: a sign-in leads to pages.
 */
export function requireCustomer(context: Context, request: Request, page?: string): SignedIn {
  const actor = context.get(actorContext);
  if (actor.kind === 'guest' && !actor.byPin)
    throw redirectWithFlash(loginPath(page ?? asked(request) ?? '/orders'), LOG_IN_FOR_ORDERS);
  return requireSignedIn(context, request);
}

/**
 * The signed-in person, if they have the permission. A guest is redirected to the admin sign-in, a person who may not
 * enter the back office to the home page, and one who may enter it but not this part of it to its first page.
 */
export function requirePermission(context: Context, permission: Permission, request?: Request): SignedIn {
  const actor = context.get(actorContext);
  if (actor.kind === 'guest')
    throw actor.byPin ? notByPin(request, 'admin') : redirect(whereToSignIn(request));
  if (may(actor, permission)) return actor;
  logRefusal('access-refused', { kind: permission, account: actor.userId });
  if (actor.isBanned) throw redirectWithFlash('/', BANNED, 'error');
  if (actor.lacksSecondFactor) throw redirect(AUTHENTICATOR_PATH);
  const isStaff = may(actor, 'backoffice.enter');
  const lacks = isStaff && isGivenByRights(permission) ? NOT_IN_RIGHTS : UNAUTHORIZED;
  // Only an admin has more with a password than by PIN; rights are a person's own in both.
  const words = actor.byPin && !actor.rights ? NOT_BY_PIN : lacks;
  throw redirectWithFlash(isStaff ? '/admin/dashboard' : '/', words, 'error');
}

/** The sign-in page says why, and leads back to the counter. */
const notByPin = (request: Request | undefined, mode?: 'admin') =>
  redirectWithFlash(
    loginPath(request ? asked(request) : null, mode),
    mode === 'admin' ? NOT_BY_PIN : NOT_BY_PIN_HERE,
  );

/** The admin sign-in; on a shared tablet, which is at the counter, the choice of who works there. */
function whereToSignIn(request: Request | undefined): string {
  const to = request ? asked(request) : null;
  const isTablet = request !== undefined && tabletHash(request.headers.get('cookie')) !== null;
  if (!isTablet || !new URL(request.url).pathname.startsWith('/counter')) return loginPath(to, 'admin');
  return to === null ? SWITCH_PATH : `${SWITCH_PATH}?${new URLSearchParams({ to })}`;
}

/**
 * Guards something sensitive, in the loader of its form and in its action: a person who has signed in or confirmed who
 * they are within the last 15 minutes continues. Anyone else is redirected to /security/confirm, or /admin/confirm from the
 * office, and returns to this page. The loader already asks after 10 minutes, so that there is time to type.
 * @param page the page to return to when the request is for a file.
 */
export async function requireRecentSignIn(
  actor: SignedIn,
  request: Request,
  page = pageOf(request.url),
): Promise<void> {
  const isForm = request.method === 'GET' || request.method === 'HEAD';
  if (await isRecentlyConfirmed(actor, isForm ? 'open' : 'change')) return;
  throw redirect(confirmPath(page));
}

/**
 * The page a request is for. A navigation within the shop requests a page's data under another name
 * ('/orders.data?_routes=…'), which must not become a return path.
 */
export function pageOf(requestUrl: string): string {
  const { pathname, searchParams } = new URL(requestUrl);
  searchParams.delete('_routes');
  searchParams.delete('index');
  const page = pathname.replace(/\.data$/, '').replace(/^\/_root$/, '/');
  const query = searchParams.toString();
  return query === '' ? page : `${page}?${query}`;
}

/** Where to return: the page itself, never a write, which would only be half repeated. */
function asked(request: Request): string | null {
  if (request.method !== 'GET' && request.method !== 'HEAD') return null;
  return pageOf(request.url);
}
