import { expect, test } from 'vitest';
import { type ReserveProblem, reserveMessage } from './reserve-rules.ts';

const words: [ReserveProblem, string][] = [
  [{ kind: 'not-signed-in' }, 'Please log in to reserve a product'],
  [{ kind: 'not-available', name: 'Haze', available: 0 }, 'Failed to reserve product. Haze is sold out.'],
  [{ kind: 'not-available', name: 'Haze', available: 2 }, 'Failed to reserve product. Only 2 of Haze left.'],
  [
    { kind: 'age', problem: { kind: 'under-age', minimum: 21 } },
    'Failed to reserve product. You must be at least 21 years old to order restricted items.',
  ],
  [{ kind: 'changed' }, 'Reservation failed. Please reload the page and try again.'],
];

test.each(words)(
  'the message for %j starts with the specification’s words, then says what to do',
  (problem, message) => {
    expect(reserveMessage(problem)).toBe(message);
  },
);

test.each<ReserveProblem>([
  { kind: 'banned' },
  { kind: 'not-found' },
  { kind: 'age', problem: { kind: 'birth-date-missing', minimum: 21 } },
])('the message for %j starts with the specification’s words', (problem) => {
  expect(reserveMessage(problem)).toMatch(/^Failed to reserve product\. \S/);
});

test.each<[ReserveProblem, RegExp]>([
  [{ kind: 'banned' }, /cannot reserve.*call us/],
  [{ kind: 'not-found' }, /no longer on the menu/],
  [{ kind: 'age', problem: { kind: 'birth-date-missing', minimum: 21 } }, /date of birth.*at checkout/],
  [
    { kind: 'over-limit', problem: { kind: 'content-unknown', name: 'Haze' } },
    /product\. Haze cannot be reserved/,
  ],
])('the message for %j says what to do', (problem, words) => {
  expect(reserveMessage(problem)).toMatch(words);
});
