/** `GET /metrics`: what this process did and what waits, for Prometheus (docs/operations.md). Off without METRICS_TOKEN. */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { liveStreams } from '#core/live/live.server.ts';
import { readMailFigures } from '#core/mail/mail-figures-queries.server.ts';
import { databasePool } from '#db/client.ts';
import { log } from '#platform/log.ts';
import { Counter, checkouts, Durations, type Metric, single, textOf } from '#platform/metrics.ts';
import { readQueueFigures } from '#platform/queue-figures.ts';

/** Milliseconds for which figures of the database are given again: however often it is asked, the shop does not notice. */
const FRESH_MS = 5000;
const PATIENCE_MS = 2000;

export const METRICS_PATH = '/metrics';

/** What the page cache served, without anything that a guest's page would have to wait for. */
export type Served = { pages: number };

export type RequestKind = 'page' | 'office' | 'counter' | 'data' | 'form' | 'file' | 'probe' | 'stream';

/** One of few kinds, whatever the path says. */
export function kindOf(method: string | undefined, target: string | undefined): RequestKind {
  const path = (target ?? '').split('?', 1)[0]?.toLowerCase() ?? '';
  if (path === '/live') return 'stream';
  if (path === '/healthz' || path === '/readyz' || path === METRICS_PATH) return 'probe';
  if (method !== 'GET' && method !== 'HEAD') return 'form';
  if (path.endsWith('.data')) return 'data';
  if (/^\/(?:assets|media|fonts)\//.test(path)) return 'file';
  if (/^\/admin(?:\/|$)/.test(path)) return 'office';
  return /^\/counter(?:\/|$)/.test(path) ? 'counter' : 'page';
}

/** Compares in a time that says nothing about the token. */
export function isAllowed(authorization: string | null, token: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  const given = /^Bearer ([\x21-\x7e]{1,500})$/i.exec(authorization ?? '')?.[1] ?? '';
  return timingSafeEqual(digest(given), digest(token));
}

/** Counts this process's requests, and answers Prometheus. */
export class Metrics {
  readonly #served: Served;
  readonly #token: string;
  readonly #requests = new Counter('kind', 'status');
  readonly #durations = new Durations('kind');
  readonly #delay = monitorEventLoopDelay({ resolution: 20 });
  #figures: { at: number; read: Promise<Metric[]> } | null = null;

  /** @param token what Prometheus sends as `Authorization: Bearer`. */
  constructor(served: Served, token: string) {
    this.#served = served;
    this.#token = token;
    this.#delay.enable();
  }

  /** Call it before the request is answered. */
  watch(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const startedAt = performance.now();
    const kind = kindOf(incoming.method, incoming.url);
    outgoing.once('close', () => {
      // A client that left before the answer is no answer of ours.
      this.#requests.add(kind, outgoing.headersSent ? `${Math.floor(outgoing.statusCode / 100)}xx` : 'gone');
      if (kind !== 'stream') this.#durations.add(kind, (performance.now() - startedAt) / 1000);
    });
  }

  /** Only with the token: the figures say how the shop sells. */
  async answer({ headers }: Request): Promise<Response> {
    const common = { 'Cache-Control': 'no-store' };
    if (!isAllowed(headers.get('authorization'), this.#token))
      return new Response('This address needs its token.', {
        status: 401,
        headers: { ...common, 'WWW-Authenticate': 'Bearer' },
      });
    const type = { 'Content-Type': 'text/plain; version=0.0.4; charset=utf-8' };
    return new Response(await this.#text(), { headers: { ...common, ...type } });
  }

  async #text(): Promise<string> {
    const now = Date.now();
    if (this.#figures === null || now - this.#figures.at > FRESH_MS)
      this.#figures = { at: now, read: figures() };
    return textOf([...this.#own(), ...(await this.#figures.read)]);
  }

  #own(): Metric[] {
    const { rss, heapUsed } = process.memoryUsage();
    const pool = databasePool();
    const delay = this.#delay.percentile(99) / 1e9;
    this.#delay.reset();
    return [
      {
        ...{
          name: 'farmgate_requests_total',
          type: 'counter',
          help: 'Requests by kind and class of status, without guest pages from the cache.',
        },
        lines: this.#requests.lines('farmgate_requests_total'),
      },
      {
        ...{
          name: 'farmgate_request_seconds',
          type: 'histogram',
          help: 'Seconds until the end of an answer.',
        },
        lines: this.#durations.lines('farmgate_request_seconds'),
      },
      {
        ...{ name: 'farmgate_checkouts_total', type: 'counter', help: 'Checkouts by outcome.' },
        lines: checkouts.lines('farmgate_checkouts_total'),
      },
      single(
        'farmgate_cached_pages_total',
        'counter',
        'Guest pages sent from the cache.',
        this.#served.pages,
      ),
      single('farmgate_live_streams', 'gauge', 'Open live streams.', liveStreams()),
      single(
        'farmgate_pool_in_use',
        'gauge',
        'Database connections in use.',
        pool.totalCount - pool.idleCount,
      ),
      single(
        'farmgate_pool_waiting',
        'gauge',
        'Requests that wait for a database connection.',
        pool.waitingCount,
      ),
      single(
        'farmgate_event_loop_delay_seconds',
        'gauge',
        'The 99th percentile since the last time it was asked.',
        Number.isFinite(delay) ? delay : null,
      ),
      single('process_resident_memory_bytes', 'gauge', 'Memory of the process.', rss),
      single('farmgate_heap_used_bytes', 'gauge', 'Memory that JavaScript uses.', heapUsed),
      single(
        'process_cpu_seconds_total',
        'counter',
        'Processor time.',
        (process.cpuUsage().user + process.cpuUsage().system) / 1e6,
      ),
      single(
        'process_start_time_seconds',
        'gauge',
        'When the process started.',
        performance.timeOrigin / 1000,
      ),
    ];
  }
}

/** What the database knows; without an answer only that there was none. */
async function figures(): Promise<Metric[]> {
  const tooLate = new Promise<null>((resolve) => setTimeout(resolve, PATIENCE_MS, null).unref());
  const asked = Promise.all([readQueueFigures(databasePool()), readMailFigures()]).catch((error: unknown) => {
    log.warn({ err: error }, 'the figures for /metrics could not be read');
    return null;
  });
  const read = await Promise.race([asked, tooLate]);
  const up = single('farmgate_database_up', 'gauge', 'Whether the database answered.', read === null ? 0 : 1);
  if (read === null) return [up];
  const [queue, mail] = read;
  return [
    up,
    single('farmgate_jobs_waiting', 'gauge', 'Jobs that are due and not started.', queue.waiting),
    single(
      'farmgate_oldest_job_seconds',
      'gauge',
      'Seconds that the oldest of them has been due.',
      queue.oldestSeconds ?? 0,
    ),
    single('farmgate_jobs_failed_day', 'gauge', 'Jobs that failed for good in 24 hours.', queue.failed),
    single('farmgate_mails_waiting', 'gauge', 'Mails that are not sent yet.', mail.waiting),
    single(
      'farmgate_mails_failed_day',
      'gauge',
      'Mails of the last 24 hours that failed for good.',
      mail.failed,
    ),
  ];
}
