/**
 * The HTTP layer, in the order a request passes through it: request line, cached pages, common headers, health, files,
 * address and origin, the same-origin check for writes, the body, a place at the gates, the visitor's identity, and
 * finally the routes.
 */
import { randomBytes } from 'node:crypto';
import type { RequestListener } from 'node:http';
import { getRequestListener, type HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import { compress } from 'hono/compress';
import { RouterContextProvider } from 'react-router';
import { readActorOfApiToken } from '#core/accounts/api-tokens/token-actor.server.ts';
import { readActorOfToken } from '#core/accounts/identity/sessions/access-token.server.ts';
import { readActor } from '#core/accounts/identity/sessions/actor-queries.server.ts';
import { CLIENT_ADDRESS_HEADER } from '#core/accounts/identity/sessions/client-address.server.ts';
import { actorAt } from '#core/accounts/identity/sessions/pin-reach.ts';
import { type Actor, guest } from '#core/ground/access/actor.ts';
import { actorContext } from '#core/ground/access/actor-context.ts';
import { newId } from '#kernel/ids.ts';
import { isDatabaseAway } from '#platform/database-error.ts';
import { countRequest, excuseFailure, placeOf } from '#platform/failures.ts';
import { log } from '#platform/log.ts';
import { logRefusal } from '#platform/log-refusal.ts';
import { renderedPage } from '#platform/pages/rendered-page.ts';
import { RETRY_AFTER_SECONDS } from '#platform/pages/unavailable.ts';
import { currentRequestId, requestIdOf, withRequestId } from '#platform/request-id.ts';
import { hasAffirmedAge } from '#platform/requests/cookies.ts';
import { bodyRefusal } from '#platform/requests/request-body.ts';
import { type RequestInfo, requestInfo } from '#platform/requests/request-context.ts';
import { inTrace } from '#platform/tracing/span.ts';
import { letPass } from '#platform/uploads/receive-upload.ts';
import { admission, asksProvider, type Errand } from './admission.ts';
import { watchAnswer } from './answers.ts';
import {
  asApiAnswer,
  isApi,
  smallRefusal,
  tokenOf,
  tokenRefusal,
  withoutCookies,
  withoutOrigin,
} from './bearer.ts';
import type { AddressReader } from './client-address.ts';
import { compressWhole } from './compress-whole.ts';
import { visitorUnknown } from './database-away.ts';
import { beginsVisit, builtStyles, pageForEverybody } from './first-paint.ts';
import { guestPages, type WantedPage } from './guest-pages.ts';
import { probes } from './health.ts';
import { serveMedia } from './media.ts';
import { METRICS_PATH, type Metrics } from './metrics.ts';
import { newNonce } from './nonce.ts';
import { notOpenYet } from './not-open.ts';
import { ownRequest, withBody, withoutBody } from './own-request.ts';
import { addressBook, type CachedRoute } from './page-address.ts';
import { CachedPage } from './page-bytes.ts';
import type { PageCache, Rendered } from './page-cache.ts';
import { handleByRoutes } from './react-router.ts';
import { bringsFile, receiveBody } from './receive-body.ts';
import { logRefusedAccess } from './refused-access.ts';
import { lineProblem, METHODS } from './request-line.ts';
import { inRequestSpan } from './request-span.ts';
import { comesFromUs, takesFromOthers } from './same-origin.ts';
import { secureCookies } from './secure-cookies.ts';
import {
  byNonce,
  commonHeaders,
  contentSecurityPolicy,
  headersFor,
  type InlineSources,
  strictTransport,
} from './security-headers.ts';
import { sendSmall } from './send-small.ts';
import { staticFiles } from './static-files.ts';
import { Visitors } from './visitors.ts';

export type HttpOptions = {
  /** The configured origin; if null, the origin of the request. */
  publicOrigin: string | null;
  addressOf: AddressReader;
  pages: PageCache;
  /** The routes whose pages, as guests see them, may be cached. */
  cachedRoutes: readonly CachedRoute[];
  /** Whether the database answers within this many milliseconds. */
  databaseAnswers: (patience: number) => Promise<boolean>;
  /** What must be writable and is not, in a few words, within this many milliseconds; otherwise null. */
  savingProblem: (patience: number) => Promise<string | null>;
  /** Answers `/metrics`; null leaves it out. */
  metrics: Metrics | null;
  /** Whether the shop is stopping. */
  isStopping: () => boolean;
  /** Whether a socket's address belongs to a configured proxy. */
  isProxy: (address: string) => boolean;
  /** Folder of the built client files; null in development, where Vite serves them. */
  clientFolder: string | null;
};

type Bindings = { Bindings: HttpBindings };

/**
 * The one path that other sites may write to: mail providers unsubscribe people there with their own POST (RFC 8058).
 * It acts on its signed link alone and uses no session.
 */
const OPEN_TO_ALL = '/unsubscribe';

const development = import.meta.env?.DEV === true;

/** The nonce for rendering cacheable pages. It never leaves the process, so only our own markup can carry it. */
const CACHE_NONCE = `cached-${randomBytes(18).toString('base64url')}`;

/** The whole application as a listener for node:http. */
export function httpListener(options: HttpOptions): RequestListener {
  const styleOf = options.clientFolder === null ? () => null : builtStyles(options.clientFolder);
  const https = options.publicOrigin?.startsWith('https:') ?? false;
  const guestHeaders: Record<string, string> = {
    ...commonHeaders,
    ...(https ? { 'Strict-Transport-Security': strictTransport } : {}),
    'Cache-Control': 'private, no-cache',
  };
  const documentHeaders = (inline: InlineSources): Record<string, string> => ({
    ...guestHeaders,
    'Content-Security-Policy': contentSecurityPolicy(inline, { https, development }),
  });

  const app = new Hono<Bindings>();

  app.onError((error, context) => {
    log.error({ err: error, path: context.req.path }, 'request failed');
    return context.text('Something went wrong on our side. Please try again.', 500);
  });

  app.use(async (context, next) => {
    await next();
    const { headers } = context.res;
    const common = headersFor(headers.get('Content-Type'), headers.get('Content-Security-Policy'));
    for (const [name, value] of Object.entries(common)) if (!headers.has(name)) headers.set(name, value);
    if (https) context.res.headers.set('Strict-Transport-Security', strictTransport);
  });

  app.route('/', probes(options));
  let cachedPages = 0;
  const { metrics } = options;
  if (metrics !== null) app.get(METRICS_PATH, (context) => metrics.answer(context.req.raw, cachedPages));

  if (options.clientFolder !== null) app.use(staticFiles(options.clientFolder, { https }));
  app.get('/media/*', serveMedia);

  // For files and streams; pages and data come compressed.
  app.use(compress());
  const admit = admission();
  const visitors = new Visitors();

  app.all('*', async (context) => {
    const own = ownRequest(context.req.raw, options, context.env.incoming);
    const { origin, pathname } = new URL(own.url);
    // A request with a token acts by the token alone: browsers never add one automatically, and cookies do not count.
    const token = tokenOf(own, pathname);
    const isForPrograms = isApi(pathname);
    // The API refuses requests without a token, in its own format.
    const isOurs = token !== null || isForPrograms || comesFromUs(own.method, own.headers, origin);
    const isOpenToAll = pathname === OPEN_TO_ALL;
    const place = placeOf(own.method, pathname);
    if (!isOurs && !takesFromOthers(pathname) && !isOpenToAll) {
      logRefusal('request-refused', { kind: 'foreign-origin', place });
      return context.text('This request did not come from our website, so nothing was done.', 403);
    }
    // React Router would otherwise refuse another site's form.
    const cookieless = token !== null || isForPrograms ? withoutCookies(own) : own;
    const asked = isOpenToAll || isForPrograms ? withoutOrigin(cookieless) : cookieless;
    const body = await receiveBody(asked, pathname);
    if (!body.ok) {
      logRefusal('request-refused', { kind: body.problem, place });
      return asApiAnswer(pathname, bodyRefusal(body.problem, asked));
    }
    const request = withBody(asked, body.value);
    const visitor = visitors.of(request);
    const sendsFile = bringsFile(request, pathname);
    let errand: Errand = asksProvider(pathname) ? 'outside' : 'page';
    if (sendsFile && visitor.person !== null) errand = visitor.worksHere ? 'office-upload' : 'upload';
    const answer = await admit(request, { visitor, errand }, async () => {
      const actor = await actorIfKnown(request, token);
      if (token !== null && actor?.kind === 'guest') {
        logRefusal('token-refused', { kind: 'invalid', place });
        return tokenRefusal();
      }
      visitors.learn(request, actor);
      // A guest's upload gives up its place: the rest of its body is read afterward.
      const isRefused = sendsFile && actor?.kind === 'guest';
      const answer = await answerByRoutes(isRefused ? withoutBody(request) : request, actor, newNonce());
      logRefusedAccess(request, actor ?? guest, answer);
      return answer;
    });
    if (sendsFile && request.body !== null) await letPass(request.body);
    return asApiAnswer(pathname, answer);
  });

  async function answerByRoutes(request: Request, known: Actor | null, nonce: string): Promise<Response> {
    const actor = known ?? guest;
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
    if (
      response.headers.get('Content-Type')?.startsWith('text/html') &&
      !response.headers.has('Content-Security-Policy')
    ) {
      const isFirst = options.clientFolder !== null && actor.kind === 'guest' && beginsVisit(request);
      const forEverybody =
        page && isFirst && response.status === 200 ? pageForEverybody(page, nonce, styleOf) : null;
      page = forEverybody?.page ?? page;
      const headers = documentHeaders(forEverybody?.inline ?? byNonce(nonce));
      for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
    }
    if (https) secureCookies(response.headers);
    if (response.status === 503 && !response.headers.has('Retry-After'))
      response.headers.set('Retry-After', RETRY_AFTER_SECONDS);
    // A page that a mailed link opens has the link in its form: on a shared computer it must not stay on the disk.
    const isPersonal = actor.kind === 'user' || new URL(request.url).searchParams.has('token');
    if (isPersonal || response.status === 503) response.headers.set('Cache-Control', 'no-store');
    else if (!response.headers.has('Cache-Control'))
      response.headers.set('Cache-Control', 'private, no-cache');
    return compressWhole(request, response, page?.toBuffer() ?? null);
  }

  /** The request's actor; null if it cannot be read because the database is down. */
  async function actorIfKnown(request: Request, token: string | null): Promise<Actor | null> {
    try {
      const { origin, pathname } = new URL(request.url);
      if (token === null) return actorAt(await readActor(request.headers), pathname);
      return isApi(pathname)
        ? await readActorOfApiToken(token)
        : actorAt(await readActorOfToken(token, options.publicOrigin ?? origin), pathname);
    } catch (error) {
      if (!isDatabaseAway(error)) throw error;
      log.warn({ err: error }, 'who is asking could not be read');
      return null;
    }
  }

  function routerContext(actor: Actor, info: RequestInfo): RouterContextProvider {
    const context = new RouterContextProvider();
    context.set(requestInfo, info);
    context.set(actorContext, actor);
    return context;
  }

  const byApp = getRequestListener((request, bindings) => app.fetch(request, bindings), {
    overrideGlobalObjects: false,
  });
  const fallback: RequestListener = (incoming, outgoing) => {
    const isFromProxy = options.isProxy(incoming.socket.remoteAddress ?? '');
    const id = requestIdOf(incoming.headers['x-request-id'], isFromProxy);
    outgoing.setHeader('X-Request-Id', id);
    inRequestSpan(incoming, outgoing, { id, isFromProxy }, () =>
      withRequestId(id, () => byApp(incoming, outgoing)),
    );
  };

  const answerGuest = guestPages({
    ...options,
    clientOf: options.addressOf,
    addressOf: addressBook(options.cachedRoutes, () => options.pages.moves),
    // For everyone who waits for the page, so it is part of no request's trace.
    render: (page) => inTrace({ name: 'render', kind: 'internal' }, () => renderForGuests(page)),
  });

  return (incoming, outgoing) => {
    if (incoming.method === 'OPTIONS') return void outgoing.writeHead(204, { Allow: METHODS }).end();
    const problem = lineProblem(incoming);
    if (problem !== null) {
      const allow: Record<string, string> = problem === 405 ? { Allow: METHODS } : {};
      return sendSmall(outgoing, smallRefusal(incoming.url ?? '', problem, incoming.headers.accept), allow);
    }
    // Development renders every page fresh, so code changes show immediately.
    const answered = !development && answerGuest(incoming, outgoing);
    if (answered === true) {
      cachedPages += 1;
      countRequest();
      return;
    }
    watchAnswer(incoming, outgoing);
    metrics?.watch(incoming, outgoing);
    if (answered === false) return void fallback(incoming, outgoing);
    answered
      .then((isServed) => (isServed ? undefined : fallback(incoming, outgoing)))
      .catch((error: unknown) => {
        log.error({ err: error, path: incoming.url?.split('?')[0] }, 'request failed');
        if (outgoing.headersSent) outgoing.destroy();
        else
          sendSmall(outgoing, smallRefusal(incoming.url ?? '', 500, incoming.headers.accept, { again: '' }));
      });
  };

  /**
   * Renders without any visitor input: no cookie, no header, and only the parts of the URL that the page depends on.
   */
  async function renderForGuests({
    origin,
    href,
    isEndless,
    ageAffirmed,
    encoding,
  }: WantedPage): Promise<Rendered> {
    const request = new Request(origin + href);
    // Takes the full path, which shows the closed page: a 503 here would mean that the database is down.
    if (await notOpenYet(request, guest)) return null;
    const info = { id: 'cached', clientAddress: '0.0.0.0', nonce: CACHE_NONCE, origin, ageAffirmed };
    const context = routerContext(guest, info);
    const response = await handleByRoutes(request, context);
    if (response.status === 503) return 'away';
    const type = response.headers.get('Content-Type');
    if (response.status !== 200 || type === null || response.headers.has('Set-Cookie')) return null;
    const page = context.get(renderedPage);
    if (page === null) {
      const data = { 'Content-Type': type, 'X-Remix-Response': 'yes' };
      return new CachedPage(
        Buffer.from(await response.arrayBuffer()),
        { ...guestHeaders, ...data },
        encoding,
      );
    }
    // A search for a visitor's own words is seldom the first page of a visit.
    const sheets = isEndless ? () => null : styleOf;
    const forEverybody = pageForEverybody(page, CACHE_NONCE, sheets);
    if (forEverybody === null) return null;
    const headers = { ...documentHeaders(forEverybody.inline), 'Content-Type': type };
    return new CachedPage(forEverybody.page.toBuffer(), headers, encoding);
  }
}
