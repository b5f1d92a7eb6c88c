import { Temporal } from 'temporal-polyfill';
import { expect, test } from 'vitest';
import { freshDatabase } from '#tests/support/database.ts';
import { checkInvariants } from '#tests/support/invariants.ts';
import { crowdOfSignUps } from '#tests/support/sign-up-crowd.ts';

test('a thousand sign-ups do not empty the shelf', async () => {
  const fresh = await freshDatabase();
  await crowdOfSignUps(fresh.db, { signUps: 1000, at: Temporal.Instant.from('2026-06-06T16:00:00Z') });
  expect(await checkInvariants(fresh.db)).toEqual([]);
  await fresh.stop();
}, 180_000);
