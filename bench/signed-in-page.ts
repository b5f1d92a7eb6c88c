/** The catalogue as signed-in customers get it: rendered for each request. */
import type pg from 'pg';
import { atRate } from './at-rate.ts';
import { signInCustomers } from './customers.ts';
import { fetchBytes } from './fetch-bytes.ts';
import { processorTime } from './processor-time.ts';
import { ms, type Row } from './row.ts';
import type { RunningShop, Shop } from './shop.ts';
import { percentile } from './statistics.ts';

const RATE = 50;
const BUDGET = 40;

/** Requests leave on the beat, however long the ones before take, and are timed from their beat. */
export async function signedInPage(
  shop: Shop,
  running: RunningShop,
  pool: pg.Pool,
  seconds: number,
): Promise<Row[]> {
  const customers = await signInCustomers(pool, shop.secret, { from: 4500, count: 50 });
  const url = `${running.origin}/products`;
  const ask = async (beat: number): Promise<number> => {
    const cookie = customers[beat % customers.length]?.cookie ?? '';
    const { status, headers, lastByte } = await fetchBytes(url, { cookie });
    if (status !== 200 || headers['cache-control'] !== 'no-store') {
      throw new Error(`a signed-in customer's page answers ${status} ${headers['cache-control']}`);
    }
    return lastByte;
  };
  for (let warm = 0; warm < 100; warm++) await ask(warm);

  const pid = running.process.pid ?? 0;
  const spentBefore = processorTime(pid);
  const taken = await atRate(RATE, seconds, ask);
  const spent = (processorTime(pid) - spentBefore) / taken.length;
  const p95 = percentile(taken, 0.95);
  return [
    {
      what: `Signed-in catalogue at ${RATE}/s`,
      ours: `p50 ${ms(percentile(taken, 0.5))}`,
      baseline: '',
      value: `p95 ${ms(p95)}`,
      budget: `≤ ${BUDGET} ms`,
      holds: p95 <= BUDGET,
      note: `whole answers as the client sees them, p99 ${ms(percentile(taken, 0.99))}; processor time ${ms(spent)} a request`,
    },
  ];
}
