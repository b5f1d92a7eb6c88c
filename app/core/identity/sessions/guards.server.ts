/**
 * The first question of every protected loader and action: who is asking, and may they? It is asked again
 * inside the feature; this one decides where a person is sent instead.
 */
import { type RouterContextProvider, redirect } from 'react-router';
import { may, type Permission, type SignedIn } from '#core/access/actor.ts';
import { actorContext } from '#core/access/actor-context.ts';
import { isRecentlyConfirmed } from '#core/access/recent-sign-in-queries.server.ts';
import { redirectWithFlash } from '#platform/requests/flash.ts';
import { confirmPath } from '../accounts/confirm-path.ts';
import { BANNED, LOG_IN_FOR_ORDERS, UNAUTHORIZED } from '../accounts/messages.ts';
import { AUTHENTICATOR_PATH, loginPath } from './return-path.ts';

type Context = Readonly<RouterContextProvider>;

/** The signed-in person. A guest is sent to /login and comes back from there; somebody banned is told so at home. */
export function requireSignedIn(context: Context, request: Request): SignedIn {
  const actor = context.get(actorContext);
  if (actor.kind === 'guest') throw redirect(loginPath(asked(request)));
  if (actor.isBanned) throw redirectWithFlash('/', BANNED, 'error');
  return actor;
}

/**
 * The signed-in person whose own orders are asked for. A guest is told why on the sign-in page, and comes back.
 * @param page where to, where what was asked for is a file: a sign-in leads to pages.
 */
export function requireCustomer(context: Context, request: Request, page?: string): SignedIn {
  if (context.get(actorContext).kind === 'guest')
    throw redirectWithFlash(loginPath(page ?? asked(request) ?? '/orders'), LOG_IN_FOR_ORDERS);
  return requireSignedIn(context, request);
}

/**
 * The signed-in person, if they hold the permission. A guest is sent to the admin sign-in; whoever may not
 * enter the back office is sent home; who may enter it, but not this room of it, to its first page.
 */
export function requirePermission(context: Context, permission: Permission, request?: Request): SignedIn {
  const actor = context.get(actorContext);
  if (actor.kind === 'guest') throw redirect(loginPath(request ? asked(request) : null, 'admin'));
  if (may(actor, permission)) return actor;
  if (actor.isBanned) throw redirectWithFlash('/', BANNED, 'error');
  if (actor.lacksSecondFactor) throw redirect(AUTHENTICATOR_PATH);
  throw redirectWithFlash(may(actor, 'backoffice.enter') ? '/admin/dashboard' : '/', UNAUTHORIZED, 'error');
}

/**
 * Before something sensitive, in the loader of its form and in its action: who has signed in, or shown again who they
 * are, within the last 15 minutes goes on. Anybody else is sent to /security/confirm and comes back to this page. The
 * loader asks after 10 minutes already, so that who was let in has time to type.
 * @param page where to come back to, where what was asked for is a file.
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
 * The page a request is for. A navigation within the shop asks for a page's data under a name of its own
 * ('/orders.data?_routes=…'); nobody is to be sent back there.
 */
export function pageOf(requestUrl: string): string {
  const { pathname, searchParams } = new URL(requestUrl);
  searchParams.delete('_routes');
  searchParams.delete('index');
  const page = pathname.replace(/\.data$/, '').replace(/^\/_root$/, '/');
  const query = searchParams.toString();
  return query === '' ? page : `${page}?${query}`;
}

/** Where to come back to: the page itself, never a write, which would only be half repeated. */
function asked(request: Request): string | null {
  if (request.method !== 'GET' && request.method !== 'HEAD') return null;
  return pageOf(request.url);
}
