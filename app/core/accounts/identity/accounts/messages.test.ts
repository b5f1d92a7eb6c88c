import { expect, test } from 'vitest';
import * as messages from './messages.ts';

test.each([
  [0, '1 second'],
  [1, '1 second'],
  [59, '59 seconds'],
  [60, '1 minute'],
  [61, '2 minutes'],
  [120, '2 minutes'],
  [121, '3 minutes'],
  [7200, '120 minutes'],
  [7201, '3 hours'],
  [86_400, '24 hours'],
])('after too many attempts, a wait of %i seconds reads %s', (seconds, wait) => {
  expect(messages.tooManyAttempts(seconds)).toMatch(new RegExp(`in ${wait}`));
});

test('the messages of the specification are word for word', () => {
  expect(messages).toMatchObject({
    INVALID_CREDENTIALS: 'Invalid credentials or email not confirmed.',
    BIRTH_DATE_REQUIRED: 'Birth date is required for account creation.',
    ADMIN_ONLY: 'Admin access only',
    UNAUTHORIZED: 'Unauthorized: Admin access only',
    ACCOUNT_CREATED: 'Account created! Please check your email to confirm before signing in.',
    LOGIN_SUCCESSFUL: 'Login successful',
    SIGNED_IN: 'Signed in successfully!',
    AUTHENTICATION_ERROR: 'Authentication error',
  });
});

test('other messages say what happened and what to do', () => {
  expect(messages.SIGNED_OUT).toContain('signed out');
  expect(messages.BANNED).toMatch(/suspended.*call or write/);
  expect(messages.CONFIRMATION_SENT).toMatch(/^If .*24 hours/);
  expect(messages.RESET_SENT).toMatch(/^If .*one hour/);
  expect(messages.EMAIL_CONFIRMED).toMatch(/confirmed.*signed in/);
  expect(messages.LINK_NOT_VALID).toMatch(/no longer valid.*new one/);
  expect(messages.PASSWORD_CHANGED).toMatch(/changed.*Sign in/);
});
