import { afterAll, beforeAll, expect, test } from 'vitest';
import { taxRules } from '#db/schema/compliance.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { runWithdrawals } from '#tests/support/withdrawal-races.ts';

/** Each of the five changes runs against two orders and two reservations; the long suite runs 1,000 rounds. */
const ROUNDS = 20;

let fresh: FreshDatabase;
beforeAll(async () => {
  fresh = await freshDatabase();
  await fresh.db
    .insert(taxRules)
    .values({ taxClass: '*', name: 'Estimated Tax', rate: 1200, from: '2024-01-01' });
});
afterAll(() => fresh.stop());

test('nothing that is withdrawn, repriced or recalled while a checkout waits is sold on the old terms', async () => {
  expect(await runWithdrawals(fresh.db, ROUNDS)).toEqual({ ran: ROUNDS, waited: ROUNDS, sold: [] });
});
