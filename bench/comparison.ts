/**
 * Compares ours with its baseline in short rounds that take turns: other work on the machine affects both, and the
 * median of the rounds' ratios drops a round in which it did not.
 */

import { processorTime } from './processor-time.ts';
import { median } from './statistics.ts';
import autocannon, { type AutocannonOptions } from './tools/autocannon.ts';

export type Comparison = {
  /** Responses per second; `ratio` is the median of the rounds' ratios. */
  ours: number;
  baseline: number;
  ratio: number;
  /** The baseline's processor time per response, as a share of ours. */
  byProcessorTime: number;
  /** Milliseconds for 97.5% of ours, median of the rounds; NaN where the client does not report it. */
  slow: number;
  note: string;
};

export type Rounds = { rounds: number; seconds: number };

/** The result of a short round of requests. */
export type Burst = {
  answered: number;
  failed: number;
  seconds: number;
  /** Milliseconds for 97.5%, where the client reports it. */
  slow?: number;
};

/** One side: its process, its requests for a number of seconds, and what must be idle before them. */
export type Side = {
  pid: number;
  burst: (seconds: number) => Promise<Burst>;
  before?: () => Promise<void>;
};

export async function compare(ours: Side, baseline: Side, { rounds, seconds }: Rounds): Promise<Comparison> {
  // Both are warm before the first round counts: compiled code, open connections, planned statements.
  for (const side of [ours, baseline]) {
    await side.before?.();
    await side.burst(Math.min(1, seconds));
  }
  const rates: { ours: number; baseline: number }[] = [];
  const spent = { ours: 0, baseline: 0 };
  const answers = { ours: 0, baseline: 0 };
  let failures = 0;
  const slow: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const rate = { ours: 0, baseline: 0 };
    const turns = round % 2 === 0 ? (['ours', 'baseline'] as const) : (['baseline', 'ours'] as const);
    for (const turn of turns) {
      const side = turn === 'ours' ? ours : baseline;
      // The last round's remaining work must not count in this one.
      await side.before?.();
      const before = processorTime(side.pid);
      const result = await side.burst(seconds);
      spent[turn] += processorTime(side.pid) - before;
      answers[turn] += result.answered;
      rate[turn] = result.answered / result.seconds;
      failures += result.failed;
      if (turn === 'ours' && result.slow !== undefined) slow.push(result.slow);
    }
    rates.push(rate);
  }
  if (answers.ours === 0 || answers.baseline === 0) throw new Error('one of the two answered nothing');
  const ratios = rates.map((rate) => rate.ours / rate.baseline);
  const byProcessorTime = spent.baseline / answers.baseline / (spent.ours / answers.ours);
  return {
    ours: median(rates.map((rate) => rate.ours)),
    baseline: median(rates.map((rate) => rate.baseline)),
    ratio: median(ratios),
    byProcessorTime,
    slow: slow.length > 0 ? median(slow) : Number.NaN,
    note: [
      `rounds ${ratios.map((each) => (each * 100).toFixed(0)).join(', ')} %`,
      `by the server's processor time ${(byProcessorTime * 100).toFixed(0)} % (${perAnswer(spent.ours, answers.ours)} against ${perAnswer(spent.baseline, answers.baseline)} a request)`,
      ...(slow.length > 0 ? [`p97.5 of ours ${median(slow).toFixed(0)} ms`] : []),
      ...(failures > 0 ? [`${failures} requests failed`] : []),
    ].join('; '),
  };
}

const perAnswer = (spent: number, answers: number) => `${(spent / answers).toFixed(3)} ms`;

/** Requests by autocannon, where every request differs. */
export function byAutocannon(load: () => Omit<AutocannonOptions, 'duration'>): Side['burst'] {
  return async (seconds) => {
    const result = await autocannon({ ...load(), duration: seconds });
    const redirects = result['3xx'];
    return {
      answered: result['2xx'] + redirects,
      failed: result.errors + result.non2xx - redirects,
      seconds: result.duration,
      slow: result.latency.p97_5,
    };
  };
}
