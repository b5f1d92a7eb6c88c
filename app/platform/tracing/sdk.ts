/**
 * Loads OpenTelemetry's SDK, which few shops need: `npm run install-tracing` installs it into `scripts/tracing`. Its own
 * types are only there, so these say what is used of it.
 */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Attributes, Context, SpanContext, Tracer } from '@opentelemetry/api';

export type EndedSpan = { spanContext(): SpanContext };

export type SpanExporter = {
  export(spans: EndedSpan[], done: (result: { code: number; error?: Error }) => void): void;
  shutdown(): Promise<void>;
};

export type SpanProcessor = {
  onStart(span: object, parent: Context): void;
  onEnd(span: EndedSpan): void;
  forceFlush(): Promise<void>;
  shutdown(): Promise<void>;
};

type Resource = { attributes: Attributes };
type Sampler = { shouldSample: unknown };

type Sdk = {
  OTLPTraceExporter: new (options: {
    url: string;
    headers: Record<string, string>;
    timeoutMillis: number;
  }) => SpanExporter;
  BatchSpanProcessor: new (options: {
    exporter: SpanExporter;
    maxQueueSize: number;
    maxExportBatchSize: number;
    scheduledDelayMillis: number;
    exportTimeoutMillis: number;
  }) => SpanProcessor;
  TraceIdRatioBasedSampler: new (share: number) => Sampler;
  ParentBasedSampler: new (options: { root: Sampler }) => Sampler;
  TracerProvider: new (options: {
    resource: Resource;
    sampler: Sampler;
    spanProcessors: SpanProcessor[];
  }) => { getTracer(name: string): Tracer; shutdown(): Promise<void> };
  defaultResource(): Resource;
  resourceFromAttributes(attributes: Attributes): Resource;
};

const PACKAGES = ['sdk-trace', 'resources', 'exporter-trace-otlp-http'];

/** What to do where `loadSdk` finds none. */
export const INSTALL_SDK = 'run npm run install-tracing';

/** null where the SDK is not installed, or not whole. @param root the project's folder */
export function loadSdk(root: string): Sdk | null {
  const load = createRequire(join(root, 'scripts/tracing/package.json'));
  try {
    return Object.assign({}, ...PACKAGES.map((name) => load(`@opentelemetry/${name}`)));
  } catch {
    return null;
  }
}
