/** The catalogue as signed-in customers get it: rendered for each request, packed as a browser asks for it. */
import type pg from 'pg';
import { atRate } from './at-rate.ts';
import { signInCustomers } from './customers.ts';
import { fetchBytes } from './fetch-bytes.ts';
import { processorTime } from './processor-time.ts';
import { ms, perSecond, type Row } from './row.ts';
import type { RunningShop, Shop } from './shop.ts';
import { percentile } from './statistics.ts';

const CONNECTIONS = 10;
const RATE = 50;
const BUDGET = { rate: 320, p95: 15 };

/** A row for as fast as they come, and one for a fixed rate: there, requests leave on the beat, however long the ones before take, and are timed from their beat. */
export async function signedInPage(
  shop: Shop,
  running: RunningShop,
  pool: pg.Pool,
  seconds: number,
): Promise<Row[]> {
  const customers = await signInCustomers(pool, shop.secret, { from: 4500, count: 50 });
  const url = `${running.origin}/products`;
  const ask = async (turn: number): Promise<number> => {
    const cookie = customers[turn % customers.length]?.cookie ?? '';
    const { status, headers, lastByte } = await fetchBytes(url, {
      cookie: `age_verified=2026-01-01; ${cookie}`,
      'accept-encoding': 'gzip, br',
    });
    if (status !== 200 || headers['cache-control'] !== 'no-store') {
      throw new Error(`a signed-in customer's page answers ${status} ${headers['cache-control']}`);
    }
    return lastByte;
  };
  for (let warm = 0; warm < 200; warm++) await ask(warm);

  const pid = running.process.pid ?? 0;
  const before = processorTime(pid);
  const started = performance.now();
  let answered = 0;
  const lane = async (first: number) => {
    for (let turn = first; performance.now() - started < seconds * 1000; turn += CONNECTIONS) {
      await ask(turn);
      answered += 1;
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, (_, first) => lane(first)));
  const rate = (answered * 1000) / (performance.now() - started);
  const spent = (processorTime(pid) - before) / answered;

  const times = await atRate(RATE, seconds, ask);
  const p95 = percentile(times, 0.95);
  const what = 'Signed-in catalogue, compressed';
  return [
    {
      what,
      ours: `${ms(spent)} a page`,
      baseline: '',
      value: perSecond(rate),
      budget: `≥ ${perSecond(BUDGET.rate)}`,
      holds: rate >= BUDGET.rate,
      note: `${CONNECTIONS} connections, processor time of the application; fifty customers in turn`,
    },
    {
      what: `${what}, at ${RATE}/s`,
      ours: `p50 ${ms(percentile(times, 0.5))}`,
      baseline: '',
      value: `p95 ${ms(p95)}`,
      budget: `≤ ${BUDGET.p95} ms`,
      holds: p95 <= BUDGET.p95,
      note: `whole answers as the client sees them, p99 ${ms(percentile(times, 0.99))}`,
    },
  ];
}
