/**
 * Brings back what a person pressed when they had to sign in, or confirm who they are, first. One place for every form
 * of every wing: it looks at the answers of all loaders and actions, remembers the form when they lead to a sign-in, and
 * fills it in when its person is back on the page.
 */
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from 'react-router';
import { readActor } from '#core/accounts/identity/sessions/actor-queries.server.ts';
import { pageOf } from '#core/accounts/identity/sessions/guards.server.ts';
import {
  forgetPressed,
  isPressedBy,
  PRESS_AGAIN,
  type PressedForm,
  readPressed,
  rememberPressed,
} from '#core/accounts/identity/sessions/pressed-form.server.ts';
import { loginPath, SWITCH_PATH, safeReturnPath } from '#core/accounts/identity/sessions/return-path.ts';
import { namesOwner, sessionToken } from '#core/accounts/identity/sessions/session-cookie.server.ts';
import type { Actor } from '#core/ground/access/actor.ts';
import { actorContext } from '#core/ground/access/actor-context.ts';
import { readCart, writeCart } from '#core/sales/checkout/cart.ts';
import { parseUrl } from '#kernel/url.ts';
import { formToFill } from '#platform/pages/fill-form.ts';
import type { SentForm } from '#platform/pages/unavailable.ts';
import { asSentBack, cartCookie, flashCookie } from '#platform/requests/cookies.ts';
import { encodeFlash } from '#platform/requests/flash.ts';

type Args = LoaderFunctionArgs | ActionFunctionArgs;

const SIGN_IN = /^\/(?:login|counter\/switch)(?:\?|$)/;
const CONFIRM = /^\/(?:security|admin)\/confirm(?:\?|$)/;
const SIGNED_OUT = 'You were signed out. Sign in, and we bring back what you typed.';

/** What the answer was turned into: `tooLarge` means that it cannot be remembered, so the page has to preserve it. */
export type Remembered = { answer: Response } | { tooLarge: string } | null;

/**
 * A redirect to the sign-in, or to the page that asks who one is, leads back to the page where the form or link was
 * pressed, and the browser remembers what was sent. null for every other answer.
 * @param isForm whether the request sent one that is not processed
 * @param sent reads the submitted form; null if it has files or is too large.
 */
export async function remember(
  answer: unknown,
  { request, context }: Args,
  { isPage, isForm, sent }: { isPage: boolean; isForm: boolean; sent: () => Promise<SentForm | null> },
): Promise<Remembered> {
  const to = answer instanceof Response ? answer.headers.get('location') : null;
  if (!(answer instanceof Response) || to === null) return null;
  if (!isPage && isByScript(request)) return null;
  const actor = context.get(actorContext);
  const here = pageOf(request.url);
  if (CONFIRM.test(here) && SIGN_IN.test(to) && isForm) return { answer: toConfirmed(answer, here) };
  // The pages of the sign-in lead to each other.
  if (safeReturnPath(here) === null || SIGN_IN.test(here)) return null;
  const why = whyRemembered(to, actor, { isPage, isForm });
  if (why === null) return null;
  const page = returnPage(request, to, isForm);
  const [path = '', query] = to.split('?');
  const search = new URLSearchParams(query);
  search.set(path === SWITCH_PATH ? 'to' : 'returnTo', page);
  const location = `${path}?${search}`;
  const token = sessionToken(request.headers.get('cookie'));
  if (actor.kind === 'guest' && token === null) {
    // A guest's press may go on elsewhere: /reserve does what was pressed on a product.
    const isNamed = new URLSearchParams(query).has('returnTo');
    return isNamed || refererOf(request) === null ? null : { answer: redirected(answer, location, []) };
  }
  const owner =
    actor.kind === 'user' ? { userId: actor.userId } : token !== null && namesOwner(token) && { token };
  const form = isForm ? await sent() : null;
  const line = owner
    ? rememberPressed({ why, owner, page, action: form?.action ?? here, fields: form?.fields ?? [] })
    : null;
  if (line === null) return form ? { tooLarge: location } : { answer: redirected(answer, location, []) };
  const says = answer.headers.getSetCookie().some((each) => each.startsWith(`${flashCookie.name}=`));
  const isToldHere = why === 'sign-in' && path !== SWITCH_PATH && !says;
  const flash = isToldHere ? [flashCookie.write(encodeFlash(noticeOf(SIGNED_OUT)))] : [];
  return { answer: redirected(answer, location, [line, ...flash]) };
}

/** Why the answer leads away from what was pressed, so that it is remembered; null if it does not. */
function whyRemembered(
  to: string,
  { kind }: Actor,
  { isPage, isForm }: { isPage: boolean; isForm: boolean },
): PressedForm['why'] | null {
  if (SIGN_IN.test(to) && kind === 'guest' && isForm) return 'sign-in';
  if (!CONFIRM.test(to) || kind !== 'user') return null;
  if (isForm) return 'confirm';
  return isPage ? null : 'file';
}

/**
 * Whether a page's script sent it by itself, such as what a tablet reports: remembered, it would take the place of what
 * the person pressed. The router's requests are for a page, and the browser's ask for one.
 */
function isByScript({ url, headers }: Request): boolean {
  return !new URL(url).pathname.endsWith('.data') && !headers.get('accept')?.includes('text/html');
}

/** The sign-in in place of a confirmation leads to the same page, which has what was pressed there. */
function toConfirmed(answer: Response, here: string): Response {
  const page = safeReturnPath(new URLSearchParams(here.split('?')[1]).get('returnTo'));
  return redirected(answer, loginPath(page, here.startsWith('/admin') ? 'admin' : 'signin'), []);
}

/**
 * The page where it was pressed. A redirect that names that page may know more: the time chosen at checkout. One that
 * names only where the form was sent knows less: a dialog of a list sends to the list, and is in the page's query.
 */
function returnPage(request: Request, to: string, isForm: boolean): string {
  const search = new URLSearchParams(to.split('?')[1]);
  const named = safeReturnPath(search.get('returnTo') ?? search.get('to'));
  const pressedOn = safeReturnPath(refererOf(request));
  const [path] = (pressedOn ?? '').split('?');
  const knowsMore = named?.split('?')[0] === path && named !== pageOf(request.url);
  if (named !== null && (pressedOn === null || !isForm || knowsMore)) return named;
  return pressedOn ?? safeReturnPath(pageOf(request.url)) ?? '/';
}

/** The page of ours that sent the request: browsers name it, in full, to its own site only. */
function refererOf(request: Request): string | null {
  const referer = request.headers.get('referer');
  const { origin, pathname, search } = parseUrl(referer ?? '') ?? {};
  return origin === new URL(request.url).origin ? `${pathname}${search}` : null;
}

function redirected(answer: Response, location: string, cookies: readonly string[]): Response {
  const headers = new Headers(answer.headers);
  headers.set('Location', location);
  for (const cookie of cookies) headers.append('Set-Cookie', cookie);
  return new Response(null, { status: answer.status, headers });
}

const noticeOf = (message: string) => ({ message, tone: 'info' as const, id: crypto.randomUUID() });

/**
 * The answer of a sign-in or sign-out. The way back to the page loads the document, which is filled in; what was
 * pressed is deleted when someone else signs in, and at the sign-out.
 */
export async function afterSignIn(answer: unknown, { request }: Args): Promise<unknown> {
  const pressed = readPressed(request);
  if (pressed === null) return answer;
  const headers = headersOf(answer);
  const session = headers?.getSetCookie().find((line) => line.startsWith('farmgate.session_token='));
  const to = headers?.get('location') ?? null;
  const cookies =
    session !== undefined && (await isOther(pressed, request, session, to)) ? [forgetPressed()] : [];
  const isBack = answer instanceof Response && to === pressed.page;
  if (pressed.why === 'file' && pressed.action === pageOf(request.url) && to === null)
    cookies.push(forgetPressed());
  if (!headers || (cookies.length === 0 && !isBack)) return answer;
  for (const cookie of cookies) headers.append('Set-Cookie', cookie);
  if (isBack) headers.set('X-Remix-Reload-Document', 'true');
  return answer instanceof Response
    ? new Response(answer.body, { status: answer.status, headers })
    : data((answer as WithInit).data, { ...(answer as WithInit).init, headers });
}

/** Whether the new session is another person's; a cleared one is, unless the person only signs in again. */
async function isOther(
  pressed: PressedForm,
  request: Request,
  session: string,
  to: string | null,
): Promise<boolean> {
  if (/;\s*Max-Age=0(?:;|$)/i.test(session))
    return to === null || !SIGN_IN.test(to) || to.startsWith(SWITCH_PATH);
  // A session by PIN counts with its tablet's cookie only.
  const cookie = [asSentBack(session), request.headers.get('cookie')].join('; ');
  const actor = await readActor(new Headers({ cookie }));
  return actor.kind === 'guest' || !isPressedBy(pressed, actor);
}

type WithInit = { type: string; data: unknown; init: ResponseInit | null };

/** A copy of the headers of a response, or of `data` with headers; null for anything else. */
function headersOf(answer: unknown): Headers | null {
  if (answer instanceof Response) return new Headers(answer.headers);
  const isWithInit =
    typeof answer === 'object' &&
    answer !== null &&
    'type' in answer &&
    answer.type === 'DataWithResponseInit';
  return isWithInit ? new Headers((answer as WithInit).init?.headers) : null;
}

/**
 * The loaders of the page where something was pressed, opened by its person: they show the notice and, at checkout, the
 * cart that was sent; the form is filled in once the page is rendered. Other loaders get their arguments unchanged.
 */
export function onReturn(args: Args): Args {
  const { request, context } = args;
  const { pathname, search } = new URL(request.url);
  if (request.method !== 'GET' || pathname.endsWith('.data')) return args;
  const pressed = readPressed(request);
  const actor = context.get(actorContext);
  if (pressed === null || actor.kind === 'guest' || pressed.why === 'file') return args;
  if (pressed.page !== pathname + search || !isPressedBy(pressed, actor)) return args;
  context.set(formToFill, { ...pressed, forget: forgetPressed() });
  const headers = new Headers(request.headers);
  // Read, because a sender may have put in it what no header may contain.
  const cart = writeCart(readCart(pressed.fields.find(([name]) => name === 'lines')?.[1]));
  const lines = [
    flashCookie.write(encodeFlash({ ...noticeOf(PRESS_AGAIN[pressed.why]), tone: 'error' })),
    ...(cart && pathname === '/checkout' ? [cartCookie.write(cart)] : []),
  ];
  headers.set('cookie', [...lines.map(asSentBack), headers.get('cookie')].join('; '));
  return { ...args, request: new Request(request, { headers }) };
}
