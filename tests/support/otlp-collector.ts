/** A real OpenTelemetry collector as far as the shop can tell: OTLP in JSON over HTTP, that can be silent or fail. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { INSTALL_SDK, loadSdk } from '#platform/tracing/sdk.ts';

type Value = { stringValue?: string; intValue?: number };
type RawSpan = {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  attributes: { key: string; value: Value }[];
  links?: { traceId: string; spanId: string }[];
  status?: { code?: number };
};
type Export = { resourceSpans: { scopeSpans: { spans: RawSpan[] }[] }[] };

export type ReceivedSpan = Omit<RawSpan, 'attributes'> & { attributes: Record<string, string | number> };

export type Collector = {
  endpoint: string;
  /** What arrived, as text. */
  bodies: string[];
  headers: Record<string, string | string[] | undefined>[];
  spans(): ReceivedSpan[];
  be(mood: 'up' | 'silent' | 'failing'): void;
  stop(): Promise<void>;
};

/** @throws without the SDK that sends spans, which `npm test` installs */
export async function openCollector(): Promise<Collector> {
  if (loadSdk(join(import.meta.dirname, '../..')) === null)
    throw new Error(`Before this test ${INSTALL_SDK}.`);
  let mood: 'up' | 'silent' | 'failing' = 'up';
  const bodies: string[] = [];
  const headers: Collector['headers'] = [];
  const server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      if (mood === 'silent') return;
      if (request.url !== '/v1/traces' || mood === 'failing') {
        response.writeHead(mood === 'failing' ? 500 : 404).end('a collector’s own words');
        return;
      }
      headers.push(request.headers);
      bodies.push(Buffer.concat(pieces).toString());
      response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}');
    });
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const { port } = server.address() as AddressInfo;
  return {
    endpoint: `http://127.0.0.1:${port}`,
    bodies,
    headers,
    spans: () =>
      bodies
        .flatMap((body) => (JSON.parse(body) as Export).resourceSpans)
        .flatMap(({ scopeSpans }) => scopeSpans)
        .flatMap(({ spans }) => spans)
        .map((span) => ({
          ...span,
          attributes: Object.fromEntries(
            span.attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue ?? '']),
          ),
        })),
    be: (next) => {
      mood = next;
    },
    stop: async () => {
      server.closeAllConnections();
      await new Promise<void>((done) => server.close(() => done()));
    },
  };
}
