/** The same with a new seed each time. FUZZ_SEED=… runs one again. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fuzzShop } from '#tests/support/fuzz-shop.ts';

const RUNS = 1500;

let shop: Awaited<ReturnType<typeof fuzzShop>>;
beforeAll(async () => {
  shop = await fuzzShop();
});
afterAll(() => shop?.stop());

test('every operation, with a random seed', { timeout: 1_200_000 }, async () => {
  const seed = Number(process.env.FUZZ_SEED ?? Math.floor(Math.random() * 2 ** 31));
  console.log(`FUZZ_SEED=${seed}`);
  let sent = 0;
  for (const operation of shop.client.operations) {
    const statuses = await shop.attack(operation, { runs: RUNS, seed });
    console.log(operation.operationId, JSON.stringify(statuses));
    sent += Object.values(statuses).reduce((sum, count) => sum + count, 0);
  }
  expect(sent).toBeGreaterThanOrEqual(RUNS * shop.client.operations.length);
  await shop.stillSound();
});
