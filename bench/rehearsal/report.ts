/** What a rehearsal says to the owner. */
import { percentile } from '../statistics.ts';

/** Milliseconds of each answer, and how many requests got none, or a refusal. */
export type Answers = { times: number[]; failed: number };

export type Rehearsed = {
  /** The hour with the most reservations, in the store's words: 'Saturday, November 21, 4:00 PM'. */
  hour: string;
  ordersThen: number;
  times: number;
  minutes: number;
  answers: Readonly<Record<'guests' | 'customers' | 'reservations' | 'staff', Answers>>;
  /** Reservations that were answered and are in the database. */
  found: number;
  /** Products whose stock is not the sum of their ledger. */
  mismatches: number;
  /** Seconds of processor time of the shop, without its database. */
  processor: number;
  /** Most memory that the shop took, in megabytes. */
  memory: number;
};

const labels: Readonly<Record<keyof Rehearsed['answers'], string>> = {
  guests: 'Pages of guests',
  customers: 'Pages of signed-in customers',
  reservations: 'Reservations',
  staff: 'Counter and order list of staff',
};

/** Milliseconds within which 95 of 100 answers must be there. A person feels a second, and waits two for a purchase. */
const BOUND: Readonly<Record<keyof Rehearsed['answers'], number>> = {
  guests: 1000,
  customers: 1000,
  reservations: 2000,
  staff: 1000,
};

const kinds = Object.keys(labels) as (keyof Rehearsed['answers'])[];

/** Whether the machine is enough, and the sentences why not. */
export function judgeRehearsal({ answers, found, mismatches }: Rehearsed): string[] {
  const late = kinds.filter((kind) => percentile(answers[kind].times, 0.95) > BOUND[kind]);
  const failed = kinds.filter((kind) => answers[kind].failed > 0);
  return [
    ...failed.map((kind) => `${labels[kind]}: ${answers[kind].failed} were not answered.`),
    ...late.map((kind) => `${labels[kind]}: too slow.`),
    ...(found < answers.reservations.times.length
      ? [`Reservations lost: ${answers.reservations.times.length - found}.`]
      : []),
    ...(mismatches > 0 ? [`Products whose stock differs from their ledger: ${mismatches}.`] : []),
  ];
}

/** The report, as Markdown that reads well as plain text. */
export function rehearsalReport(rehearsed: Rehearsed): string {
  const { hour, ordersThen, times, minutes, answers, found, processor, memory } = rehearsed;
  const problems = judgeRehearsal(rehearsed);
  const verdict =
    problems.length === 0
      ? `This machine can serve ${times} times your busiest hour.`
      : `This machine cannot serve ${times} times your busiest hour:`;
  const rows = kinds.map((kind) => {
    const { times: each, failed } = answers[kind];
    const within = (share: number) => (each.length === 0 ? '–' : seconds(percentile(each, share)));
    return `| ${labels[kind]} | ${each.length} | ${within(0.5)} | ${within(0.95)} | ${within(1)} | ${failed} |`;
  });
  return [
    '# Rehearsal',
    '',
    verdict,
    ...problems.map((problem) => `- ${problem}`),
    '',
    `Your busiest hour began on ${hour}, with ${ordersThen} reservations. For ${minutes} minutes, ${times} times as many people looked around and reserved, in a copy of the shop. Pickup times and purchase limits were lifted in the copy: this is about the machine.`,
    '',
    '| What | Answers | Half within | 95 of 100 within | Slowest | Not answered |',
    '|---|---|---|---|---|---|',
    ...rows,
    '',
    `Of ${answers.reservations.times.length} reservations that were confirmed, ${found} are in the database. The shop used ${Math.round((processor / (minutes * 60)) * 100)} % of one processor core, without its database, and at most ${Math.round(memory)} MB of memory.`,
    '',
  ].join('\n');
}

const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(milliseconds < 100 ? 3 : 2)} s`;
