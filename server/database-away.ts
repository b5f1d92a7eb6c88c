/**
 * What routes answer to a form that cannot be taken just now, so that nothing typed is lost: while the database is
 * away a 503 page that tries again by itself, and to a session that has ended a 401 page from which the form is sent
 * again after signing in. An account that is deleted while its request is under way is answered as somebody signed
 * out. Put around every loader and action, so that no route has to think of it.
 */
import {
  type ActionFunctionArgs,
  createContext,
  data,
  type LoaderFunctionArgs,
  redirect,
  type ServerBuild,
} from 'react-router';
import { actorContext } from '#core/access/actor-context.ts';
import { bearsSession, readActorOfSession } from '#core/identity/sessions/actor-queries.server.ts';
import { pageOf } from '#core/identity/sessions/guards.server.ts';
import { loginPath } from '#core/identity/sessions/return-path.ts';
import {
  databaseErrorCode,
  FOREIGN_KEY_VIOLATION,
  isContended,
  isDatabaseAway,
} from '#platform/database-error.ts';
import { log } from '#platform/log.ts';
import {
  BUSY,
  RETRY_AFTER_SECONDS,
  type SentForm,
  type SessionEnded,
  type Unavailable,
} from '#platform/pages/unavailable.ts';
import { problemJson } from '#platform/requests/problem-response.ts';
import { requestForm } from '#platform/requests/request-body.ts';
import { requestInfo } from '#platform/requests/request-context.ts';

/** Set when it could not be read who is asking: then only the frame of a page can be made. */
export const visitorUnknown = createContext(false);

/** The body of the request as it came, should it have to be sent again. */
const sentBody = createContext<Request | null>(null);

/** Routes whose data depends on nobody: the document and the shop's frame. */
const frames: ReadonlySet<string> = new Set(['root', 'shop/frame/shop-layout']);

/** A form that is kept on the page is repeated in it; a larger one was no form that somebody typed. */
const LARGEST_FORM = 64 * 1024;

type Args = LoaderFunctionArgs | ActionFunctionArgs;
type Handler = (args: Args) => unknown;
type RouteModule = NonNullable<ServerBuild['routes'][string]>['module'];

/** The same routes, with this answer of theirs. */
export function answeringWhileAway(build: ServerBuild): ServerBuild {
  const routes = Object.entries(build.routes).map(([id, route]) => [
    id,
    route && { ...route, module: guardedModule(id, route.module) },
  ]);
  return { ...build, routes: Object.fromEntries(routes) };
}

function guardedModule(id: string, module: RouteModule): RouteModule {
  const isPage = 'default' in module && module.default !== undefined;
  const guarded: Record<string, unknown> = { ...module };
  for (const name of ['loader', 'action'] as const) {
    const handler = module[name] as Handler | undefined;
    if (handler) guarded[name] = (args: Args) => guardedCall(id, isPage, handler, args);
  }
  return guarded as unknown as RouteModule;
}

async function guardedCall(id: string, isPage: boolean, handler: Handler, args: Args): Promise<unknown> {
  const { request, context } = args;
  if (isTypedForm(request)) context.set(sentBody, request.clone());
  if (context.get(visitorUnknown) && !frames.has(id)) throw await unavailable(isPage, args);
  try {
    return await handler(args);
  } catch (error) {
    if (await isGone(error, args)) return signedOut(isPage, args);
    const signIn = isPage && isTypedForm(request) ? signInAskedBy(error) : null;
    if (signIn !== null && bearsSession(request.headers.get('cookie')))
      throw await sessionEnded(signIn, args);
    const isBusy = isContended(error);
    if (!isBusy && !isDatabaseAway(error)) throw error;
    const what = isBusy ? 'rows were held by somebody else for too long' : 'the database is away';
    log.warn({ request: context.get(requestInfo).id, route: id, err: error }, what);
    throw await unavailable(isPage, args, isBusy ? BUSY : AWAY);
  }
}

/** PostgreSQL's word for a reference to a row that is not there. */

/** Whether it failed because who asks is not there any more: the account is deleted, or its session has ended. */
async function isGone(error: unknown, { context }: Args): Promise<boolean> {
  if (databaseErrorCode(error) !== FOREIGN_KEY_VIOLATION) return false;
  const actor = context.get(actorContext);
  return actor.kind === 'user' && (await readActorOfSession(actor.sessionId)).kind === 'guest';
}

/** As a guard answers a guest; nothing of what was begun is left. */
async function signedOut(isPage: boolean, args: Args): Promise<unknown> {
  const { request } = args;
  if (!isPage && !request.headers.get('accept')?.includes('text/html')) return problemJson('not-signed-in');
  if (isPage && isTypedForm(request)) throw await sessionEnded('/login', args);
  throw redirect(isPage ? loginPath(pageOf(request.url)) : '/login');
}

/** Where a guard sends a guest, when it does: to sign in. */
function signInAskedBy(thrown: unknown): string | null {
  const to = thrown instanceof Response ? thrown.headers.get('location') : null;
  return to !== null && /^\/login(?:\?|$)/.test(to) ? to : null;
}

/** The browser still has the cookie of a session, so somebody was signed in when the form was opened. */
async function sessionEnded(signIn: string, { context }: Args): Promise<unknown> {
  const body = context.get(sentBody);
  if (!body) return new Response(null, { status: 302, headers: { Location: signIn } });
  const sent = await readSentForm(body.clone());
  const query = new URLSearchParams(signIn.split('?')[1]);
  if (!query.has('returnTo')) query.set('returnTo', sent.action);
  const answer: SessionEnded = { signIn: `/login?${query}`, sent };
  return data(answer, { status: 401 });
}

const AWAY = 'The shop is not available right now. Nothing was done; please try again in a moment.';

async function unavailable(isPage: boolean, { request, context }: Args, message = AWAY): Promise<unknown> {
  const headers = { 'Retry-After': RETRY_AFTER_SECONDS };
  if (!isPage) {
    return request.headers.get('accept')?.includes('application/json')
      ? Response.json({ message }, { status: 503, headers })
      : new Response(message, { status: 503, headers });
  }
  const body = context.get(sentBody);
  // A copy, because several loaders of one page may ask for it.
  const answer: Unavailable = { message, sent: body ? await readSentForm(body.clone()) : null };
  return data(answer, { status: 503, headers });
}

function isTypedForm(request: Request): boolean {
  const length = Number(request.headers.get('content-length') ?? Number.NaN);
  const type = request.headers.get('content-type') ?? '';
  return (
    request.method === 'POST' &&
    length <= LARGEST_FORM &&
    type.startsWith('application/x-www-form-urlencoded')
  );
}

/** What was sent, without passwords: those are asked for again and stand in no page. */
async function readSentForm(request: Request): Promise<SentForm> {
  const { pathname, search } = new URL(request.url);
  const sent: SentForm = { action: pathname.replace(/\.data$/, '') + search, fields: [], secrets: [] };
  for (const [name, value] of await requestForm(request)) {
    if (/password|^again$/i.test(name)) sent.secrets.push(name);
    else if (typeof value === 'string') sent.fields.push([name, value]);
  }
  return sent;
}
