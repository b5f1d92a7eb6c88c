import { describe, expect, expectTypeOf, test } from 'vitest';
import { type ProblemKinds, problemJson, problemKinds, problemMessage } from './problem-response.ts';
import { statusOf } from './problem-status.ts';

type Problem = { kind: 'not-found' } | { kind: 'slot-full' } | { kind: 'banned'; since: string };

describe('the kind of a problem', () => {
  test('comes from its command, or else from its own name', () => {
    const kindOf = problemKinds<Problem>({ 'slot-full': 'conflict' });
    expect(kindOf({ kind: 'slot-full' })).toBe('conflict');
    expect(kindOf({ kind: 'not-found' })).toBe('not-found');
    const strict = problemKinds<Problem>({ 'slot-full': 'conflict', banned: 'not-found' });
    expect(strict({ kind: 'banned', since: '' })).toBe('not-found');
  });

  test('is required for every problem unknown to the table, and must exist', () => {
    expectTypeOf<{ 'slot-full': 'conflict' }>().toExtend<ProblemKinds<Problem>>();
    expectTypeOf<Record<never, never>>().not.toExtend<ProblemKinds<Problem>>();
    expectTypeOf<{ 'slot-full': 'no-such-kind' }>().not.toExtend<ProblemKinds<Problem>>();
    // @ts-expect-error a kind that the problem does not have
    problemKinds<Problem>({ 'slot-full': 'conflict', 'slot-empty': 'conflict' });
    // @ts-expect-error a kind that is missing
    problemKinds<Problem>({});
  });
});

test('the response has the status and the message, and cannot be cached', async () => {
  const answer = problemJson('too-many-attempts', undefined, { retryAfter: 60, login: '/login' });
  expect(answer.status).toBe(429);
  expect(answer.headers.get('retry-after')).toBe('60');
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(await answer.json()).toEqual({ message: problemMessage('too-many-attempts'), login: '/login' });
  expect(await problemJson('conflict', 'Sold out.').json()).toEqual({ message: 'Sold out.' });
  expect(statusOf({ kind: 'stale' })).toBe(409);
});
