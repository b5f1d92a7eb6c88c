/**
 * The HTTP layer, in the order a request passes through it: request line, cached pages, then the layers of
 * `layers.ts`: common headers, health, files, and the visitor (`answer-visitor.ts`): origin, body, a place at the
 * gates, identity, and finally the routes.
 */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { countRequest } from '#platform/failures.ts';
import { log } from '#platform/log.ts';
import { requestIdOf, withRequestId } from '#platform/request-id.ts';
import { inTrace } from '#platform/tracing/span.ts';
import { watchAnswer } from '#server/http/answers.ts';
import { smallRefusal } from '#server/http/bearer.ts';
import { lineProblem, METHODS } from '#server/http/request-line.ts';
import { inRequestSpan } from '#server/http/request-span.ts';
import { development } from '#server/http/security-headers.ts';
import { sendSmall } from '#server/http/send-small.ts';
import type { PageOptions } from '#server/pages/answer-by-routes.ts';
import { builtStyles } from '#server/pages/first-paint.ts';
import { guestPages } from '#server/pages/guest-pages.ts';
import { addressBook, type CachedRoute } from '#server/pages/page-address.ts';
import type { PageCache } from '#server/pages/page-cache.ts';
import { renderForGuests } from '#server/pages/render-for-guests.ts';
import { type LayerOptions, layers } from './layers.ts';

export type HttpOptions = LayerOptions & {
  /** The configured origin; if null, the origin of the request. */
  publicOrigin: string | null;
  pages: PageCache;
  /** The routes whose pages, as guests see them, may be cached. */
  cachedRoutes: readonly CachedRoute[];
  /** Whether a socket's address belongs to a configured proxy. */
  isProxy: (address: string) => boolean;
};

/** The whole application as a listener for node:http. */
export function httpListener(options: HttpOptions): RequestListener {
  const { publicOrigin, clientFolder, metrics, isProxy } = options;
  const pageOptions: PageOptions = {
    publicOrigin,
    https: publicOrigin?.startsWith('https:') ?? false,
    styleOf: clientFolder === null ? null : builtStyles(clientFolder),
  };
  let cachedPages = 0;
  const answer = answerByLayers(
    layers(options, pageOptions, () => cachedPages),
    isProxy,
  );
  const answerGuest = guestPages({
    ...options,
    clientOf: options.addressOf,
    addressOf: addressBook(options.cachedRoutes, () => options.pages.moves),
    // For everyone who waits for the page, so it is part of no request's trace.
    render: (page) => inTrace({ name: 'render', kind: 'internal' }, () => renderForGuests(page, pageOptions)),
  });

  return (incoming, outgoing) => {
    if (refuseByFirstLine(incoming, outgoing)) return;
    // Development renders every page fresh, so code changes show immediately.
    const answered = !development && answerGuest(incoming, outgoing);
    if (answered === true) {
      cachedPages += 1;
      countRequest();
      return;
    }
    watchAnswer(incoming, outgoing);
    metrics?.watch(incoming, outgoing);
    if (answered === false) return void answer(incoming, outgoing);
    answered
      .then((isServed) => (isServed ? undefined : answer(incoming, outgoing)))
      .catch((error: unknown) => failRequest(error, incoming, outgoing));
  };
}

/** Answers OPTIONS, and what our address or method rules refuse; whether it did. */
function refuseByFirstLine(incoming: IncomingMessage, outgoing: ServerResponse): boolean {
  if (incoming.method === 'OPTIONS') {
    outgoing.writeHead(204, { Allow: METHODS }).end();
    return true;
  }
  const problem = lineProblem(incoming);
  if (problem === null) return false;
  const allow: Record<string, string> = problem === 405 ? { Allow: METHODS } : {};
  sendSmall(outgoing, smallRefusal(incoming.url ?? '', problem, incoming.headers.accept), allow);
  return true;
}

/** A listener that passes requests to the layers, each with its ID and its trace. */
function answerByLayers(
  app: ReturnType<typeof layers>,
  isProxy: HttpOptions['isProxy'],
): (incoming: IncomingMessage, outgoing: ServerResponse) => void {
  const byApp = getRequestListener((request, bindings) => app.fetch(request, bindings), {
    overrideGlobalObjects: false,
  });
  return (incoming, outgoing) => {
    const isFromProxy = isProxy(incoming.socket.remoteAddress ?? '');
    const id = requestIdOf(incoming.headers['x-request-id'], isFromProxy);
    outgoing.setHeader('X-Request-Id', id);
    inRequestSpan(incoming, outgoing, { id, isFromProxy }, () =>
      withRequestId(id, () => byApp(incoming, outgoing)),
    );
  };
}

function failRequest(error: unknown, incoming: IncomingMessage, outgoing: ServerResponse): void {
  log.error({ err: error, path: incoming.url?.split('?')[0] }, 'request failed');
  if (outgoing.headersSent) outgoing.destroy();
  else sendSmall(outgoing, smallRefusal(incoming.url ?? '', 500, incoming.headers.accept, { again: '' }));
}
