/** Jobs while people are being served continuously: they continue, yield, and lose no time afterward. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { inTransaction } from '#db/client.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { defineJob, doing, enqueue, work } from './jobs.ts';
import { whileServing } from './quiet.ts';

// A queue that exists in the template.
const kind = defineJob<{ n: number }>({
  name: 'events',
  data: z.object({ n: z.number() }),
  batch: 40,
  atOnce: 4,
});
const MANY = 400;
let fresh: FreshDatabase;
let done = 0;

beforeAll(async () => {
  fresh = await freshDatabase();
  await inTransaction(async (tx) => {
    for (let n = 0; n < MANY; n++) await enqueue(tx, kind, { n });
  });
});
afterAll(() => fresh.stop());

test('jobs run at a slow pace while people are served, and all at once afterwards', async () => {
  let end = () => {};
  const serving = whileServing(() => new Promise<void>((over) => (end = over)));
  await work(
    doing(kind, async () => {
      done += 1;
    }),
    'America/New_York',
  );
  await expect.poll(() => done, { timeout: 10_000 }).toBeGreaterThan(0);
  const [began, before] = [performance.now(), done];
  await expect.poll(() => done, { timeout: 10_000, interval: 5 }).toBeGreaterThanOrEqual(before + 25);
  // Twenty milliseconds for each but the first; without yielding they would take less than a tenth of that.
  expect(performance.now() - began).toBeGreaterThan(350);

  end();
  await serving;
  const left = MANY - done;
  const since = performance.now();
  await expect.poll(() => done, { timeout: 10_000, interval: 10 }).toBe(MANY);
  // At the earlier pace it would take more than five seconds.
  expect(left).toBeGreaterThan(250);
  expect(performance.now() - since).toBeLessThan(left * 10);
});
