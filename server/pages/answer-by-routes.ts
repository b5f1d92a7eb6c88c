/** Answers a request by the application's routes, and gives what they answer the headers of a page. */
import { RouterContextProvider } from 'react-router';
import { CLIENT_ADDRESS_HEADER } from '#core/accounts/identity/sessions/client-address.server.ts';
import { type Actor, guest } from '#core/ground/access/actor.ts';
import { actorContext } from '#core/ground/access/actor-context.ts';
import { newId } from '#kernel/ids.ts';
import { excuseFailure } from '#platform/failures.ts';
import { type RenderedPage, renderedPage } from '#platform/pages/rendered-page.ts';
import { RETRY_AFTER_SECONDS } from '#platform/pages/unavailable.ts';
import { currentRequestId } from '#platform/request-id.ts';
import { hasAffirmedAge } from '#platform/requests/cookies.ts';
import { type RequestInfo, requestInfo } from '#platform/requests/request-context.ts';
import { compressWhole } from '#server/http/compress-whole.ts';
import { newNonce } from '#server/http/nonce.ts';
import { secureCookies } from '#server/http/secure-cookies.ts';
import {
  byNonce,
  counterPermissions,
  documentHeaders,
  type InlineSources,
  isCounter,
} from '#server/http/security-headers.ts';
import { followUpContext } from '#shop/sign-in/follow-up.server.ts';
import { continueHeld } from '#shop/sign-up-hold/continue-held.server.ts';
import { visitorUnknown } from './database-away.ts';
import { beginsVisit, pageForEverybody, type StyleOf } from './first-paint.ts';
import { notOpenYet } from './not-open.ts';
import { handleByRoutes } from './react-router.ts';
import { nameRehearsedFile } from './rehearsed-files.ts';

export type PageOptions = {
  /** The configured origin; if null, the origin of the request. */
  publicOrigin: string | null;
  https: boolean;
  /** The built style sheets, which a first visit has in its page; null in development. */
  styleOf: StyleOf | null;
};

/** `known` is null when the database is down and the visitor cannot be read; the routes then see a guest. */
export async function answerByRoutes(
  request: Request,
  known: Actor | null,
  options: PageOptions,
): Promise<Response> {
  const actor = known ?? guest;
  const nonce = newNonce();
  const context = routerContext(actor, {
    id: currentRequestId() ?? newId(),
    clientAddress: request.headers.get(CLIENT_ADDRESS_HEADER) ?? '0.0.0.0',
    nonce,
    origin: options.publicOrigin ?? new URL(request.url).origin,
    ageAffirmed: hasAffirmedAge(request.headers.get('cookie')),
  });
  if (known === null) context.set(visitorUnknown, true);
  const closed = await notOpenYet(request, actor);
  if (closed !== null) excuseFailure(currentRequestId());
  const response = closed ?? (await handleByRoutes(request, context));
  let page = context.get(renderedPage);
  // A route may set its own policy (a mail shown in a frame); then it is responsible for the document headers.
  if (isHtml(response) && !response.headers.has('Content-Security-Policy')) {
    const isFirst = response.status === 200 && actor.kind === 'guest' && beginsVisit(request);
    const shown = firstPage(isFirst ? page : null, nonce, options);
    page = shown?.page ?? page;
    const headers = documentHeaders(shown?.inline ?? byNonce(nonce), options.https);
    const own: Readonly<Record<string, string>> = isCounter(new URL(request.url).pathname)
      ? counterPermissions
      : {};
    for (const [name, value] of Object.entries({ ...headers, ...own })) response.headers.set(name, value);
  }
  await nameRehearsedFile(response);
  if (options.https) secureCookies(response.headers);
  setCaching(request, response, actor);
  return compressWhole(request, response, page?.toBuffer() ?? null);
}

const isHtml = ({ headers }: Response): boolean =>
  headers.get('Content-Type')?.startsWith('text/html') === true;

/** The page with its style sheets inside; null where it stays as it is. */
function firstPage(
  page: RenderedPage | null,
  nonce: string,
  { styleOf }: PageOptions,
): { page: RenderedPage; inline: InlineSources } | null {
  return page === null || styleOf === null ? null : pageForEverybody(page, nonce, styleOf);
}

function setCaching(request: Request, { headers, status }: Response, actor: Actor): void {
  if (status === 503 && !headers.has('Retry-After')) headers.set('Retry-After', RETRY_AFTER_SECONDS);
  // A page that a mailed link opens has the link in its form: on a shared computer it must not stay on the disk.
  const isPersonal = actor.kind === 'user' || new URL(request.url).searchParams.has('token');
  if (isPersonal || status === 503) headers.set('Cache-Control', 'no-store');
  else if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'private, no-cache');
}

/** What the routes read of a request beside the request itself. */
export function routerContext(actor: Actor, info: RequestInfo): RouterContextProvider {
  const context = new RouterContextProvider();
  context.set(requestInfo, info);
  context.set(actorContext, actor);
  context.set(followUpContext, continueHeld);
  return context;
}
