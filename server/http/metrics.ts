/** `GET /metrics`: what this process did and what waits, for Prometheus (docs/operations.md). Off without METRICS_TOKEN. */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { operationOf } from '#api/operations.server.ts';
import { countSent, readReportFigures } from '#core/goods/tracking/reports/report-figures-queries.server.ts';
import { liveStreams } from '#core/ground/live/live.server.ts';
import { readMailFigures } from '#core/ground/mail/mail-figures-queries.server.ts';
import { lastStockCheck } from '#core/running/operations/watch/watched-queries.server.ts';
import { checkoutCounts } from '#core/sales/checkout/checkout-counts.ts';
import { databasePool } from '#db/client.ts';
import { reportsFromPrimary } from '#db/reports.ts';
import { log } from '#platform/log.ts';
import { readQueueFigures } from '#platform/queue-figures.ts';
import { lostSpans } from '#platform/tracing/open-tracing.ts';
import { isApi } from './bearer.ts';

/** Milliseconds for which figures of the database are given again: however often it is asked, the shop does not notice. */
const FRESH_MS = 5000;
const PATIENCE_MS = 2000;

export const METRICS_PATH = '/metrics';

export type RequestKind =
  | 'page'
  | 'office'
  | 'counter'
  | 'api'
  | 'data'
  | 'form'
  | 'file'
  | 'probe'
  | 'stream';

/** One of few kinds, whatever the path says. */
export function kindOf(method: string | undefined, target: string | undefined): RequestKind {
  const path = (target ?? '').split('?', 1)[0]?.toLowerCase() ?? '';
  if (path === '/live') return 'stream';
  if (path === '/healthz' || path === '/readyz' || path === METRICS_PATH) return 'probe';
  if (isApi(path)) return 'api';
  if (method !== 'GET' && method !== 'HEAD') return 'form';
  if (path.endsWith('.data')) return 'data';
  if (/^\/(?:assets|media|fonts)\//.test(path)) return 'file';
  if (/^\/admin(?:\/|$)/.test(path)) return 'office';
  return /^\/counter(?:\/|$)/.test(path) ? 'counter' : 'page';
}

/** What a request is counted under: its kind and, of the API, its operation, 'none' for what the API does not do. */
export function labelsOf(
  method: string | undefined,
  target: string | undefined,
): { kind: RequestKind; operation?: string } {
  const kind = kindOf(method, target);
  return kind === 'api' ? { kind, operation: operationOf(method, target) ?? 'none' } : { kind };
}

/** Compares in a time that says nothing about the token. */
export function isAllowed(authorization: string | null, token: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  const given = /^Bearer ([\x21-\x7e]{1,500})$/i.exec(authorization ?? '')?.[1] ?? '';
  return timingSafeEqual(digest(given), digest(token));
}

/** Seconds: the upper bounds of the buckets of durations. */
const BOUNDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

/** Counts this process's requests, and answers Prometheus. */
export type Metrics = {
  /** Call it before the request is answered. */
  watch(incoming: IncomingMessage, outgoing: ServerResponse): void;
  /**
   * 401 without the token: the figures say how the shop sells.
   * @param cachedPages guest pages that the page cache served
   */
  answer(request: Request, cachedPages: number): Promise<Response>;
};

/**
 * The library is loaded only here: it takes 20 MB, and most shops have no Prometheus.
 * @param token what Prometheus sends as `Authorization: Bearer`
 */
export async function openMetrics(token: string): Promise<Metrics> {
  const { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } = await import('prom-client');
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const requests = new Counter({
    ...{ name: 'farmgate_requests_total', registers, labelNames: ['kind', 'operation', 'status'] },
    help: 'Requests by kind, operation of the API and class of status, without guest pages from the cache.',
  });
  const durations = new Histogram({
    ...{ name: 'farmgate_request_seconds', registers, labelNames: ['kind', 'operation'], buckets: BOUNDS },
    help: 'Seconds until the end of an answer.',
  });
  new Counter({
    ...{
      name: 'farmgate_checkouts_total',
      help: 'Checkouts by outcome.',
      registers,
      labelNames: ['outcome'],
    },
    collect() {
      this.reset();
      for (const [outcome, count] of Object.entries(checkoutCounts)) this.inc({ outcome }, count);
    },
  });
  const cached = new Counter({
    ...{ name: 'farmgate_cached_pages_total', help: 'Guest pages sent from the cache.', registers },
  });
  const counter = (name: string, help: string, read: () => number) =>
    new Counter({
      ...{ name: `farmgate_${name}_total`, help, registers },
      collect() {
        this.reset();
        this.inc(read());
      },
    });
  counter('spans_lost', 'Spans of traces that did not reach the collector.', lostSpans);
  counter(
    'reports_from_primary',
    'Reports that the replica could not answer, so that the primary did.',
    reportsFromPrimary,
  );
  const gauge = (name: string, help: string, read?: () => number) =>
    new Gauge({
      ...{ name: `farmgate_${name}`, help, registers },
      collect() {
        if (read) this.set(read());
      },
    });
  gauge('live_streams', 'Open live streams.', liveStreams);
  gauge(
    'pool_in_use',
    'Database connections in use.',
    () => databasePool().totalCount - databasePool().idleCount,
  );
  gauge('pool_waiting', 'Requests that wait for a database connection.', () => databasePool().waitingCount);
  const isUp = gauge('database_up', 'Whether the database answered.');
  const ofDatabase = {
    jobsWaiting: gauge('jobs_waiting', 'Jobs that are due and not started.'),
    oldestJob: gauge('oldest_job_seconds', 'Seconds that the oldest of them has been due.'),
    jobsFailed: gauge('jobs_failed_day', 'Jobs that failed for good in 24 hours.'),
    mailsWaiting: gauge('mails_waiting', 'Mails that are not sent yet.'),
    stockMismatches: gauge(
      'stock_mismatch',
      'Products whose stock is not the sum of their ledger, at the last hourly comparison.',
    ),
    mailsFailed: gauge('mails_failed_day', 'Mails of the last 24 hours that failed for good.'),
    reportsWaiting: gauge('state_reports_waiting', 'Reports to the state that are not sent yet.'),
    oldestReport: gauge('state_reports_oldest_seconds', 'Seconds since the oldest of them happened.'),
    reportsRefused: gauge('state_reports_refused', 'Reports to the state that need a decision.'),
  };
  const reportsSent = new Counter({
    ...{
      name: 'farmgate_state_reports_sent_total',
      help: 'Reports that the state’s system took.',
      registers,
    },
  });
  let readAt = Number.NEGATIVE_INFINITY;
  let reading: ReturnType<typeof readFigures> = Promise.resolve(null);

  return {
    watch(incoming, outgoing) {
      const startedAt = performance.now();
      const labels = labelsOf(incoming.method, incoming.url);
      outgoing.once('close', () => {
        // A client that left before the answer is no answer of ours.
        const status = outgoing.headersSent ? `${Math.floor(outgoing.statusCode / 100)}xx` : 'gone';
        requests.inc({ ...labels, status });
        if (labels.kind !== 'stream') durations.observe(labels, (performance.now() - startedAt) / 1000);
      });
    },
    async answer({ headers }, cachedPages) {
      const common = { 'Cache-Control': 'no-store' };
      if (!isAllowed(headers.get('authorization'), token))
        return new Response('This address needs its token.', {
          ...{ status: 401, headers: { ...common, 'WWW-Authenticate': 'Bearer' } },
        });
      if (Date.now() - readAt > FRESH_MS) {
        readAt = Date.now();
        reading = readFigures();
      }
      const figures = await reading;
      isUp.set(figures === null ? 0 : 1);
      for (const [name, each] of Object.entries(ofDatabase)) {
        // An old figure, or 0, would be a claim.
        const figure = figures?.[name as keyof typeof ofDatabase] ?? null;
        if (figure === null) each.remove();
        else each.set(figure);
      }
      reportsSent.reset();
      if (figures === null) reportsSent.remove();
      else reportsSent.inc(figures.reportsSent);
      cached.reset();
      cached.inc(cachedPages);
      const type = { 'Content-Type': registry.contentType };
      return new Response(await registry.metrics(), { headers: { ...common, ...type } });
    },
  };
}

/** What the database knows; null without an answer. */
async function readFigures() {
  const tooLate = new Promise<null>((resolve) => setTimeout(resolve, PATIENCE_MS, null).unref());
  const asked = Promise.all([
    readQueueFigures(databasePool()),
    readMailFigures(),
    // Compared on a schedule: a sum over the whole ledger is too much for each scrape.
    lastStockCheck(),
    readReportFigures(),
    countSent(),
  ]).catch((error: unknown) => {
    log.warn({ err: error }, 'the figures for /metrics could not be read');
    return null;
  });
  const read = await Promise.race([asked, tooLate]);
  if (read === null) return null;
  const [queue, mail, stock, reports, reportsSent] = read;
  return {
    jobsWaiting: queue.waiting,
    oldestJob: queue.oldestSeconds ?? 0,
    jobsFailed: queue.failed,
    mailsWaiting: mail.waiting,
    mailsFailed: mail.failed,
    stockMismatches: stock?.mismatches ?? null,
    reportsWaiting: reports.waiting,
    oldestReport: reports.oldestSeconds ?? 0,
    reportsRefused: reports.tasks,
    reportsSent,
  };
}
