/**
 * Spans: how long parts of a request or a job took, for an OpenTelemetry collector. Off unless `open-tracing.ts` opened
 * it; then each function here is one comparison. Names and attributes come from the code, never from a person: what is
 * sent leaves the shop.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { singleton } from '../singleton.ts';

export type Attributes = Readonly<Record<string, string | number>>;

export type SpanStart = {
  /** One of few, such as 'select orders'. */
  name: string;
  kind: 'server' | 'client' | 'consumer' | 'internal';
  attributes?: Attributes;
};

/** Where a span belongs, as W3C traceparents. */
export type Origin = {
  /** The span that it is part of, of this process or of the caller's. */
  parent?: string | undefined;
  caller?: string | undefined;
  /** The span that caused it without waiting for it. */
  cause?: string | undefined;
};

export type Span = {
  /** Its id, for another process or a job (W3C Trace Context). */
  readonly traceparent: string;
  rename(name: string): void;
  set(attributes: Attributes): void;
  /** @param errorType the kind of error that ended it: a code or a class, never a message, which may repeat values */
  end(errorType?: string): void;
};

/** Creates spans; of the SDK, which is loaded only if traces are on. */
export type Tracing = { start(span: SpanStart, origin: Origin): Span };

export const tracing = singleton<Tracing>('tracing');
const current = new AsyncLocalStorage<Span>();

export const isTracing = (): boolean => tracing.get() !== null;

/** The span that this code runs in; null outside any, and while traces are off. */
export function currentSpan(): Span | null {
  return isTracing() ? (current.getStore() ?? null) : null;
}

/** Starts a trace, or continues one, whose span the caller ends; null while traces are off. */
export function startTrace(span: SpanStart, origin: Origin = {}): Span | null {
  return tracing.get()?.start(span, origin) ?? null;
}

/** Runs `work` in the span, which goes on after it. */
export const within = <T>(span: Span, work: () => T): T => current.run(span, work);

/** Runs `work` as a trace of its own. */
export function inTrace<T>(span: SpanStart, work: () => Promise<T>, origin: Origin = {}): Promise<T> {
  const started = startTrace(span, origin);
  return started === null ? work() : until(started, work);
}

/** Runs `work` as a part of the current span; without one (housekeeping, a start) nothing is recorded. */
export function inSpan<T>(span: SpanStart, work: (span: Span | null) => Promise<T>): Promise<T> {
  const parent = currentSpan();
  if (parent === null) return work(null);
  const started = startTrace(span, { parent: parent.traceparent });
  return started === null ? work(null) : until(started, () => work(started));
}

/** `work` starts at once, so statements reach the database in the order in which they were asked. */
async function until<T>(span: Span, work: () => Promise<T>): Promise<T> {
  try {
    const result = await within(span, work);
    span.end();
    return result;
  } catch (error) {
    span.end(errorType(error));
    throw error;
  }
}

function errorType(error: unknown): string {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown };
  if (typeof code === 'string' && /^[A-Z0-9_]{1,40}$/.test(code)) return code;
  return typeof name === 'string' && /^\w{1,40}$/.test(name) ? name : 'Error';
}
