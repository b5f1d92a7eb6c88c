/**
 * The HTTP layer, in the order a request meets it: its first line, cached pages, common headers, health, files,
 * address and origin, the check that a write comes from us, its body, a place at the gates, who is asking,
 * and at last the routes.
 */
import { randomBytes } from 'node:crypto';
import type { IncomingMessage, RequestListener } from 'node:http';
import { getRequestListener, type HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import { compress } from 'hono/compress';
import { RouterContextProvider } from 'react-router';
import { type Actor, guest } from '#features/access/actor.ts';
import { actorContext } from '#features/access/actor-context.ts';
import { readActorOfToken } from '#features/identity/access-token.server.ts';
import { bearsSession, readActor } from '#features/identity/actor-queries.server.ts';
import { isOpenAuthPath } from '#features/identity/ask-auth.server.ts';
import { auth, CLIENT_ADDRESS_HEADER } from '#features/identity/auth.server.ts';
import { newId } from '#kernel/ids.ts';
import { isDatabaseAway } from '#platform/database-error.ts';
import { log } from '#platform/log.ts';
import { bodyRefusal } from '#platform/request-body.ts';
import { type RequestInfo, requestInfo } from '#platform/request-context.ts';
import { smallAnswer } from '#platform/small-page.ts';
import { RETRY_AFTER_SECONDS } from '#platform/unavailable.ts';
import { admission } from './admission.ts';
import { tokenOf, tokenRefusal, withoutCookies, withoutOrigin } from './bearer.ts';
import type { AddressReader } from './client-address.ts';
import { visitorUnknown } from './database-away.ts';
import { builtStyles, inlineStyles, scriptsAfterPaint } from './first-paint.ts';
import { guestPages, type WantedPage } from './guest-pages.ts';
import { serveMedia } from './media.ts';
import { newNonce } from './nonce.ts';
import { notOpenYet } from './not-open.ts';
import { ownRequest, withBody } from './own-request.ts';
import { type CachedPage, cachePage, type PageCache } from './page-cache.ts';
import { handleByRoutes } from './react-router.ts';
import { bringsFile, receiveBody } from './receive-body.ts';
import { lineProblem, METHODS } from './request-line.ts';
import { comesFromUs, takesFromOthers } from './same-origin.ts';
import { secureCookies } from './secure-cookies.ts';
import { commonHeaders, contentSecurityPolicy, strictTransport } from './security-headers.ts';
import { sendSmall } from './send-small.ts';
import { staticFiles } from './static-files.ts';
import { readVisitor, type Visitor } from './visitor.ts';

export type HttpOptions = {
  /** The configured origin, or null: then the one the request names counts. */
  publicOrigin: string | null;
  addressOf: AddressReader;
  pages: PageCache;
  /** Whether the database answers within so many milliseconds. */
  databaseAnswers: (patience: number) => Promise<boolean>;
  /** Folder of the built client files; null in development, where Vite serves them. */
  clientFolder: string | null;
};

type Bindings = { Bindings: HttpBindings };

/**
 * The one address that others may write to: mail providers end promotional mail there by a POST of their own (RFC
 * 8058). It does what its signed link says, whoever asks, and knows no session.
 */
const OPEN_TO_ALL = '/unsubscribe';

/** Health is told within a second, whatever the database does. */
const HEALTH_PATIENCE_MS = 800;
const development = import.meta.env?.DEV === true;

/** What stands for the nonce while a page to be kept is rendered; unguessable, so no text of ours or yours equals it. */
const NONCE_PLACEHOLDER = `nonce-${randomBytes(18).toString('base64url')}`;

/** The whole application as a listener for node:http. */
export function httpListener(options: HttpOptions): RequestListener {
  const styleOf = options.clientFolder === null ? () => null : builtStyles(options.clientFolder);
  const https = options.publicOrigin?.startsWith('https:') ?? false;
  const documentHeaders = (nonce: string): Record<string, string> => ({
    ...commonHeaders,
    ...(https ? { 'Strict-Transport-Security': strictTransport } : {}),
    'Content-Security-Policy': contentSecurityPolicy(nonce, { https, development }),
    'Cache-Control': 'private, no-cache',
  });

  const app = new Hono<Bindings>();

  app.onError((error, context) => {
    log.error({ err: error, path: context.req.path }, 'request failed');
    return context.text('Something went wrong on our side. Please try again.', 500);
  });

  app.use(async (context, next) => {
    await next();
    for (const [name, value] of Object.entries(commonHeaders)) {
      if (!context.res.headers.has(name)) context.res.headers.set(name, value);
    }
    if (https) context.res.headers.set('Strict-Transport-Security', strictTransport);
  });

  app.get('/healthz', async (context) => {
    context.header('Cache-Control', 'no-store');
    return (await options.databaseAnswers(HEALTH_PATIENCE_MS))
      ? context.text('ready')
      : context.text('alive, but the database does not answer', 503, { 'Retry-After': RETRY_AFTER_SECONDS });
  });

  if (options.clientFolder !== null) app.use(staticFiles(options.clientFolder));
  app.get('/media/*', serveMedia);

  app.use(compress());
  const admit = admission();

  app.all('*', async (context) => {
    const own = ownRequest(context.req.raw, options, context.env.incoming);
    const { origin, pathname } = new URL(own.url);
    // Who brings a token acts by it alone: no browser adds one by itself, and no cookie helps.
    const token = tokenOf(own, pathname);
    const isOurs = token !== null || comesFromUs(own.method, own.headers, origin);
    const isOpenToAll = pathname === OPEN_TO_ALL;
    if (!isOurs && !takesFromOthers(pathname) && !isOpenToAll) {
      return context.text('This request did not come from our website, so nothing was done.', 403);
    }
    // The router would refuse another site's form by itself.
    const asked = token !== null ? withoutCookies(own) : isOpenToAll ? withoutOrigin(own) : own;
    const body = await receiveBody(asked, pathname);
    if (!body.ok) return bodyRefusal(body.problem, asked);
    const request = withBody(asked, body.value);
    const asker = {
      isCustomer: bearsSession(request.headers.get('cookie')),
      bringsFile: bringsFile(request, pathname),
      asksOutside: pathname.startsWith('/login/with/'),
    };
    return admit(request, asker, async () => {
      if (!isOpenAuthPath(pathname)) {
        const actor = await actorIfKnown(request, token);
        if (token !== null && actor?.kind === 'guest') return tokenRefusal();
        return answerByRoutes(request, actor, newNonce());
      }
      const response = await auth().handler(request);
      response.headers.set('Cache-Control', 'no-store');
      return response;
    });
  });

  async function answerByRoutes(request: Request, known: Actor | null, nonce: string): Promise<Response> {
    const visitor = readVisitor(request.headers);
    const actor = known ?? guest;
    const context = routerContext(request, actor, visitor, nonce);
    if (known === null) context.set(visitorUnknown, true);
    const response = (await notOpenYet(request, actor)) ?? (await handleByRoutes(request, context));
    if (response.headers.get('Content-Type')?.startsWith('text/html')) {
      // A route may bring a policy of its own (a mail shown in a frame); then it answers for the document's headers.
      if (!response.headers.has('Content-Security-Policy')) {
        for (const [name, value] of Object.entries(documentHeaders(nonce))) response.headers.set(name, value);
      }
      response.headers.append('Set-Cookie', visitor.nextViewCookie);
    }
    if (https) secureCookies(response.headers);
    if (response.status === 503 && !response.headers.has('Retry-After'))
      response.headers.set('Retry-After', RETRY_AFTER_SECONDS);
    if (actor.kind === 'user' || response.status === 503) response.headers.set('Cache-Control', 'no-store');
    else if (!response.headers.has('Cache-Control'))
      response.headers.set('Cache-Control', 'private, no-cache');
    return response;
  }

  /** Who is asking; null when that cannot be read because the database is away. */
  async function actorIfKnown(request: Request, token: string | null): Promise<Actor | null> {
    try {
      return token === null
        ? await readActor(request.headers)
        : await readActorOfToken(token, options.publicOrigin ?? new URL(request.url).origin);
    } catch (error) {
      if (!isDatabaseAway(error)) throw error;
      log.warn({ err: error }, 'who is asking could not be read');
      return null;
    }
  }

  function routerContext(
    request: Request,
    actor: Actor,
    visitor: Visitor,
    nonce: string,
  ): RouterContextProvider {
    const info: RequestInfo = {
      id: newId(),
      clientAddress: request.headers.get(CLIENT_ADDRESS_HEADER) ?? '0.0.0.0',
      nonce,
      origin: options.publicOrigin ?? new URL(request.url).origin,
      ageAffirmed: visitor.ageAffirmed,
      view: visitor.view,
    };
    const context = new RouterContextProvider();
    context.set(requestInfo, info);
    context.set(actorContext, actor);
    return context;
  }

  const fallback = getRequestListener(app.fetch, { overrideGlobalObjects: false });

  const guests = guestPages({ ...options, https, documentHeaders, render: renderForGuests });

  return (incoming, outgoing) => {
    if (incoming.method === 'OPTIONS') return void outgoing.writeHead(204, { Allow: METHODS }).end();
    const problem = lineProblem(incoming);
    if (problem !== null) {
      const allow: Record<string, string> = problem === 405 ? { Allow: METHODS } : {};
      return sendSmall(outgoing, smallAnswer(problem, incoming.headers.accept), allow);
    }
    // Development renders every page anew, so that what is typed is what is seen.
    const wanted = development ? null : guests.wanted(incoming);
    if (wanted === null) return void fallback(incoming, outgoing);
    if (guests.sendCached(outgoing, wanted)) return;
    guests
      .renderAndSend(incoming, outgoing, wanted)
      .then((isServed) => (isServed ? undefined : fallback(incoming, outgoing)))
      .catch((error: unknown) => {
        log.error({ err: error, path: incoming.url?.split('?')[0] }, 'request failed');
        if (outgoing.headersSent) outgoing.destroy();
        else sendSmall(outgoing, smallAnswer(500, incoming.headers.accept, { again: '' }));
      });
  };

  async function renderForGuests(
    incoming: IncomingMessage,
    wanted: WantedPage,
  ): Promise<CachedPage | null | 'away'> {
    const url = new URL(wanted.href, `http://${incoming.headers.host ?? 'localhost'}`);
    const request = ownRequest(new Request(url, { headers: plainHeaders(incoming) }), options, incoming);
    const context = routerContext(request, { kind: 'guest' }, wanted.visitor, NONCE_PLACEHOLDER);
    // Goes the long way, which says so: a 503 here would stand for a database that is away.
    if (await notOpenYet(request, guest)) return null;
    const response = await handleByRoutes(request, context);
    if (response.status === 503) return 'away';
    const keeps =
      response.status === 200 &&
      response.headers.get('Content-Type')?.startsWith('text/html') === true &&
      !response.headers.has('Set-Cookie');
    if (!keeps) return null;
    const styled = inlineStyles(await response.text(), NONCE_PLACEHOLDER, styleOf);
    return cachePage(scriptsAfterPaint(styled, NONCE_PLACEHOLDER), NONCE_PLACEHOLDER);
  }
}

function plainHeaders(incoming: IncomingMessage): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers)) {
    if (typeof value === 'string' && !name.startsWith(':')) headers.set(name, value);
  }
  return headers;
}
