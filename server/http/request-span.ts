/** A request as a span: from its first line to the end of its answer. Probes and live streams have none. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { isTracing, type Span, startTrace, within } from '#platform/tracing/span.ts';
import { kindOf } from './metrics.ts';

/**
 * Runs `answer` in a span.
 * @param isFromProxy whether the socket belongs to a configured proxy: anyone else could name the trace and have it
 * sampled.
 */
export function inRequestSpan(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { id, isFromProxy }: { id: string; isFromProxy: boolean },
  answer: () => void,
): void {
  const span = isTracing() ? spanOf(incoming, id, isFromProxy) : null;
  if (span === null) {
    answer();
    return;
  }
  outgoing.once('close', () => {
    const { statusCode, headersSent } = outgoing;
    if (headersSent) span.set({ 'http.response.status_code': statusCode });
    span.end(headersSent && statusCode >= 500 ? String(statusCode) : undefined);
  });
  within(span, answer);
}

function spanOf({ method = '', url, headers }: IncomingMessage, id: string, isFromProxy: boolean) {
  const kind = kindOf(method, url);
  if (kind === 'probe' || kind === 'stream') return null;
  const attributes = { 'http.request.method': method, 'farmgate.kind': kind, 'farmgate.request_id': id };
  const caller = isFromProxy ? headers.traceparent?.toString() : undefined;
  return startTrace({ name: method, kind: 'server', attributes }, { caller });
}

/** @param pattern the matched route, such as '/orders/:id'; null if none matches */
export function nameRoute(span: Span, method: string, pattern: string | null): void {
  if (pattern === null) return;
  span.rename(`${method} ${pattern}`);
  span.set({ 'http.route': pattern });
}
