import { Writable } from 'node:stream';
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

/** Renders a document, with the response's CSP nonce on every script the router writes; whole, because no page has parts that come later. */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  loadContext: RouterContextProvider,
): Promise<Response> | Response {
  if (request.method === 'HEAD') return new Response(null, { status, headers });
  const { nonce, id } = loadContext.get(requestInfo);

  return new Promise((resolve, reject) => {
    let shellStands = false;
    const timer = setTimeout(() => abort(), streamTimeout + 1000);
    const page = new Collected((bytes) => {
      clearTimeout(timer);
      headers.set('Content-Type', 'text/html; charset=utf-8');
      resolve(new Response(bytes, { status, headers }));
    });
    page.on('error', reject);
    const { pipe, abort } = renderToPipeableStream(
      <NonceContext value={nonce}>
        <ServerRouter context={routerContext} url={request.url} nonce={nonce} />
      </NonceContext>,
      {
        nonce,
        onShellReady() {
          shellStands = true;
        },
        onAllReady() {
          pipe(page);
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

/** Takes what is rendered in one turn of the event loop, without a stream's queues, and gives it as one. */
class Collected extends Writable {
  readonly #chunks: Uint8Array[] = [];
  readonly #finish: (bytes: Buffer<ArrayBuffer>) => void;

  constructor(finish: (bytes: Buffer<ArrayBuffer>) => void) {
    super();
    this.#finish = finish;
  }

  override write(chunk: string | Uint8Array): boolean {
    this.#chunks.push(typeof chunk === 'string' ? Buffer.from(chunk) : chunk);
    return true;
  }

  override end(): this {
    this.#finish(Buffer.concat(this.#chunks));
    return this;
  }
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
