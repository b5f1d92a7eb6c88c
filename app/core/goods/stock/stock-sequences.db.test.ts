import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { checkInvariants } from '#tests/support/invariants.ts';
import { compareWithModel, openForSequences } from '#tests/support/stock-sequences.ts';

/** The long suite runs 2,000. */
const SEQUENCES = 8;

let fresh: FreshDatabase;
beforeAll(async () => {
  fresh = await freshDatabase();
  await openForSequences(fresh.db);
});
afterAll(() => fresh.stop());

test('the shop agrees with a pure model after any changes of lots and reservations in any order', async () => {
  await compareWithModel(fresh.db, SEQUENCES);
  expect(await checkInvariants(fresh.db)).toEqual([]);
});
