import { expect, test } from 'vitest';
import { judgeRehearsal, type Rehearsed, rehearsalReport } from './report.ts';

const fine: Rehearsed = {
  hour: 'Saturday, November 21, 4:00 PM',
  ...{ ordersThen: 61, times: 5, minutes: 10, found: 2, mismatches: 0, processor: 120, memory: 210 },
  answers: {
    guests: { times: [10, 20, 30], failed: 0 },
    customers: { times: [10, 20, 900], failed: 0 },
    reservations: { times: [100, 1900], failed: 0 },
    staff: { times: [50], failed: 0 },
  },
};

test('a machine that answers in time and loses nothing is enough', () => {
  expect(judgeRehearsal(fine)).toEqual([]);
  expect(rehearsalReport(fine)).toContain('can serve 5 times your busiest hour.');
  expect(rehearsalReport(fine)).toContain('| Reservations | 2 | 0.10 s | 1.90 s | 1.90 s | 0 |');
  expect(rehearsalReport(fine)).toContain('20 % of one processor core');
});

test.each([
  ['a reservation that is not in the database', { found: 1 }, 'Reservations lost: 1.'],
  ['stock without a ledger', { mismatches: 3 }, 'differs from their ledger: 3.'],
  [
    'a page that fails',
    { answers: { ...fine.answers, guests: { times: [10], failed: 2 } } },
    'Pages of guests: 2 were not answered.',
  ],
  [
    'a late reservation',
    { answers: { ...fine.answers, reservations: { times: [2100, 2100], failed: 0 } } },
    'Reservations: too slow.',
  ],
])('%s is not', (_, change, words) => {
  expect(rehearsalReport({ ...fine, ...change })).toContain('cannot serve');
  expect(rehearsalReport({ ...fine, ...change })).toContain(words);
});

test('a rehearsal without an answer says so instead of a time', () => {
  const silent = { ...fine, found: 0, answers: { ...fine.answers, reservations: { times: [], failed: 4 } } };
  expect(rehearsalReport(silent)).toContain('| Reservations | 0 | – | – | – | 4 |');
});
