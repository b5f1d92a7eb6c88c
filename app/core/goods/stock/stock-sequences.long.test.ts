import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { checkInvariants } from '#tests/support/invariants.ts';
import { seen, whole } from '#tests/support/seen.ts';
import { compareWithModel, openForSequences } from '#tests/support/stock-sequences.ts';

const SEQUENCES = 2000;

let fresh: FreshDatabase;
beforeAll(async () => {
  fresh = await freshDatabase();
  await openForSequences(fresh.db);
});
afterAll(() => fresh.stop());

test('the shop agrees with a pure model after any changes of lots and reservations in any order', async () => {
  const { steps } = await compareWithModel(fresh.db, SEQUENCES);
  expect(await checkInvariants(fresh.db)).toEqual([]);
  seen('stock-sequences', `${whole(steps)} steps, 0 differences; every invariant holds`);
});
