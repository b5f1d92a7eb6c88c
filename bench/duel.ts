/**
 * Ours against its floor, in short rounds that take turns: what else the machine does meets both alike, and
 * the median of the rounds' ratios forgets the round in which it did not.
 */
import autocannon, { type AutocannonOptions, type AutocannonResult } from 'autocannon';
import { processorTime } from './processor-time.ts';
import { median } from './statistics.ts';

export type Duel = { ours: number; floor: number; ratio: number; note: string };

export type Rounds = { rounds: number; seconds: number };

/** One side: its process, how it is asked, and what must be quiet before it is. */
export type Side = {
  pid: number;
  load: () => Omit<AutocannonOptions, 'duration'>;
  before?: () => Promise<void>;
};

export async function duel(ours: Side, floor: Side, { rounds, seconds }: Rounds): Promise<Duel> {
  // Both are warm before the first round counts: compiled code, open connections, planned statements.
  for (const side of [ours, floor]) await burst(side, Math.min(1, seconds));
  const rates: { ours: number; floor: number }[] = [];
  const spent = { ours: 0, floor: 0 };
  const answers = { ours: 0, floor: 0 };
  let failures = 0;
  for (let round = 0; round < rounds; round++) {
    const rate = { ours: 0, floor: 0 };
    const turns = round % 2 === 0 ? (['ours', 'floor'] as const) : (['floor', 'ours'] as const);
    for (const turn of turns) {
      const side = turn === 'ours' ? ours : floor;
      const before = processorTime(side.pid);
      const result = await burst(side, seconds);
      spent[turn] += processorTime(side.pid) - before;
      answers[turn] += answered(result);
      rate[turn] = answered(result) / result.duration;
      failures += failed(result);
    }
    rates.push(rate);
  }
  const ratios = rates.map((rate) => rate.ours / rate.floor);
  return {
    ours: median(rates.map((rate) => rate.ours)),
    floor: median(rates.map((rate) => rate.floor)),
    ratio: median(ratios),
    note: [
      `rounds ${ratios.map((each) => (each * 100).toFixed(0)).join(', ')} %`,
      `by the server's processor time ${((spent.floor / answers.floor / (spent.ours / answers.ours)) * 100).toFixed(0)} % (${perAnswer(spent.ours, answers.ours)} against ${perAnswer(spent.floor, answers.floor)} a request)`,
      ...(failures > 0 ? [`${failures} requests failed`] : []),
    ].join('; '),
  };
}

const perAnswer = (spent: number, answers: number) => `${(spent / answers).toFixed(3)} ms`;

async function burst(side: Side, seconds: number): Promise<AutocannonResult> {
  await side.before?.();
  return autocannon({ ...side.load(), duration: seconds });
}

const answered = (result: AutocannonResult) => result['2xx'] + result['3xx'];
const failed = (result: AutocannonResult) => result.errors + result.non2xx - result['3xx'];
