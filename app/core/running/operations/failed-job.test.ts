import { expect, test } from 'vitest';
import { failureWords } from './failed-job.ts';

test('a job that ended with its process is said to be interrupted, and any other with its reason', () => {
  const at = 'Nov 28, 2026 3:12 AM';
  expect(failureWords('job heartbeat timeout', at)).toBe(
    'It was interrupted when the shop stopped, which was noticed Nov 28, 2026 3:12 AM.',
  );
  expect(failureWords('pg-boss shut down while active', at)).toMatch(/^It was interrupted/);
  expect(failureWords('the mail server is away', at)).toBe('the mail server is away');
  expect(failureWords('', at)).toBe('No reason was stored; see the log.');
});
