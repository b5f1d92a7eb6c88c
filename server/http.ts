/**
 * The HTTP layer, in the order a request meets it: kept pages, then address and origin, common headers, the
 * check that a write comes from us, files, sign-in, and at last the routes.
 */
import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { getRequestListener, type HttpBindings } from '@hono/node-server';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { compress } from 'hono/compress';
import { RouterContextProvider } from 'react-router';
import { databaseAnswers } from '#db/client.ts';
import type { Actor } from '#features/identity/actor.ts';
import { actorContext } from '#features/identity/actor-context.ts';
import { readActor } from '#features/identity/actor-queries.server.ts';
import { isOpenAuthPath } from '#features/identity/ask-auth.server.ts';
import { auth, CLIENT_ADDRESS_HEADER } from '#features/identity/auth.server.ts';
import { newId } from '#kernel/ids.ts';
import { log } from '#platform/log.ts';
import { type RequestFacts, requestFacts } from '#platform/request-context.ts';
import type { AddressReader } from './client-address.ts';
import { builtStyles, inlineStyles, scriptsAfterPaint } from './first-paint.ts';
import { fillIn, giveBack, type KeptPage, type KeptPages, keepPage } from './kept-pages.ts';
import { serveMedia } from './media.ts';
import { newNonce } from './nonce.ts';
import { ownRequest } from './own-request.ts';
import { handleByRoutes } from './react-router.ts';
import { comesFromUs } from './same-origin.ts';
import { secureCookies, secured } from './secure-cookies.ts';
import { commonHeaders, contentSecurityPolicy, strictTransport } from './security-headers.ts';
import { readVisitor, type Visitor } from './visitor.ts';

export type HttpOptions = {
  /** The configured origin, or null: then the one the request names counts. */
  publicOrigin: string | null;
  addressOf: AddressReader;
  pages: KeptPages;
  /** Folder of the built client files; null in development, where Vite serves them. */
  clientFolder: string | null;
};

type Bindings = { Bindings: HttpBindings };

/** Where guests may be shown a kept page: what depends on URL and catalogue only. */
const keepable = /^\/(?:products(?:\/\d+)?|about|education|terms|privacy|faq)?$/;
const MAXIMUM_BODY = 12 * 1024 * 1024;
const development = import.meta.env?.DEV === true;

/** What stands for the nonce while a page to be kept is rendered; unguessable, so no text of ours or yours equals it. */
const NONCE_PLACEHOLDER = `nonce-${randomBytes(18).toString('base64url')}`;

/** The whole application as a listener for node:http. */
export function httpListener(options: HttpOptions): RequestListener {
  const { pages } = options;
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
    log.error({ err: error, url: context.req.url }, 'request failed');
    return context.text('Something went wrong on our side. Please try again.', 500);
  });

  app.use(async (context, next) => {
    await next();
    for (const [name, value] of Object.entries(commonHeaders)) {
      if (!context.res.headers.has(name)) context.res.headers.set(name, value);
    }
    if (https) context.res.headers.set('Strict-Transport-Security', strictTransport);
  });

  app.get('/healthz', async (context) =>
    (await databaseAnswers()) ? context.text('ok') : context.text('the database does not answer', 503),
  );

  if (options.clientFolder !== null) {
    const root = options.clientFolder;
    const built = builtFiles(root);
    const asFile = serveStatic<Bindings>({ root, precompressed: true });
    app.use(async (context, next) => {
      const { path } = context.req;
      if (!built.has(path)) return next();
      const forGood = path.startsWith('/assets/');
      context.header(
        'Cache-Control',
        forGood ? 'public, max-age=31536000, immutable' : 'public, max-age=86400',
      );
      return asFile(context, next);
    });
  }
  app.get('/media/*', serveMedia);

  app.use(compress());
  app.use(
    bodyLimit({
      maxSize: MAXIMUM_BODY,
      onError: (context) => context.text('That is more than we can take in one go. The limit is 12 MB.', 413),
    }),
  );

  app.all('*', async (context) => {
    const request = ownRequest(context.req.raw, options, context.env.incoming);
    const origin = new URL(request.url).origin;
    if (!comesFromUs(request.method, request.headers, origin)) {
      return context.text('This request did not come from a page of ours, so nothing was done.', 403);
    }
    if (isOpenAuthPath(new URL(request.url).pathname)) {
      const response = await auth().handler(request);
      response.headers.set('Cache-Control', 'no-store');
      return response;
    }
    return answerByRoutes(request, await readActor(request.headers), newNonce());
  });

  async function answerByRoutes(request: Request, actor: Actor, nonce: string): Promise<Response> {
    const visitor = readVisitor(request.headers);
    const response = await handleByRoutes(request, routerContext(request, actor, visitor, nonce));
    if (response.headers.get('Content-Type')?.startsWith('text/html')) {
      // A route may bring a policy of its own (a mail shown in a frame); then it answers for the document's headers.
      if (!response.headers.has('Content-Security-Policy')) {
        for (const [name, value] of Object.entries(documentHeaders(nonce))) response.headers.set(name, value);
      }
      response.headers.append('Set-Cookie', visitor.nextViewCookie);
    }
    if (https) secureCookies(response.headers);
    if (actor.kind === 'user') response.headers.set('Cache-Control', 'no-store');
    else if (!response.headers.has('Cache-Control'))
      response.headers.set('Cache-Control', 'private, no-cache');
    return response;
  }

  function routerContext(
    request: Request,
    actor: Actor,
    visitor: Visitor,
    nonce: string,
  ): RouterContextProvider {
    const facts: RequestFacts = {
      id: newId(),
      clientAddress: request.headers.get(CLIENT_ADDRESS_HEADER) ?? '0.0.0.0',
      nonce,
      origin: options.publicOrigin ?? new URL(request.url).origin,
      ageAffirmed: visitor.ageAffirmed,
      view: visitor.view,
    };
    const context = new RouterContextProvider();
    context.set(requestFacts, facts);
    context.set(actorContext, actor);
    return context;
  }

  const fallback = getRequestListener(app.fetch, { overrideGlobalObjects: false });

  return (incoming, outgoing) => {
    // Development renders every page anew, so that what is typed is what is seen.
    const wanted = development ? null : keptPageWanted(incoming);
    if (wanted === null) return void fallback(incoming, outgoing);
    const page = pages.get(wanted.key);
    if (page) return sendKept(outgoing, page, wanted);
    keepAndSend(incoming, outgoing, wanted).catch((error: unknown) => {
      log.error({ err: error, url: incoming.url }, 'request failed');
      if (!outgoing.headersSent) outgoing.writeHead(500, { 'Content-Type': 'text/plain' });
      outgoing.end('Something went wrong on our side. Please try again.');
    });
  };

  async function keepAndSend(
    incoming: IncomingMessage,
    outgoing: ServerResponse,
    wanted: Wanted,
  ): Promise<void> {
    const base = `http://${incoming.headers.host ?? 'localhost'}`;
    // A Host that is none is answered as one everywhere else: with 400, not as a mistake of ours.
    if (!URL.canParse(base)) return void (await fallback(incoming, outgoing));
    const page = await pages.render(wanted.key, async () => {
      const url = new URL(incoming.url ?? '/', base);
      const request = ownRequest(new Request(url, { headers: plainHeaders(incoming) }), options, incoming);
      const context = routerContext(request, { kind: 'guest' }, wanted.visitor, NONCE_PLACEHOLDER);
      const response = await handleByRoutes(request, context);
      const keeps =
        response.status === 200 &&
        response.headers.get('Content-Type')?.startsWith('text/html') === true &&
        !response.headers.has('Set-Cookie');
      if (!keeps) return null;
      const styled = inlineStyles(await response.text(), NONCE_PLACEHOLDER, styleOf);
      return keepPage(scriptsAfterPaint(styled, NONCE_PLACEHOLDER), NONCE_PLACEHOLDER);
    });
    if (page) return sendKept(outgoing, page, wanted);
    await fallback(incoming, outgoing);
  }

  function sendKept(outgoing: ServerResponse, page: KeptPage, wanted: Wanted): void {
    const nonce = newNonce();
    const sheet = wanted.gzip ? page.gzip : page.plain;
    const body = fillIn(sheet, nonce);
    outgoing.writeHead(200, {
      ...documentHeaders(nonce),
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Length': body.length,
      Vary: 'Accept-Encoding, Cookie',
      'Set-Cookie': https ? secured(wanted.visitor.nextViewCookie) : wanted.visitor.nextViewCookie,
      ...(wanted.gzip ? { 'Content-Encoding': 'gzip' } : {}),
    });
    // Called once the last byte has left; a response that broke off keeps its copy.
    outgoing.end(body, () => giveBack(sheet, body));
  }

  type Wanted = { key: string; visitor: Visitor; gzip: boolean };

  /** What a guest's request needs to be served from the kept pages; null when it must go the long way. */
  function keptPageWanted(incoming: IncomingMessage): Wanted | null {
    if (incoming.method !== 'GET' || incoming.url === undefined || incoming.url.length > 512) return null;
    const queryAt = incoming.url.indexOf('?');
    const path = queryAt === -1 ? incoming.url : incoming.url.slice(0, queryAt);
    if (!keepable.test(path)) return null;
    const cookie = incoming.headers.cookie ?? '';
    if (cookie.includes('farmgate.session_token=') || cookie.includes('flash=')) return null;
    const visitor = readVisitor(cookie);
    const origin = options.publicOrigin ?? incoming.headers.host ?? '';
    return {
      key: `${origin} ${incoming.url} ${visitor.ageAffirmed ? 1 : 0} ${visitor.view}`,
      visitor,
      gzip: /\bgzip\b/.test(String(incoming.headers['accept-encoding'] ?? '')),
    };
  }
}

function plainHeaders(incoming: IncomingMessage): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers)) {
    if (typeof value === 'string' && !name.startsWith(':')) headers.set(name, value);
  }
  return headers;
}

/** URL paths of the files the build made, so that a page's request never touches the disk. */
function builtFiles(root: string): ReadonlySet<string> {
  const entries = readdirSync(root, { recursive: true, withFileTypes: true });
  return new Set(
    entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(root.length).replaceAll('\\', '/')),
  );
}
