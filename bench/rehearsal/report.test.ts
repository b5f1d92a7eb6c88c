import { expect, test } from 'vitest';
import { judgeRehearsal, type Rehearsed, type RehearsedHour, rehearsalReport } from './report.ts';

const quiet: RehearsedHour = {
  label: '3:00 PM',
  ordersThen: 12,
  answers: {
    guests: { times: [10, 20, 30], failed: 0 },
    customers: { times: [10, 20, 90], failed: 0 },
    reservations: { times: [150], failed: 0 },
    staff: { times: [50], failed: 0 },
  },
};
const busy: RehearsedHour = {
  label: '4:00 PM',
  ordersThen: 61,
  answers: {
    ...quiet.answers,
    customers: { times: [10, 20, 900], failed: 0 },
    reservations: { times: [100, 1900], failed: 0 },
  },
};
const fine: Rehearsed = {
  day: 'Saturday, Nov 21, 2026',
  hours: [quiet, busy],
  ...{ times: 5, minutes: 10, fewest: 30, found: 3, mismatches: 0, processor: 120, memory: 210 },
};
const changed = (answers: Partial<RehearsedHour['answers']>): RehearsedHour[] => [
  { ...quiet, answers: { ...quiet.answers, ...answers } },
  busy,
];

test('a machine that answers in time and loses nothing is enough', () => {
  expect(judgeRehearsal(fine)).toEqual([]);
  const report = rehearsalReport(fine);
  expect(report).toContain('can serve 5 times your busiest day.');
  expect(report).toContain('Saturday, Nov 21, 2026, with 73 reservations');
  expect(report).toContain(
    '| 3:00 PM | 12 | 1 | 0.090 s | 0.15 s | 0 |\n| 4:00 PM | 61 | 2 | 0.90 s | 1.90 s | 0 |',
  );
  expect(report).toContain('20 % of one processor core');
});

test.each([
  ['a reservation that is not in the database', { found: 2 }, 'Reservations lost: 1.'],
  ['stock without a ledger', { mismatches: 3 }, 'differs from their ledger: 3.'],
  [
    'a page that fails',
    { hours: changed({ guests: { times: [10], failed: 2 } }) },
    'Pages of guests: 2 were not answered.',
  ],
  [
    'an hour of late reservations',
    { hours: changed({ reservations: { times: [2100], failed: 0 } }) },
    'Reservations: too slow.',
  ],
])('%s is not', (_, change, words) => {
  expect(rehearsalReport({ ...fine, ...change })).toContain('cannot serve');
  expect(rehearsalReport({ ...fine, ...change })).toContain(words);
});

test('a slow hour is too slow, although the day has many fast ones', () => {
  const fast = Array.from({ length: 24 }, () => quiet);
  const slow = changed({ staff: { times: [1100], failed: 0 } });
  expect(judgeRehearsal({ ...fine, hours: [...fast, ...slow], found: 27 })).toEqual([
    'Counter and order list of staff: too slow.',
  ]);
});

test('the worst hour is the one with failures, and without failures the one nearest to what is too slow', () => {
  expect(rehearsalReport(fine)).toContain('The worst hour began at 4:00 PM: 95 of 100 pages');
  const failing = rehearsalReport({ ...fine, hours: changed({ guests: { times: [10], failed: 2 } }) });
  expect(failing).toContain('The worst hour began at 3:00 PM');
  expect(failing).toContain('; not answered: 2.');
});

test('an hour without an answer says so instead of a time', () => {
  const silent = { ...fine, found: 2, hours: changed({ reservations: { times: [], failed: 4 } }) };
  expect(rehearsalReport(silent)).toContain('| 3:00 PM | 12 | 4 | 0.090 s | – | 4 |');
});
