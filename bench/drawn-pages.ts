/** Uncached pages: as fast as possible, and at a fixed rate. */
import { atRate } from './at-rate.ts';
import { processorTime } from './processor-time.ts';
import { ms, perSecond, type Row } from './row.ts';
import type { RunningShop } from './shop.ts';
import { percentile } from './statistics.ts';

const CONNECTIONS = 10;
const RATE = 50;

export type DrawnPages = {
  what: string;
  /** Requests a page and returns the milliseconds until it arrived; infinite if refused. */
  ask: (turn: number) => Promise<number>;
  /** Pages per second over ten connections, and milliseconds at fifty per second. */
  budget: { rate: number; p95: number };
  /** The pages' name. */
  note: string;
};

/**
 * Two rows, each measured for `seconds`. At the fixed rate requests start on time, however long earlier ones take,
 * and are timed from when they were due.
 */
export async function drawnPages(
  running: RunningShop,
  { what, ask, budget, note }: DrawnPages,
  seconds: number,
): Promise<Row[]> {
  let turns = 0;
  let refused = 0;
  const askNext = async (): Promise<number> => {
    const time = await ask(turns++);
    if (!Number.isFinite(time)) refused += 1;
    return time;
  };
  for (let warm = 0; warm < 200; warm++) await askNext();

  const pid = running.process.pid ?? 0;
  const before = processorTime(pid);
  const started = performance.now();
  let answered = 0;
  const lane = async () => {
    while (performance.now() - started < seconds * 1000) {
      if (Number.isFinite(await askNext())) answered += 1;
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, lane));
  const rate = (answered * 1000) / (performance.now() - started);
  const spent = (processorTime(pid) - before) / answered;
  const times = await atRate(RATE, seconds, askNext);
  const p95 = percentile(times, 0.95);
  return [
    {
      what,
      ours: `${ms(spent)} a page`,
      baseline: '',
      value: perSecond(rate),
      budget: `≥ ${perSecond(budget.rate)}`,
      holds: rate >= budget.rate,
      note: `${CONNECTIONS} connections, processor time of the application; ${note}`,
    },
    {
      what: `${what}, at ${RATE}/s`,
      ours: `p50 ${ms(percentile(times, 0.5))}`,
      baseline: '',
      value: `p95 ${ms(p95)}`,
      budget: `≤ ${budget.p95} ms`,
      holds: p95 <= budget.p95,
      note: `complete responses as the client sees them, p99 ${ms(percentile(times, 0.99))}; ${refused} refused`,
    },
  ];
}
