import { renderToString } from 'react-dom/server';
import {
  type EntryContext,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router';
import { log } from '#platform/log.ts';
import { renderWithCachedParts } from '#platform/pages/cached-parts.ts';
import { fillForm, formToFill, typedFieldsScript } from '#platform/pages/fill-form.ts';
import { RenderedPage, renderedPage } from '#platform/pages/rendered-page.ts';
import { requestInfo } from '#platform/requests/request-context.ts';
import { NonceContext } from '#ui/nonce.ts';

/** Development renders every part fresh, so code changes show immediately. */
const render = import.meta.env.DEV ? (page: () => string) => new RenderedPage(page()) : renderWithCachedParts;

/** How long deferred data may take, in milliseconds, before the page is finished without it. */
export const streamTimeout = 5000;

/**
 * Renders a document, with the response's CSP nonce on every script the router writes. Renders to one string: no page
 * streams parts later, and streaming would add half the cost of a render. The HTTP layer reads the page from the context.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  { serverHandoffStream, ...routerContext }: EntryContext,
  loadContext: RouterContextProvider,
): Promise<Response> {
  headers.set('Content-Type', 'text/html; charset=utf-8');
  if (request.method === 'HEAD') return new Response(null, { status, headers });
  const { nonce } = loadContext.get(requestInfo);
  const data = serverHandoffStream ? await textOf(serverHandoffStream) : '';
  const page = render(() =>
    renderToString(
      <NonceContext value={nonce}>
        <ServerRouter context={routerContext} url={request.url} nonce={nonce} />
      </NonceContext>,
    ),
  );
  const scripts = routerContext.renderMeta?.didRenderScripts ? dataScripts(data, nonce) : '';
  const asksAgain = status === 503 && request.method === 'GET' ? ASKS_AGAIN : '';
  const typed = status < 400 ? loadContext.get(formToFill) : null;
  const filled = typed && fillForm(page.text, typed, new URL(request.url).pathname);
  if (typed) headers.append('Set-Cookie', typed.forget);
  loadContext.set(
    renderedPage,
    filled
      ? documentOf(new RenderedPage(filled, page.parts), asInline(typedFieldsScript, nonce) + scripts)
      : documentOf(page, scripts, asksAgain),
  );
  return new Response(null, { status, headers });
}

async function textOf(stream: ReadableStream<Uint8Array>): Promise<string> {
  const reader = stream.getReader();
  const chunks: Uint8Array[] = [];
  for (let read = await reader.read(); !read.done; read = await reader.read()) chunks.push(read.value);
  return Buffer.concat(chunks).toString();
}

/**
 * Without scripts the browser asks again after ten seconds for a page that cannot be shown (with them, `load-again`). HTML has
 * it in the head alone, where React knows no errors.
 */
const ASKS_AGAIN = '<noscript><meta http-equiv="refresh" content="10"></noscript>';

const HEAD_END = '</head>';
const END = '</body></html>';

/** Adds the doctype, what goes at the end of the head, and the scripts at the end of the document. */
function documentOf({ text, parts }: RenderedPage, scripts: string, inHead = ''): RenderedPage {
  if (!text.endsWith(END)) throw new Error('the page does not end as a document does');
  const whole = inHead === '' ? text : text.replace(HEAD_END, () => inHead + HEAD_END);
  return new RenderedPage(`<!DOCTYPE html>${whole.slice(0, -END.length)}${scripts}${END}`, parts);
}

/** Passes the loaders' data to the router in the browser, the same way the router does for a streamed page. */
function dataScripts(data: string, nonce: string): string {
  const stream = 'window.__reactRouterContext.streamController';
  return asInline(`${stream}.enqueue(${asScript(data)});`, nonce) + asInline(`${stream}.close();`, nonce);
}

const asInline = (text: string, nonce: string) => `<script nonce="${nonce}">${text}</script>`;

const escapes: Record<string, string> = {
  '&': '\\u0026',
  '>': '\\u003e',
  '<': '\\u003c',
  '\u2028': '\\u2028',
  '\u2029': '\\u2029',
};

/** A literal that is safe in an inline script: nothing in it ends the script. */
const asScript = (text: string) =>
  JSON.stringify(text).replace(/[&><\u2028\u2029]/g, (found) => escapes[found] ?? '');

/** Logs unexpected errors in loaders, actions and rendering once, with their request's ID. */
export function handleError(
  error: unknown,
  { request, context }: { request: Request; context: Readonly<RouterContextProvider> },
): void {
  if (request.signal.aborted) return;
  // Refusals by a route, or by the router for it (a write to a route without an action), are not failures.
  if (isRouteErrorResponse(error) && error.status < 500) return;
  // Logs only the path: the query may hold a search, or the token of a link from a mail.
  const { pathname } = new URL(request.url);
  const { id } = context.get(requestInfo);
  log.error({ request: id, path: pathname, err: error }, 'request failed');
}
