import { afterAll, beforeAll, expect, test } from 'vitest';
import { taxRules } from '#db/schema/compliance.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { checkInvariants } from '#tests/support/invariants.ts';
import { seen, whole } from '#tests/support/seen.ts';
import { runWithdrawals } from '#tests/support/withdrawal-races.ts';

const ROUNDS = 1000;

let fresh: FreshDatabase;
beforeAll(async () => {
  fresh = await freshDatabase();
  await fresh.db
    .insert(taxRules)
    .values({ taxClass: '*', name: 'Estimated Tax', rate: 1200, from: '2024-01-01' });
});
afterAll(() => fresh.stop());

test('nothing withdrawn, repriced or recalled during checkout is sold on the old terms, in a thousand rounds', async () => {
  const { ran, waited, sold } = await runWithdrawals(fresh.db, ROUNDS);
  seen(
    'withdrawn-during-checkout',
    `${whole(waited)} of ${whole(ran)} waited for the change, ${sold.length} sold`,
  );
  expect(sold).toEqual([]);
  expect(waited).toBe(ROUNDS);
  // The test recalls a lot without the command, so its product's counts are not updated; the commands do
  // that.
  const byHand = /lot \d+ \(recalled\)|its sellable lots/;
  expect((await checkInvariants(fresh.db)).filter((violation) => !byHand.test(violation))).toEqual([]);
});
