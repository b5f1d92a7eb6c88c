import { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import { currentSpan, type Origin, tracing } from '#platform/tracing/span.ts';
import { inRequestSpan } from './request-span.ts';

afterEach(() => tracing.set(null));

const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';

/** The origins of the spans that a request to `url` starts. */
function originsOf(url: string, isFromProxy: boolean): Origin[] {
  const origins: Origin[] = [];
  const span = { traceparent: '', rename() {}, set() {}, end() {} };
  tracing.set({
    start: (_, origin) => {
      origins.push(origin);
      return span;
    },
  });
  let inside: unknown = 'not answered';
  const incoming = { method: 'GET', url, headers: { traceparent } } as unknown as IncomingMessage;
  const outgoing = new EventEmitter() as unknown as ServerResponse;
  inRequestSpan(incoming, outgoing, { id: 'a', isFromProxy }, () => {
    inside = currentSpan();
  });
  expect(inside).toBe(origins.length > 0 ? span : null);
  return origins;
}

test('only a trusted proxy names the trace that a request belongs to', () => {
  expect(originsOf('/cart', true)).toEqual([{ caller: traceparent }]);
  expect(originsOf('/cart', false)).toEqual([{ caller: undefined }]);
});

test('probes and live streams have no span', () => {
  expect([...originsOf('/healthz', true), ...originsOf('/live?topics=a', true)]).toEqual([]);
});
