import { expect, test } from 'vitest';
import { mailTones } from './mail-status.ts';

test('each status of a message has its color: sent green, failed red', () => {
  expect(mailTones).toEqual({ sent: 'green', kept: 'blue', waiting: 'yellow', failed: 'red' });
});
