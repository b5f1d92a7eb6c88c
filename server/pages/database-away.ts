/**
 * Answers forms that cannot be processed right now, so that no input is lost. While the database is down, a 503 page
 * retries automatically; after a session has ended, the form is brought back (pressed-forms). If an account is deleted
 * during its own request, the response is the one for a signed-out visitor. Wraps every loader and action, so that no
 * route has to handle these cases.
 */
import {
  type ActionFunctionArgs,
  createContext,
  data,
  type LoaderFunctionArgs,
  redirect,
  type ServerBuild,
} from 'react-router';
import { readActorOfSession } from '#core/accounts/identity/sessions/actor-queries.server.ts';
import { pageOf } from '#core/accounts/identity/sessions/guards.server.ts';
import { loginPath } from '#core/accounts/identity/sessions/return-path.ts';
import { actorContext } from '#core/ground/access/actor-context.ts';
import {
  databaseErrorCode,
  FOREIGN_KEY_VIOLATION,
  isContended,
  isDatabaseAway,
} from '#platform/database-error.ts';
import { noteFailure } from '#platform/failures.ts';
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
import { afterSignIn, onReturn, remember } from './pressed-forms.ts';

/** Set when the visitor's session could not be read: then only the frame of a page can be rendered. */
export const visitorUnknown = createContext(false);

/** The original body of the request, in case it has to be sent again. */
const sentBody = createContext<Request | null>(null);

/** Set when the action refused the form: then a loader of the same request that asks who one is may bring it back. */
const isRefused = createContext(false);

/** Routes whose data is the same for everyone: the document and the shop's frame. */
const frames: ReadonlySet<string> = new Set(['root', 'shop/roof/shop-layout']);

/** Bytes. The page repeats a form it preserves; a larger form was not typed by a person. */
const LARGEST_FORM = 64 * 1024;

type Args = LoaderFunctionArgs | ActionFunctionArgs;
type Handler = (args: Args) => unknown;
type RouteModule = NonNullable<ServerBuild['routes'][string]>['module'];

/** Wraps every route's loader and action. */
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

async function guardedCall(id: string, isPage: boolean, handler: Handler, given: Args): Promise<unknown> {
  const args = onReturn(given);
  const { request, context } = args;
  if (isTypedForm(request)) context.set(sentBody, request.clone());
  if (context.get(visitorUnknown) && !frames.has(id)) throw await unavailable(isPage, args);
  try {
    const answer = await handler(args);
    if (request.method !== 'GET') context.set(isRefused, statusOf(answer) >= 400);
    const back = await leadBack(answer, isPage, args);
    if (back !== null) return back instanceof Response ? back : Promise.reject(back);
    return await afterSignIn(answer, args);
  } catch (error) {
    if (await isGone(error, args)) return signedOut(isPage, args);
    if (error instanceof Response)
      throw (await leadBack(error, isPage, args)) ?? (await afterSignIn(error, args));
    const isBusy = isContended(error);
    if (!isBusy && !isDatabaseAway(error)) throw error;
    const what = isBusy ? 'another transaction locked the rows for too long' : 'the database is away';
    const { id: requestId } = context.get(requestInfo);
    noteFailure(requestId, error);
    log.warn({ request: requestId, route: id, err: error }, what);
    throw await unavailable(isPage, args, isBusy ? BUSY : AWAY);
  }
}

/** Whether the request failed because its user is gone: the account is deleted, or its session has ended. */
async function isGone(error: unknown, { context }: Args): Promise<boolean> {
  if (databaseErrorCode(error) !== FOREIGN_KEY_VIOLATION) return false;
  const actor = context.get(actorContext);
  return actor.kind === 'user' && (await readActorOfSession(actor.sessionId)).kind === 'guest';
}

/** Answers as a guard answers a guest; nothing the request started is saved. */
async function signedOut(isPage: boolean, args: Args): Promise<unknown> {
  const { request } = args;
  if (!isPage && !request.headers.get('accept')?.includes('text/html')) return problemJson('not-signed-in');
  if (isPage && isTypedForm(request)) throw await sessionEnded(loginPath(pageOf(request.url)), args);
  throw redirect(isPage ? loginPath(pageOf(request.url)) : '/login');
}

/** The answer, if it asks for a sign-in and what was pressed is brought back afterwards; else null. */
async function leadBack(answer: unknown, isPage: boolean, args: Args): Promise<unknown> {
  const body = args.context.get(sentBody);
  const sent = async () => (body ? readSentForm(body.clone()) : null);
  const isForm = args.request.method === 'POST' || args.context.get(isRefused);
  const remembered = await remember(answer, args, { isPage, isForm, sent });
  if (remembered === null) return null;
  return 'answer' in remembered ? remembered.answer : sessionEnded(remembered.tooLarge, args);
}

/** Of what a loader or an action returned. */
function statusOf(answer: unknown): number {
  if (answer instanceof Response) return answer.status;
  const { init } = (answer ?? {}) as { init?: { status?: number } | null };
  return init?.status ?? 200;
}

/** A page that preserves the form, for one that no cookie can hold. */
async function sessionEnded(signIn: string, { context }: Args): Promise<unknown> {
  const body = context.get(sentBody);
  if (!body) return new Response(null, { status: 302, headers: { Location: signIn } });
  const sent = await readSentForm(body.clone());
  const answer: SessionEnded = { signIn, sent };
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
  // A copy, because several loaders of one page may need it.
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

/** The submitted form without passwords: the person types those again, and no page contains them. */
async function readSentForm(request: Request): Promise<SentForm> {
  const { pathname, search } = new URL(request.url);
  const sent: SentForm = { action: pathname.replace(/\.data$/, '') + search, fields: [], secrets: [] };
  for (const [name, value] of await requestForm(request)) {
    if (/password|^again$/i.test(name)) sent.secrets.push(name);
    else if (typeof value === 'string') sent.fields.push([name, value]);
  }
  return sent;
}
