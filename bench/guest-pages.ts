/** Guests' cached pages, against a bare server that sends the same bytes. */
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import type { BytesTask } from './baseline-bytes.ts';
import { startBaseline } from './baseline-process.ts';
import { compare, type Rounds } from './comparison.ts';
import { fetchBytes } from './fetch-bytes.ts';
import { client, clientLimit, hammer } from './hammer.ts';
import { ordersBeside } from './orders-beside.ts';
import { processorTime } from './processor-time.ts';
import { ms, percent, perSecond, type Row } from './row.ts';
import type { RunningShop, Shop } from './shop.ts';
import { median } from './statistics.ts';

const CONNECTIONS = 10;
const BUDGET = 0.9;
/** A guest past the age gate, with a cart. */
const COOKIE = 'age_verified=2026-01-01; cart=1:1; view=2';
/** node:http writes these itself, on both sides. */
const ownOfNode = new Set(['date', 'connection', 'keep-alive', 'transfer-encoding']);

/** One row for each page and encoding. */
export async function guestPages(running: RunningShop, productId: number, rounds: Rounds): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [name, path] of [
    ['Guest catalogue', '/products'],
    ['Guest product page', `/products/${productId}`],
  ] as const) {
    for (const encoding of ['identity', 'gzip', 'br'])
      rows.push(await guestPage(`${name}, ${encoding}`, running, path, encoding, rounds));
  }
  return rows;
}

async function guestPage(
  what: string,
  running: RunningShop,
  path: string,
  encoding: string,
  rounds: Rounds,
): Promise<Row> {
  const url = `${running.origin}${path}`;
  const headers = { 'accept-encoding': encoding, cookie: COOKIE };
  // A page is compressed harder after some requests.
  for (let warm = 0; warm < 20; warm++) await fetchBytes(url, headers);
  const answer = await fetchBytes(url, headers);
  if (answer.status !== 200) throw new Error(`${path} answers ${answer.status}`);
  const task: BytesTask = { headers: sentByUs(answer.rawHeaders), body: answer.body };
  const baseline = await startBaseline('baseline-bytes.ts', task);
  try {
    const asking = (at: string) => (seconds: number) =>
      hammer({ url: at, connections: CONNECTIONS, headers, seconds });
    const result = await compare(
      { pid: running.process.pid ?? 0, burst: asking(url) },
      { pid: baseline.pid, burst: asking(`${baseline.origin}${path}`) },
      rounds,
    );
    const limit = await clientLimit(task, { connections: CONNECTIONS, headers });
    return {
      what: `${what} (${(answer.body.length / 1024).toFixed(1)} kB)`,
      ours: perSecond(result.ours),
      baseline: perSecond(result.baseline),
      value: percent(result.ratio),
      budget: `≥ ${percent(BUDGET)}`,
      holds: result.ratio >= BUDGET,
      note: `${result.note}; the limit of ${client} with these bytes is ${perSecond(limit)}`,
    };
  } finally {
    await baseline.stop();
  }
}

/** Cached pages at full speed: repeated by the same browser, and data for client navigation. */
export async function cachedPages(running: RunningShop, productId: number, rounds: Rounds): Promise<Row[]> {
  const cookie = COOKIE;
  const { headers } = await fetchBytes(`${running.origin}/products`, { cookie });
  const tag = headers.etag ?? '';
  const rows = [
    await rate('Guest catalogue, repeated by the same browser', running, '/products', rounds, {
      headers: { cookie, 'if-none-match': tag },
      status: 304,
      budget: 10_000,
    }),
  ];
  for (const [name, path] of [
    ['list', '/products.data'],
    ['product', `/products/${productId}.data`],
    ['search', '/products.data?q=leaf'],
  ] as const) {
    const asked = { headers: { cookie, 'accept-encoding': 'gzip' }, status: 200, budget: 2000 };
    rows.push(await rate(`Data of client navigation, ${name}`, running, path, rounds, asked));
  }
  return rows;
}

async function rate(
  what: string,
  running: RunningShop,
  path: string,
  { rounds, seconds }: Rounds,
  asked: { headers: Record<string, string>; status: number; budget: number },
): Promise<Row> {
  const url = running.origin + path;
  const answer = await fetchBytes(url, asked.headers);
  if (answer.status !== asked.status) throw new Error(`${path} answers ${answer.status}`);
  const pid = running.process.pid ?? 0;
  const blow = (time: number) =>
    hammer({ url, connections: CONNECTIONS, headers: asked.headers, seconds: time });
  await blow(1);
  const before = processorTime(pid);
  const results = [];
  for (let round = 0; round < rounds; round++) results.push(await blow(seconds));
  const answered = results.reduce((sum, each) => sum + each.answered, 0);
  const rates = results.map((each) => each.answered / each.seconds);
  const limit = await clientLimit(
    { headers: ['Content-Length', String(answer.body.length)], body: answer.body },
    { connections: CONNECTIONS, headers: asked.headers },
  );
  return {
    what,
    ours: `p95 ${ms(median(results.map(({ p95 }) => p95)))}`,
    baseline: '',
    value: perSecond(median(rates)),
    budget: `≥ ${perSecond(asked.budget)}`,
    holds: median(rates) >= asked.budget,
    note: `rounds ${rates.map((each) => each.toFixed(0)).join(', ')}/s; processor time ${ms((processorTime(pid) - before) / answered)} a request; the limit of ${client} is ${perSecond(limit)}`,
  };
}

const ORDERS = 5;
const SELLING = { rate: 10_000, p95: 5 };

/** The catalogue while five of its products are ordered per second, with few left of each. */
export async function guestPagesWhileSelling(
  shop: Shop,
  running: RunningShop,
  pool: pg.Pool,
  { rounds, seconds }: Rounds,
): Promise<Row[]> {
  const url = `${running.origin}/products`;
  const headers = { 'accept-encoding': 'gzip', cookie: COOKIE };
  const page = (await fetchBytes(url, { cookie: COOKIE })).body.toString();
  const ids = [...new Set([...page.matchAll(/href="\/products\/(\d+)"/g)].map(([, id]) => Number(id)))];
  const orders = await ordersBeside(shop, running, pool, ids);
  const results = [];
  const sold = { placed: 0, failed: 0 };
  for (let round = 0; round <= rounds; round++) {
    await orders.refill();
    await pause(500);
    const end = orders.begin(ORDERS);
    const result = await hammer({ url, connections: CONNECTIONS, headers, seconds });
    const { placed, failed } = await end();
    // The first round warms up.
    if (round === 0) continue;
    sold.placed += placed;
    sold.failed += failed;
    results.push(result);
  }
  await orders.end();
  const rates = results.map((each) => each.answered / each.seconds);
  const p95 = median(results.map((each) => each.p95));
  return [
    {
      what: `Guest catalogue with ${ORDERS} orders/s from it, few left`,
      ours: `p95 ${ms(p95)}`,
      baseline: '',
      value: perSecond(median(rates)),
      budget: `≥ ${perSecond(SELLING.rate)}, p95 ≤ ${SELLING.p95} ms`,
      holds: median(rates) >= SELLING.rate && p95 <= SELLING.p95,
      note: `rounds ${rates.map((each) => each.toFixed(0)).join(', ')}/s; ${sold.placed} orders placed, ${sold.failed} refused`,
    },
  ];
}

/** The headers that the shop itself sets, name and value in turn. */
export function sentByUs(rawHeaders: readonly string[]): string[] {
  const kept: string[] = [];
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    if (!ownOfNode.has(name.toLowerCase())) kept.push(name, rawHeaders[at + 1] ?? '');
  }
  return kept;
}
