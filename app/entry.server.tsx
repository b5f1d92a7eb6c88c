import { PassThrough } from 'node:stream';
import { createReadableStreamFromReadable } from '@react-router/node';
import { isbot } from 'isbot';
import { renderToPipeableStream } from 'react-dom/server';
import {
  type EntryContext,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router';
import { log } from '#platform/log.ts';
import { requestInfo } from '#platform/request-context.ts';
import { NonceContext } from '#ui/nonce.ts';

/** How long a streamed part may take before the page is finished without it. */
export const streamTimeout = 5000;

/** Renders a document, with the response's CSP nonce on every script the router writes. */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  loadContext: RouterContextProvider,
): Promise<Response> | Response {
  if (request.method === 'HEAD') return new Response(null, { status, headers });
  const { nonce, id } = loadContext.get(requestInfo);
  const userAgent = request.headers.get('user-agent');
  // Crawlers get the page whole; people get its frame as soon as it stands.
  const ready = userAgent && isbot(userAgent) ? 'onAllReady' : 'onShellReady';

  return new Promise((resolve, reject) => {
    let shellStands = false;
    const timer = setTimeout(() => abort(), streamTimeout + 1000);
    const { pipe, abort } = renderToPipeableStream(
      <NonceContext value={nonce}>
        <ServerRouter context={routerContext} url={request.url} nonce={nonce} />
      </NonceContext>,
      {
        nonce,
        [ready]() {
          shellStands = true;
          const body = new PassThrough({
            final(done) {
              clearTimeout(timer);
              done();
            },
          });
          headers.set('Content-Type', 'text/html; charset=utf-8');
          pipe(body);
          resolve(new Response(createReadableStreamFromReadable(body), { status, headers }));
        },
        onShellError(error: unknown) {
          clearTimeout(timer);
          reject(error);
        },
        onError(error: unknown) {
          if (shellStands && !request.signal.aborted)
            log.error({ request: id, err: error }, 'rendering failed midway');
        },
      },
    );
  });
}

/** Errors of loaders, actions and rendering that nobody expected: logged once, with the request they belong to. */
export function handleError(
  error: unknown,
  { request, context }: { request: Request; context: Readonly<RouterContextProvider> },
): void {
  if (request.signal.aborted) return;
  // What a route has refused, and what the router refuses for it (a write where none is taken), is no fault.
  if (isRouteErrorResponse(error) && error.status < 500) return;
  // The path alone: what follows it may be a search, or the token of a link that came by mail.
  const { pathname } = new URL(request.url);
  log.error({ request: context.get(requestInfo).id, path: pathname, err: error }, 'request failed');
}
