/** Whatever is sent to the API, the answer is one that its description has, and never an error of ours. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fuzzShop } from '#tests/support/fuzz-shop.ts';

/** The long suite sends 1,500 of each. */
const RUNS = 30;

let shop: Awaited<ReturnType<typeof fuzzShop>>;
beforeAll(async () => {
  shop = await fuzzShop();
});
afterAll(() => shop?.stop());

test('every operation, with a fixed seed', async () => {
  const { operations } = shop.client;
  expect(operations.length).toBeGreaterThan(13);
  const seen: Record<string, string[]> = {};
  for (const operation of operations) {
    const statuses = await shop.attack(operation, { runs: RUNS, seed: 26 });
    seen[operation.operationId] = Object.keys(statuses);
  }
  // Neither all refused at the first check, nor all let through.
  for (const [id, statuses] of Object.entries(seen)) {
    expect([id, statuses.some((status) => ['200', '201', '409'].includes(status))]).toEqual([id, true]);
    expect([id, statuses.some((status) => ['400', '404', '422'].includes(status))]).toEqual([id, true]);
    expect([id, statuses.includes('401')]).toEqual([id, true]);
    expect([id, statuses.includes('429')]).toEqual([id, false]);
  }
  await shop.stillSound();
});
