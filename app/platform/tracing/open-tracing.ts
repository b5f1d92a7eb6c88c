/**
 * Sends spans to an OpenTelemetry collector by OTLP over HTTP. Nothing waits for the collector: spans wait in a bounded
 * queue, and those that find it full, or that no attempt could deliver, are counted and forgotten.
 */
import type { Context } from '@opentelemetry/api';
import { log } from '../log.ts';
import { INSTALL_SDK, loadSdk, type SpanExporter, type SpanProcessor } from './sdk.ts';
import { type Span, type SpanStart, tracing } from './span.ts';

/** Spans that wait or travel, about a kilobyte each. */
const MOST_WAITING = 2048;
const BATCH = 512;
/** Milliseconds until spans are sent, and for all attempts to send them. */
const PAUSE_MS = 2000;
const PATIENCE_MS = 10_000;
/** Milliseconds for what waits when the shop stops: its supervisor waits ten seconds for everything. */
const LAST_MS = 1000;
/** `ExportResultCode.SUCCESS` of a package that is not ours to import. */
const SUCCESS = 0;

export type TracingSettings = {
  /** The project's folder. */
  root: string;
  /** The collector's base URL; spans go to `/v1/traces` below it. */
  endpoint: string;
  headers: Readonly<Record<string, string>>;
  service: string;
  version: string;
  /** The share of traces that are sent, 0 to 1; a caller's own decision goes before it. */
  share: number;
};

/** Where spans go; null if traces are off. */
export function tracesUrl(endpoint: string | undefined): URL | null {
  return endpoint === undefined ? null : new URL(`${endpoint.replace(/\/+$/, '')}/v1/traces`);
}

let counts = { lost: 0 };
/** Spans that were not delivered since traces were switched on. */
export const lostSpans = (): number => counts.lost;

const NOT_INSTALLED = `Traces are off, because OpenTelemetry’s SDK is not installed: ${INSTALL_SDK}, and start again.`;

/**
 * The SDK is loaded only here, as most shops have no collector. Returns what sends the rest and ends it. Where the SDK is
 * not installed, it says so and traces stay off: the shop does not depend on them.
 */
export async function openTracing(
  settings: TracingSettings,
  say: (line: string) => void,
): Promise<() => Promise<void>> {
  const sdk = loadSdk(settings.root);
  if (sdk === null) {
    say(NOT_INSTALLED);
    return async () => undefined;
  }
  const api = await import('@opentelemetry/api');
  const exporter = new sdk.OTLPTraceExporter({
    url: String(tracesUrl(settings.endpoint)),
    headers: { ...settings.headers },
    timeoutMillis: PATIENCE_MS,
  });
  const { attributes } = sdk.defaultResource();
  const provider = new sdk.TracerProvider({
    resource: sdk.resourceFromAttributes({
      ...attributes,
      'service.name': settings.service,
      'service.version': settings.version,
    }),
    sampler: new sdk.ParentBasedSampler({ root: new sdk.TraceIdRatioBasedSampler(settings.share) }),
    spanProcessors: [
      bounded(
        exporter,
        (counted) =>
          new sdk.BatchSpanProcessor({
            exporter: counted,
            maxQueueSize: MOST_WAITING,
            maxExportBatchSize: BATCH,
            scheduledDelayMillis: PAUSE_MS,
            // Later than the exporter's own end, so that each batch is counted once.
            exportTimeoutMillis: 2 * PATIENCE_MS,
          }),
      ),
    ],
  });
  const tracer = provider.getTracer('farmgate');
  const kinds = {
    ...{ server: api.SpanKind.SERVER, client: api.SpanKind.CLIENT },
    ...{ consumer: api.SpanKind.CONSUMER, internal: api.SpanKind.INTERNAL },
  } satisfies Record<SpanStart['kind'], number>;

  tracing.set({
    start({ name, kind, attributes = {} }, { parent, caller, cause }): Span {
      const from = parsed(parent, false) ?? parsed(caller, true);
      const around: Context =
        from === null ? api.ROOT_CONTEXT : api.trace.setSpanContext(api.ROOT_CONTEXT, from);
      const link = parsed(cause, true);
      const links = link === null ? [] : [{ context: link }];
      const span = tracer.startSpan(name, { kind: kinds[kind], attributes, links }, around);
      const { traceId, spanId, traceFlags } = span.spanContext();
      return {
        traceparent: `00-${traceId}-${spanId}-0${traceFlags & 1}`,
        rename: (to) => void span.updateName(to),
        set: (more) => void span.setAttributes(more),
        end: (errorType) => {
          if (errorType !== undefined)
            span.setAttribute('error.type', errorType).setStatus({ code: api.SpanStatusCode.ERROR });
          span.end();
        },
      };
    },
  });
  return async () => {
    tracing.set(null);
    const tooLong = new Promise<void>((resolve) => setTimeout(resolve, LAST_MS).unref());
    await Promise.race([provider.shutdown().catch(() => undefined), tooLong]);
  };
}

/** A span's place as a traceparent of version 00 says it; null for any other text. */
function parsed(traceparent: string | undefined, isRemote: boolean) {
  const [, traceId = '', spanId = '', flags = ''] =
    /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/.exec(traceparent ?? '') ?? [];
  if (!/[1-9a-f]/.test(traceId) || !/[1-9a-f]/.test(spanId)) return null;
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote };
}

/** Bounds and counts what waits or travels; the SDK's own queue says neither. */
function bounded(exporter: SpanExporter, batchesOf: (counted: SpanExporter) => SpanProcessor): SpanProcessor {
  let waiting = 0;
  let isFailing = false;
  const own = { lost: 0 };
  counts = own;
  const batches = batchesOf({
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        waiting -= spans.length;
        const hasFailed = result.code !== SUCCESS;
        if (hasFailed) own.lost += spans.length;
        // One line for an outage. The collector's words are not ours to log.
        if (hasFailed && !isFailing) log.warn({ code: codeOf(result.error) }, 'traces cannot be delivered');
        if (!hasFailed && isFailing) log.warn(own, 'traces are delivered again');
        isFailing = hasFailed;
        done(result);
      }),
    shutdown: () => exporter.shutdown(),
  });
  return {
    onStart: (span, context) => batches.onStart(span, context),
    onEnd(span) {
      if ((span.spanContext().traceFlags & 1) === 0) return;
      if (waiting >= MOST_WAITING) {
        own.lost += 1;
        return;
      }
      waiting += 1;
      batches.onEnd(span);
    },
    forceFlush: () => batches.forceFlush(),
    shutdown: () => batches.shutdown(),
  };
}

const codeOf = (error: unknown): string | number | null =>
  (error as { code?: string | number } | undefined)?.code ?? null;
