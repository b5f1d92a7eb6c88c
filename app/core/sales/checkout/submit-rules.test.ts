/** Tests what a reservation needs to become an order, and the messages for what is missing. */
import { expect, test } from 'vitest';
import { isInfoMissing, type SubmitProblem, submitMessage } from './submit-rules.ts';

const whole = { userId: 'u', email: 'a@example.com', retailPrice: 4500, quantity: 1 };

test('an order needs user, email, price and quantity, and each missing one has the specification’s message', () => {
  expect(isInfoMissing(whole)).toBe(false);
  for (const lack of [
    { userId: null },
    { userId: '' },
    { email: null },
    { email: '' },
    { email: 'gone' },
    { retailPrice: null },
    { retailPrice: 0 },
    { quantity: null },
    { quantity: 0 },
  ])
    expect(isInfoMissing({ ...whole, ...lack })).toBe(true);
  expect(submitMessage({ kind: 'missing-info' })).toBe('Missing reservation info.');
});

test('every other refusal starts with the specification’s words and says why', () => {
  const problems: Exclude<SubmitProblem, { kind: 'missing-info' }>[] = [
    { kind: 'not-allowed' },
    { kind: 'not-found' },
    { kind: 'not-pending', status: 'confirmed' },
    { kind: 'banned' },
    { kind: 'rejected' },
    { kind: 'age', problem: { kind: 'birth-date-missing', minimum: 21 } },
    { kind: 'age', problem: { kind: 'under-age', minimum: 21 } },
    { kind: 'not-on-menu', name: 'Kestrel' },
    { kind: 'not-available', name: 'Kestrel', available: 0 },
    { kind: 'not-available', name: 'Kestrel', available: 2 },
    { kind: 'expires', name: 'Kestrel', day: '2026-06-07' },
    { kind: 'time-missing' },
    { kind: 'slot-closed' },
    { kind: 'slot-full' },
  ];
  const said = problems.map(submitMessage);
  expect(said.filter((words) => /^Could not submit reservation\. \S.{9,}/.test(words))).toEqual(said);
  expect(new Set(said).size).toBe(said.length);
});
