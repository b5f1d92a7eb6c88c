import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { defineJob, doing, enqueue, type JobKind, stopJobs, work } from './jobs.ts';

type Numbered = { n: number };
const numbered = (name: string) => defineJob<Numbered>({ name, data: z.object({ n: z.number() }) });
// Queues that exist in the template.
const [eventLike, mailLike] = [numbered('events'), numbered('mail')];
const zone = 'America/New_York';

let fresh: FreshDatabase;
beforeEach(async () => {
  fresh = await freshDatabase();
});
afterEach(() => fresh.stop());

async function enqueueMany(kind: JobKind<Numbered>, many: number): Promise<void> {
  await fresh.db.transaction(async (tx) => {
    for (let n = 0; n < many; n++) await enqueue(tx, kind, { n });
  });
}

/** Jobs by state, with their failed attempts. */
async function jobs(name: string): Promise<Record<string, number>> {
  const { rows } = await fresh.db.execute<{ state: string; tries: number; n: number }>(sql`
    select state::text, max(retry_count)::int as tries, count(*)::int as n from pgboss.job where name = ${name} group by 1`);
  expect(rows.filter(({ tries }) => tries > 0)).toEqual([]);
  return Object.fromEntries(rows.map(({ state, n }) => [state, n]));
}

test('stopping mid-batch lets the current job finish and leaves the others waiting', async () => {
  await enqueueMany(eventLike, 60);
  const done: number[] = [];
  const failed: unknown[] = [];
  const slowly = doing(eventLike, async ({ n }) => {
    try {
      await pause(100);
      await fresh.db.transaction((tx) => enqueue(tx, mailLike, { n }));
      done.push(n);
    } catch (error) {
      failed.push(error);
      throw error;
    }
  });
  await work(slowly, zone);
  while (done.length < 3) await pause(10);
  const began = performance.now();
  await stopJobs();
  expect(performance.now() - began).toBeLessThan(1_000);
  const doneByThen = done.length;

  await pause(300);
  expect(failed).toEqual([]);
  // The jobs that were running when the stop started were the last.
  expect(done).toHaveLength(doneByThen);
  expect(doneByThen).toBeLessThanOrEqual(4);
  expect(await jobs('mail')).toEqual({ created: doneByThen });
  const { created, ...others } = await jobs('events');
  expect(created).toBe(60 - doneByThen);
  expect(Object.keys(others)).toEqual(['completed']);
  const { rows } = await fresh.db.execute<{ n: number }>(sql`
    select (data ->> 'n')::int as n from pgboss.job where name = 'events' and state = 'created'`);
  expect([...done, ...rows.map(({ n }) => n)].toSorted((a, b) => a - b)).toEqual(
    Array.from({ length: 60 }, (_, n) => n),
  );
});

test('stopping abandons a job that does not end, and it runs again later', async () => {
  await enqueueMany(mailLike, 2);
  let begun = false;
  const endless = doing(mailLike, async () => {
    begun = true;
    await pause(60_000, undefined, { ref: false });
  });
  await work(endless, zone);
  while (!begun) await pause(10);
  await stopJobs(200);
  const { rows } = await fresh.db.execute<{ state: string }>(
    sql`select state::text from pgboss.job where name = 'mail'`,
  );
  expect(rows.map(({ state }) => state)).toEqual(['retry', 'retry']);
});
