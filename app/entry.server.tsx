import { renderToString } from 'react-dom/server';
import {
  type EntryContext,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router';
import { log } from '#platform/log.ts';
import { drawWithCachedParts } from '#platform/pages/cached-parts.ts';
import { DrawnPage } from '#platform/pages/drawn-page.ts';
import { wholePage } from '#platform/pages/whole-page.ts';
import { requestInfo } from '#platform/requests/request-context.ts';
import { NonceContext } from '#ui/nonce.ts';

/** Development draws every part anew, so that what is typed is what is seen. */
const draw = import.meta.env.DEV ? (page: () => string) => new DrawnPage(page()) : drawWithCachedParts;

/** How long data that a page waits for may take before the page is finished without it. */
export const streamTimeout = 5000;

/**
 * Renders a document, with the response's CSP nonce on every script the router writes. Whole, as one text: no page has
 * parts that come later, and what streams would cost in pieces is half of a rendering.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  { serverHandoffStream, ...routerContext }: EntryContext,
  loadContext: RouterContextProvider,
): Promise<Response> {
  if (request.method === 'HEAD') return new Response(null, { status, headers });
  const { nonce } = loadContext.get(requestInfo);
  const data = serverHandoffStream ? await textOf(serverHandoffStream) : '';
  const page = draw(() =>
    renderToString(
      <NonceContext value={nonce}>
        <ServerRouter context={withMatchedRoutes(routerContext)} url={request.url} nonce={nonce} />
      </NonceContext>,
    ),
  );
  headers.set('Content-Type', 'text/html; charset=utf-8');
  const scripts = routerContext.renderMeta?.didRenderScripts ? dataScripts(data, nonce) : '';
  return wholePage(documentOf(page, scripts), { status, headers });
}

async function textOf(stream: ReadableStream<Uint8Array>): Promise<string> {
  const reader = stream.getReader();
  const chunks: Uint8Array[] = [];
  for (let read = await reader.read(); !read.done; read = await reader.read()) chunks.push(read.value);
  return Buffer.concat(chunks).toString();
}

const END = '</body></html>';

/** The document, with scripts at its end. */
function documentOf({ text, parts }: DrawnPage, scripts: string): DrawnPage {
  if (!text.endsWith(END)) throw new Error('the page does not end as a document does');
  return new DrawnPage(`<!DOCTYPE html>${text.slice(0, -END.length)}${scripts}${END}`, parts);
}

/** Made for each page anew, the router's routes are a tenth of a rendering; a page needs those it stands on. */
function withMatchedRoutes(context: EntryContext): EntryContext {
  const { manifest, staticHandlerContext } = context;
  const routes = staticHandlerContext.matches.map(({ route }) => [route.id, manifest.routes[route.id]]);
  return { ...context, manifest: { ...manifest, routes: Object.fromEntries(routes) } };
}

/** What the page's loaders gave, handed to the router in the browser as it would do it itself, had the page been streamed. */
function dataScripts(data: string, nonce: string): string {
  const script = (text: string) => `<script nonce="${nonce}">${text}</script>`;
  const stream = 'window.__reactRouterContext.streamController';
  return script(`${stream}.enqueue(${asScript(data)});`) + script(`${stream}.close();`);
}

const escapes: Record<string, string> = {
  '&': '\\u0026',
  '>': '\\u003e',
  '<': '\\u003c',
  '\u2028': '\\u2028',
  '\u2029': '\\u2029',
};

/** A literal that may stand in an inline script: nothing in it ends the script. */
const asScript = (text: string) =>
  JSON.stringify(text).replace(/[&><\u2028\u2029]/g, (found) => escapes[found] ?? '');

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
