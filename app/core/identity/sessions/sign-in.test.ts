import { expect, test } from 'vitest';
import { signUpMessage } from '../accounts/sign-up.ts';
import { type SignInProblem, signInMessage } from './sign-in.ts';

const words: [SignInProblem, string][] = [
  [{ kind: 'invalid-credentials' }, 'Invalid credentials or email not confirmed.'],
  [{ kind: 'admin-only' }, 'Admin access only'],
  [{ kind: 'too-many-attempts', seconds: 61 }, 'Too many attempts. Try again in 2 minutes.'],
];

test.each(words)('a sign-in refused for %j says so in the specification’s words', (problem, message) => {
  expect(signInMessage(problem)).toBe(message);
});

test('a full queue of passwords is told kindly, at sign-in and at sign-up', () => {
  expect(signInMessage({ kind: 'busy' })).toMatch(/Please try again in a few seconds/);
  expect(signUpMessage({ kind: 'busy' })).toBe(signInMessage({ kind: 'busy' }));
});
