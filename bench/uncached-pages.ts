/** Guests' pages that nobody has asked for before: filters, searches, products. */
import type pg from 'pg';
import { atRate } from './at-rate.ts';
import { fetchBytes } from './fetch-bytes.ts';
import { processorTime } from './processor-time.ts';
import { ms, perSecond, type Row } from './row.ts';
import type { RunningShop } from './shop.ts';
import { percentile } from './statistics.ts';

const CONNECTIONS = 10;
const BUDGET = { rate: 350, p95: 15 };
const RATE = 50;
const HEADERS = { 'accept-encoding': 'br', cookie: 'age_verified=2026-01-01' };

/** A row for as fast as they come, and one for a fixed rate. */
export async function uncachedPages(running: RunningShop, pool: pg.Pool, seconds: number): Promise<Row[]> {
  const next = await unasked(pool);
  const pid = running.process.pid ?? 0;
  let refused = 0;
  /** Whoever is refused because too many wait has waited for ever. */
  const ask = async (): Promise<number> => {
    const path = next();
    const { status, lastByte } = await fetchBytes(running.origin + path, HEADERS);
    if (status === 200) return lastByte;
    if (status !== 503) throw new Error(`${path} answers ${status}`);
    refused += 1;
    return Number.POSITIVE_INFINITY;
  };
  for (let warm = 0; warm < 200; warm++) await ask();

  const before = processorTime(pid);
  const started = performance.now();
  let answered = 0;
  const lane = async () => {
    while (performance.now() - started < seconds * 1000) {
      if (Number.isFinite(await ask())) answered += 1;
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, lane));
  const rate = (answered * 1000) / (performance.now() - started);
  const spent = (processorTime(pid) - before) / answered;
  const times = await atRate(RATE, seconds, ask);
  const p95 = percentile(times, 0.95);
  const what = 'Guest page, not cached (filters, searches, products)';
  return [
    {
      what,
      ours: `${ms(spent)} a page`,
      baseline: '',
      value: perSecond(rate),
      budget: `≥ ${perSecond(BUDGET.rate)}`,
      holds: rate >= BUDGET.rate,
      note: `${CONNECTIONS} connections, processor time of the application; every page another`,
    },
    {
      what: `${what} at ${RATE}/s`,
      ours: `p50 ${ms(percentile(times, 0.5))}`,
      baseline: '',
      value: `p95 ${ms(p95)}`,
      budget: `≤ ${BUDGET.p95} ms`,
      holds: p95 <= BUDGET.p95,
      note: `whole answers as the client sees them, p99 ${ms(percentile(times, 0.99))}; ${refused} refused`,
    },
  ];
}

/** Addresses that were not asked for before, a filter, a search and a product in turn. */
async function unasked(pool: pg.Pool): Promise<() => string> {
  const { rows } = await pool.query<{ id: number; name: string }>(
    'select id, name from products where for_sale and archived_at is null order by id',
  );
  let asked = 0;
  return () => {
    const turn = asked++;
    const round = Math.floor(turn / 3);
    const product = rows[round % rows.length];
    if (turn % 3 === 0) return `/products?min=${1 + (round % 89)}.${10 + (round % 83)}&max=${300 + round}`;
    if (turn % 3 === 1) {
      const [word = 'leaf'] = product?.name.split(' ') ?? [];
      return `/products?q=${encodeURIComponent(word)}&min=0.${10 + (round % 89)}&max=${400 + round}`;
    }
    // Once all products have been asked for, lists of their pages.
    return round < rows.length ? `/products/${product?.id}` : `/products?max=${2000 + round}`;
  };
}
