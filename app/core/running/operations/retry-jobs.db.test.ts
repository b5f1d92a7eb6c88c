/** Retrying failed jobs: each runs once, even when two admins press at the same time, and only if it may be retried. */
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { textCodeJob } from '#core/accounts/identity/second-factor/text-code-job.ts';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { smsCodeJob } from '#core/ground/notifications/delivery-jobs.ts';
import { databasePool, inTransaction } from '#db/client.ts';
import { auditLog } from '#db/schema/audit.ts';
import { defineJob, doing, enqueue, startJobs, stopJobs, work } from '#platform/jobs.ts';
import { readCutOffJobs, readFailedJobs } from '#platform/queue-figures.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { aPerson } from '#tests/support/people.ts';
import { mayRetry } from './failed-job.ts';
import { retryJobs } from './retry-jobs.server.ts';

const data = z.object({ to: z.string() });
const trial = defineJob({ name: 'trial', data, retryLimit: 0 });
const nightly = defineJob({ name: 'nightly-trial', data, retryLimit: 0, cron: '0 0 1 1 *' });

let fresh: FreshDatabase;
let admin: SignedIn;
let isBroken = true;
const done: string[] = [];
beforeAll(async () => {
  fresh = await freshDatabase();
  await stopJobs();
  await startJobs({ url: fresh.url, kinds: [trial, nightly, smsCodeJob, textCodeJob] });
  admin = await aPerson(fresh.db, { role: 'admin' });
  for (const kind of [trial, nightly])
    await work(
      doing(kind, async ({ to }) => {
        if (isBroken) throw new Error(`the gateway refused maria@example.com`);
        done.push(to);
      }),
      'America/New_York',
    );
});
beforeEach(async () => {
  isBroken = true;
  done.length = 0;
  await fresh.db.execute(sql`delete from pgboss.job`);
});
afterAll(() => fresh.stop());

const failed = () => readFailedJobs(databasePool());
const failAll = async (kind: typeof trial, count: number) => {
  await inTransaction(async (tx) => {
    for (let nth = 0; nth < count; nth++) await enqueue(tx, kind, { to: `${nth}` });
  });
  await expect.poll(async () => (await failed())[0]?.count).toBe(count);
};

test('failed jobs are listed by kind with the newest reason, without addresses', async () => {
  await failAll(trial, 3);
  expect(await failed()).toMatchObject([
    { queue: 'trial', count: 3, reason: 'the gateway refused [address]', isScheduled: false },
  ]);
});

test('a job whose process was killed or stopped counts as cut off until its next try is over', async () => {
  await fresh.db.execute(sql`insert into pgboss.job (name, data, state, output) values
    ('trial', '{}', 'retry', '{"value":{"message":"job heartbeat timeout"}}'),
    ('trial', '{}', 'retry', '{"value":"pg-boss shut down while active"}'),
    ('trial', '{}', 'retry', '{"message":"the gateway refused"}'),
    ('trial', '{}', 'completed', '{"value":"pg-boss shut down while active"}')`);
  await fresh.db.execute(sql`update pgboss.job set start_after = now() + interval '1 hour'`);
  expect(await readCutOffJobs(databasePool())).toMatchObject([{ queue: 'trial', count: 2 }]);
});

test('two admins at once try them again once, and each job is done once', async () => {
  await failAll(trial, 3);
  isBroken = false;
  const outcomes = await Promise.all([retryJobs(admin, 'trial'), retryJobs(admin, 'trial')]);
  expect(outcomes.filter(({ ok }) => ok)).toEqual([{ ok: true, value: 3 }]);
  await expect.poll(() => [...done].sort()).toEqual(['0', '1', '2']);
  expect(await failed()).toEqual([]);
  expect(await retryJobs(admin, 'trial')).toEqual({ ok: false, problem: { kind: 'gone' } });
  expect(await fresh.db.$count(auditLog, eq(auditLog.action, 'jobs.retried'))).toBe(1);
});

test('staff retry nothing; tasks come again by themselves, and codes are out of date', async () => {
  await failAll(trial, 1);
  const staff = await aPerson(fresh.db, { role: 'staff' });
  expect(await retryJobs(staff, 'trial')).toEqual({ ok: false, problem: { kind: 'not-allowed' } });
  await inTransaction((tx) => enqueue(tx, nightly, { to: 'x' }));
  await expect.poll(async () => (await failed()).length).toBe(2);
  expect(await retryJobs(admin, nightly.name)).toEqual({ ok: false, problem: { kind: 'gone' } });
  for (const { name } of [smsCodeJob, textCodeJob])
    expect(mayRetry({ queue: name, isScheduled: false })).toBe(false);
});
