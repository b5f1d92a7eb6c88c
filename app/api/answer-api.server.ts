/** Answers a request of the API: finds the operation, asks who may do it, counts it, parses it, and shapes the answer. */
import { createHash } from 'node:crypto';
import { countUse, type Use } from '#core/accounts/identity/sessions/count-attempt.server.ts';
import { addressGroup, apiLimit } from '#core/accounts/identity/sessions/rate-limit.ts';
import type { Actor, SignedIn } from '#core/ground/access/actor.ts';
import { answerBefore, KeyUsedBefore, keepAnswer } from '#core/ground/access/keyed-request.server.ts';
import { isUuid } from '#kernel/ids.ts';
import { isWellFormedText } from '#kernel/text.ts';
import { databaseErrorCode, FOREIGN_KEY_VIOLATION, isContended } from '#platform/database-error.ts';
import { log } from '#platform/log.ts';
import { knowsTag } from '#platform/requests/known-tag.ts';
import {
  type FieldError,
  type ProblemKind,
  problemDetails,
  problemMessage,
} from '#platform/requests/problem-response.ts';
import { statusOf } from '#platform/requests/problem-status.ts';
import { requestJson } from '#platform/requests/request-body.ts';
import { currentSpan } from '#platform/tracing/span.ts';
import { type Matched, matchOperation } from './match-operation.ts';
import type { Operation } from './operation.ts';
import { operations, API_ROOT as ROOT, readDescription } from './operations.server.ts';
import { fieldErrors, parametersOf } from './read-parameters.ts';

type Asked = { request: Request; actor: Actor; origin: string; requestId: string; clientAddress: string };

/** For a GET, which can only reach operations that read. */
export function readApi(asked: Asked): Promise<Response> {
  const { method } = asked.request;
  return method === 'GET' || method === 'HEAD'
    ? answerApi(asked)
    : Promise.resolve(refused('wrong-method', { allow: ['GET', 'POST'] }));
}

export async function answerApi(asked: Asked): Promise<Response> {
  const { request, actor, origin } = asked;
  const url = new URL(request.url);
  const path = url.pathname.slice(ROOT.length);
  const method = request.method === 'HEAD' ? 'GET' : request.method;
  if (path === '/openapi.json') {
    if (method !== 'GET') return refused('wrong-method', { allow: ['GET'] });
    return withTag(request, await readDescription(origin));
  }
  const open = operations.filter(({ scope }) => scope === null);
  const unguarded = matchOperation(open, method, path);
  if ('operation' in unguarded) {
    const answer = await answerCounted(
      { policy: 'address', subject: addressGroup(asked.clientAddress) },
      () => answerMatched(asked, unguarded, url),
    );
    if (answer.ok || answer.status === 304) answer.headers.set('Cache-Control', PUBLIC);
    return answer;
  }
  if (unguarded.allow.length > 0) return refused('wrong-method', unguarded);
  // Only a token counts, whatever spelling of the path let a session through.
  if (actor.kind !== 'user' || !actor.apiToken) return refused('not-signed-in', TOKEN_MISSING);
  return answerCounted({ policy: 'token', subject: actor.apiToken.id }, () =>
    answerAllowed({ ...asked, actor }, { method, path, url }),
  );
}

/** Counts the request, and refuses one too many. @param policy what the limit is for, in the headers of every answer */
async function answerCounted(
  { policy, subject }: { policy: 'token' | 'address'; subject: string },
  answered: () => Promise<Response>,
): Promise<Response> {
  const use = await countUse(policy === 'token' ? 'api' : 'api-address', subject, apiLimit);
  const answer =
    use.wait > 0
      ? refused('too-many-attempts', { message: 'Too many requests.' }, { 'Retry-After': String(use.wait) })
      : await answered();
  for (const [name, value] of Object.entries(limitHeaders(policy, use))) answer.headers.set(name, value);
  return answer;
}

/** Caches answer many readers; a reservation shows a minute later. */
const PUBLIC = 'public, max-age=60';

const TOKEN_MISSING = {
  problem: 'token-missing',
  message: 'Send a token: Authorization: Bearer fg_live_…',
  authenticate: 'Bearer',
};

async function answerAllowed(
  asked: Asked & { actor: SignedIn },
  { method, path, url }: { method: string; path: string; url: URL },
): Promise<Response> {
  const matched = matchOperation(operations, method, path);
  if ('allow' in matched)
    return matched.allow.length > 0 ? refused('wrong-method', matched) : refused('not-found');
  const { scope } = matched.operation;
  if (scope !== null && !asked.actor.apiToken?.scopes.has(scope)) {
    const message = `This token does not have the scope ${scope}.`;
    const authenticate = `Bearer error="insufficient_scope", scope="${scope}"`;
    return refused('not-allowed', { problem: 'scope-missing', message, authenticate });
  }
  return answerMatched(asked, matched, url);
}

async function answerMatched(asked: Asked, { operation, path }: Matched, url: URL): Promise<Response> {
  const span = currentSpan();
  span?.rename(`${asked.request.method} ${ROOT}${operation.path}`);
  span?.set({ 'http.route': ROOT + operation.path, 'farmgate.operation': operation.id });
  const params = operation.params.safeParse(parametersOf(Object.entries(path), operation.params));
  // An id that cannot exist looks like one that does not.
  if (!params.success) return refused('not-found');
  try {
    const read = await readInput(asked.request, url, operation);
    if (read instanceof Response) return read;
    const actor = withKey(asked.actor, operation, { path: params.data, ...read });
    const before = await answerBefore(actor);
    if (before !== null) return json(before, operation.status);
    const outcome = await operation.handle({
      actor: actor as never,
      origin: asked.origin,
      path: params.data as never,
      ...(read as { query: never; body: never; key: string }),
    });
    if (!outcome.ok) return refused(outcome.problem.kind, outcome.problem);
    if (operation.method === 'GET') return withTag(asked.request, outcome.value);
    const answer = JSON.stringify(outcome.value);
    await keepAnswer(actor, answer);
    return json(answer, operation.status);
  } catch (error) {
    if (error instanceof Response) return problemOf(error);
    if (error instanceof KeyUsedBefore)
      return refused('invalid', {
        problem: 'key-reused',
        message: 'This Idempotency-Key was used for another request.',
      });
    // The same key, or what the request changes, was busy for seconds.
    if (isContended(error)) return refused('unavailable', {}, { 'Retry-After': '1' });
    // The account was deleted in the meantime.
    if (databaseErrorCode(error) === FOREIGN_KEY_VIOLATION) return refused('not-signed-in', TOKEN_MISSING);
    log.error(
      { err: error, request: asked.requestId, operation: operation.id },
      'a request of the API failed',
    );
    return refused('failed');
  }
}

/** The actor of a request that counts once, if the operation leaves that to its command. */
function withKey(
  actor: Actor,
  { id, key: wish }: Operation,
  { path, query, body, key }: { path: unknown; query: unknown; body: unknown; key: string },
): Actor {
  if (wish !== 'accepts' || key === '' || actor.kind !== 'user' || !actor.apiToken) return actor;
  const input = createHash('sha256')
    .update(JSON.stringify([id, path, query, body]))
    .digest('base64url');
  return { ...actor, apiToken: { ...actor.apiToken, once: { key, input } } };
}

const json = (text: string, status: number) =>
  new Response(text, { status, headers: { 'Content-Type': 'application/json' } });

/** The parsed query, body and key; or what is wrong with them. */
async function readInput(
  request: Request,
  url: URL,
  operation: Operation,
): Promise<{ query: unknown; body: unknown; key: string } | Response> {
  const pairs = [...url.searchParams];
  const errors: FieldError[] = pairs
    .filter(([name, text]) => !isWellFormedText(name) || !isWellFormedText(text))
    .map(([name]) => ({
      field: name.toWellFormed(),
      message: 'This contains characters that cannot be stored.',
    }));
  if (errors.length > 0) return refused('invalid', { errors });
  const query = operation.query.safeParse(parametersOf(pairs, operation.query));
  if (!query.success) errors.push(...fieldErrors(query.error));
  const key = request.headers.get('idempotency-key') ?? '';
  const isKeyRead = operation.key === 'requires' || (operation.key === 'accepts' && key !== '');
  if (isKeyRead && !isUuid(key))
    errors.push({ field: 'Idempotency-Key', message: 'Send a UUID that you make for each request.' });
  const body = operation.body?.safeParse(await requestJson(request));
  if (body?.error) errors.push(...fieldErrors(body.error));
  if (errors.length > 0) return refused('invalid', { errors });
  return { query: query.data, body: body?.data ?? null, key: key.toLowerCase() };
}

function refused(
  kind: ProblemKind,
  said: {
    problem?: string;
    message?: string;
    errors?: readonly FieldError[];
    allow?: readonly string[];
    authenticate?: string;
  } = {},
  headers: Record<string, string> = {},
): Response {
  const { problem = kind, message = problemMessage(kind), errors, allow, authenticate } = said;
  return problemDetails(
    statusOf({ kind }),
    { problem, detail: message, ...(errors ? { errors } : {}) },
    new Headers({
      ...headers,
      ...(allow
        ? { Allow: allow.flatMap((each) => (each === 'GET' ? ['GET', 'HEAD'] : each)).join(', ') }
        : {}),
      ...(authenticate ? { 'WWW-Authenticate': authenticate } : {}),
    }),
  );
}

/** A refusal of the body's reader. */
function problemOf({ status, headers }: Response): Response {
  const kind: ProblemKind = status === 413 ? 'too-large' : status === 415 ? 'wrong-type' : 'malformed';
  const message = kind === 'wrong-type' ? 'Send JSON: Content-Type: application/json.' : undefined;
  return refused(kind, message ? { message } : {}, Object.fromEntries(headers));
}

/** 304 if the program has the same answer already. The tag is weak: it is one for all compressions (RFC 9110, 8.8.1). */
function withTag(request: Request, value: unknown): Response {
  const text = JSON.stringify(value);
  const etag = `W/"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`;
  const headers = { ETag: etag, Vary: 'Accept-Encoding' };
  if (knowsTag(request.headers.get('if-none-match'), etag))
    return new Response(null, { status: 304, headers });
  return new Response(text, { headers: { ...headers, 'Content-Type': 'application/json' } });
}

/** draft-ietf-httpapi-ratelimit-headers. */
const limitHeaders = (policy: string, { remaining, resets }: Use) => ({
  'RateLimit-Policy': `"${policy}";q=${apiLimit.max};w=${apiLimit.windowSeconds}`,
  RateLimit: `"${policy}";r=${remaining};t=${resets}`,
});
