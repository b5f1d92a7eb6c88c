/** The same story with the process killed in the middle: it goes on after the next start. */
import { test } from 'vitest';
import { tellBringing } from '#tests/support/bring-files.ts';

test('files that are being brought survive kill -9, and nothing is there twice', async () => {
  await tellBringing({ customers: 3000, isKilled: true });
}, 480_000);
