import { expect, test } from 'vitest';
import { answerOf, refusalInit } from './answer-of.ts';

test('a person who must wait sees for how long', () => {
  expect(refusalInit({ kind: 'too-many-attempts', seconds: 240 })).toEqual({
    status: 429,
    headers: { 'Retry-After': '240' },
  });
  expect(refusalInit({ kind: 'busy' })).toEqual({ status: 503, headers: { 'Retry-After': '3' } });
});

test('a refused form has its problem’s status, or 400 from its schema', () => {
  const refusal = { errors: { email: ['Enter an email.'] }, values: {} };
  expect(answerOf(refusal)).toMatchObject({ data: refusal, init: { status: 400 } });
  expect(answerOf(refusal, { kind: 'email-taken' })).toMatchObject({ data: refusal, init: { status: 409 } });
});
