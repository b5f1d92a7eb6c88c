import { expect, test } from 'vitest';
import { signUpMessage } from '../accounts/sign-up.ts';
import { type SignInProblem, signInMessage } from './sign-in.ts';

const words: [SignInProblem, string][] = [
  [{ kind: 'invalid-credentials' }, 'Invalid credentials or email not confirmed.'],
  [{ kind: 'not-allowed' }, 'Admin access only'],
  [{ kind: 'too-many-attempts', seconds: 61 }, 'Too many attempts. Try again in 2 minutes.'],
];

test.each(words)('a sign-in refused for %j has the specification’s message', (problem, message) => {
  expect(signInMessage(problem)).toBe(message);
});

test('a full queue of passwords has a friendly message, at sign-in and sign-up', () => {
  expect(signInMessage({ kind: 'busy' })).toMatch(/Please try again in a few seconds/);
  expect(signUpMessage({ kind: 'busy' })).toBe(signInMessage({ kind: 'busy' }));
});
