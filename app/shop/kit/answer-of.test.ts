import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { answerOf, kindsByStatus, refusalInit } from './answer-of.ts';

test('every kind with a status is used by a command', () => {
  const sources = readdirSync('app', { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|answer-of\.ts$/.test(file))
    .map((file) => readFileSync(`app/${file}`, 'utf8'))
    .join('\n');
  const kinds = Object.values(kindsByStatus).flatMap((listed) => listed.split(' '));
  expect(kinds.filter((kind) => !sources.includes(`'${kind}'`))).toEqual([]);
});

test('a person who must wait sees for how long', () => {
  expect(refusalInit({ kind: 'too-many-attempts', seconds: 240 })).toEqual({
    status: 429,
    headers: { 'Retry-After': '240' },
  });
  expect(refusalInit({ kind: 'busy' })).toEqual({ status: 503, headers: { 'Retry-After': '3' } });
});

test.each([
  ['invalid-credentials', 401],
  ['banned', 403],
  ['slot-full', 409],
  ['pickup-time-missing', 422],
  ['link-not-valid', 410],
  ['anything else', 400],
])('%s is a plain %i', (kind, status) => {
  expect(refusalInit({ kind })).toEqual({ status });
});

test('a refused form has its problem’s status, or 400 from its schema', () => {
  const refusal = { errors: { email: ['Enter an email.'] }, values: {} };
  expect(answerOf(refusal)).toMatchObject({ data: refusal, init: { status: 400 } });
  expect(answerOf(refusal, { kind: 'email-taken' })).toMatchObject({ data: refusal, init: { status: 409 } });
});
