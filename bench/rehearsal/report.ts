/** What a rehearsal says to the owner. */
import { percentile } from '../statistics.ts';

/** Milliseconds of each answer, and how many requests got none, or a refusal. */
export type Answers = { times: number[]; failed: number };

type Kind = 'guests' | 'customers' | 'reservations' | 'staff';

export type RehearsedHour = {
  /** When it began, as the store's clock showed it: '4:00 PM'. */
  label: string;
  ordersThen: number;
  answers: Readonly<Record<Kind, Answers>>;
};

export type Rehearsed = {
  /** The day with the most reservations, in the store's words: 'Saturday, Nov 21, 2026'. */
  day: string;
  /** Its hours that had reservations, in order. */
  hours: readonly RehearsedHour[];
  times: number;
  minutes: number;
  /** The fewest reservations that were played in an hour. */
  fewest: number;
  /** Reservations that were answered and are in the database. */
  found: number;
  /** Products whose stock is not the sum of their ledger. */
  mismatches: number;
  /** Seconds of processor time of the shop, without its database. */
  processor: number;
  /** Most memory that the shop took, in megabytes. */
  memory: number;
};

const labels: Readonly<Record<Kind, string>> = {
  guests: 'Pages of guests',
  customers: 'Pages of signed-in customers',
  reservations: 'Reservations',
  staff: 'Counter and order list of staff',
};

/** Milliseconds within which 95 of 100 answers must be there. A person feels a second, and waits two for a purchase. */
const BOUND: Readonly<Record<Kind, number>> = {
  guests: 1000,
  customers: 1000,
  reservations: 2000,
  staff: 1000,
};

const kinds = Object.keys(labels) as Kind[];
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

const within95 = (times: readonly number[]) => percentile(times, 0.95);
const pageTimes = ({ guests, customers, staff }: RehearsedHour['answers']) =>
  [guests, customers, staff].flatMap(({ times }) => times);
const failures = ({ answers }: RehearsedHour) => sum(kinds.map((kind) => answers[kind].failed));
const confirmed = (hours: readonly RehearsedHour[]) =>
  sum(hours.map(({ answers }) => answers.reservations.times.length));

/** Whether the machine is enough, and the sentences why not. What is slow in one hour is too slow. */
export function judgeRehearsal({ hours, found, mismatches }: Rehearsed): string[] {
  const late = kinds.filter((kind) =>
    hours.some(({ answers }) => within95(answers[kind].times) > BOUND[kind]),
  );
  const failed = kinds.flatMap((kind) => {
    const many = sum(hours.map(({ answers }) => answers[kind].failed));
    return many > 0 ? [`${labels[kind]}: ${many} were not answered.`] : [];
  });
  const lost = confirmed(hours) - found;
  return [
    ...failed,
    ...late.map((kind) => `${labels[kind]}: too slow.`),
    ...(lost > 0 ? [`Reservations lost: ${lost}.`] : []),
    ...(mismatches > 0 ? [`Products whose stock differs from their ledger: ${mismatches}.`] : []),
  ];
}

/** The hour with the most failures; of equals, the one that came closest to a bound, or went furthest over it. */
function worstOf(hours: readonly RehearsedHour[]): RehearsedHour | undefined {
  const slowness = ({ answers }: RehearsedHour) =>
    Math.max(...kinds.map((kind) => (within95(answers[kind].times) || 0) / BOUND[kind]));
  return hours.toSorted(
    (one, other) => failures(other) - failures(one) || slowness(other) - slowness(one),
  )[0];
}

function worstWords(hour: RehearsedHour): string {
  const pages = seconds(within95(pageTimes(hour.answers)));
  const reserving = seconds(within95(hour.answers.reservations.times));
  return `The worst hour began at ${hour.label}: 95 of 100 pages were answered within ${pages}, 95 of 100 reservations within ${reserving}; not answered: ${failures(hour)}.`;
}

/** '–' if there was no answer. */
const seconds = (milliseconds: number) =>
  Number.isNaN(milliseconds) ? '–' : `${(milliseconds / 1000).toFixed(milliseconds < 100 ? 3 : 2)} s`;

/** The report, as Markdown that reads well as plain text. */
export function rehearsalReport(rehearsed: Rehearsed): string {
  const { day, hours, times, minutes, fewest, found, processor, memory } = rehearsed;
  const problems = judgeRehearsal(rehearsed);
  const verdict =
    problems.length === 0
      ? `This machine can serve ${times} times your busiest day.`
      : `This machine cannot serve ${times} times your busiest day:`;
  const rows = hours.map((hour) => {
    const { times: reserving, failed } = hour.answers.reservations;
    const figures = [
      ...[hour.label, hour.ordersThen, reserving.length + failed],
      ...[seconds(within95(pageTimes(hour.answers))), seconds(within95(reserving)), failures(hour)],
    ];
    return `| ${figures.join(' | ')} |`;
  });
  const worst = worstOf(hours);
  const secondsEach = Math.round((minutes * 60) / hours.length);
  return [
    '# Rehearsal',
    '',
    verdict,
    ...problems.map((problem) => `- ${problem}`),
    '',
    `Your busiest day was ${day}, with ${sum(hours.map(({ ordersThen }) => ordersThen))} reservations. Its hours were played in order, each for ${secondsEach} seconds, with ${times} times as many people who looked around and reserved, in a copy of the shop. At least ${fewest} reservations were played in each hour. Pickup times and purchase limits were lifted in the copy: this is about the machine.`,
    '',
    '| Hour from | Reservations then | Reservations played | 95 of 100 pages within | 95 of 100 reservations within | Not answered |',
    '|---|---|---|---|---|---|',
    ...rows,
    '',
    ...(worst === undefined ? [] : [worstWords(worst), '']),
    `Of ${confirmed(hours)} reservations that were confirmed, ${found} are in the database. The shop used ${Math.round((processor / (minutes * 60)) * 100)} % of one processor core, without its database, and at most ${Math.round(memory)} MB of memory.`,
    '',
  ].join('\n');
}
