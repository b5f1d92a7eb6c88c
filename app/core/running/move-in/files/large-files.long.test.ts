/** 100,000 customers and 100,000 sales from files: memory stays flat, and nobody else waits. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { invalidateSettings } from '#core/ground/settings/settings-queries.server.ts';
import { startJobs, stopJobs } from '#platform/jobs.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { bigCustomers, bigSales, hostedShop } from '#tests/support/files-of-systems.ts';
import { checkInvariants } from '#tests/support/invariants.ts';
import { aPerson } from '#tests/support/people.ts';
import { seen } from '#tests/support/seen.ts';
import { startMovingFiles, startTryingFiles } from './change-file-move.server.ts';
import { fileMoveJob } from './file-move-job.ts';
import { readFileMove } from './file-move-queries.server.ts';
import { addMoveFile } from './receive-files.server.ts';
import { workOnFileMove } from './work-on-file-move.server.ts';

const MANY = Number(process.env.ROWS ?? 100_000);

let fresh: FreshDatabase;
let folder: string;
let admin: SignedIn;

beforeAll(async () => {
  fresh = await freshDatabase();
  await fresh.db.execute(sql`update store_settings set value = '{"isOpen":false}' where name = 'opening'`);
  invalidateSettings();
  await stopJobs();
  await startJobs({ url: fresh.url, kinds: [fileMoveJob] });
  folder = await mkdtemp(join(tmpdir(), 'farmgate-large-'));
  admin = await aPerson(fresh.db, { role: 'admin' });
});
afterAll(async () => {
  await stopJobs();
  await fresh.stop();
  await rm(folder, { recursive: true });
});

test('100,000 customers and 100,000 sales come over with flat memory', async () => {
  const texts = {
    'customers.csv': bigCustomers(MANY),
    'orders.csv': bigSales(MANY),
    'products.csv': hostedShop['products_export.csv'] ?? '',
  };
  for (const [name, text] of Object.entries(texts)) await writeFile(join(folder, name), text);
  for (const name of Object.keys(texts)) {
    texts[name as keyof typeof texts] = '';
    expect(await addMoveFile(admin, join(folder, name), name)).toMatchObject({ ok: true });
  }
  global.gc?.();
  const before = process.memoryUsage().rss;
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  const work = async () => {
    const { id } = (await readFileMove(admin)) ?? { id: '' };
    await workOnFileMove(admin, id);
    return readFileMove(admin);
  };
  const began = performance.now();
  await startTryingFiles(admin);
  const tried = await work();
  const triedAt = performance.now();
  expect(tried).toMatchObject({ status: 'tried', problem: null });
  await startMovingFiles(admin);
  const moved = await work();
  delay.disable();
  expect(moved).toMatchObject({ status: 'moved', problem: null });
  const megabytes = Math.max(tried?.report?.peakMegabytes ?? 0, moved?.report?.peakMegabytes ?? 0);
  const grown = megabytes - Math.round(before / 2 ** 20);
  const seconds = (from: number, to: number) => Math.round((to - from) / 1000);
  const longest = Math.round(delay.max / 1e6);
  seen(
    'bring-files',
    `${MANY} customers and ${MANY} sales: tried in ${seconds(began, triedAt)} s, brought in ${seconds(triedAt, performance.now())} s, memory grew by ${grown} MB to ${megabytes} MB, the longest wait of others was ${longest} ms (99 %: ${Math.round(delay.percentile(99) / 1e6)} ms)`,
    MANY === 100_000,
  );
  expect(moved?.report?.kinds).toMatchObject({ person: { written: MANY }, order: { written: MANY } });
  expect(await checkInvariants(fresh.db)).toEqual([]);
  expect(grown).toBeLessThan(300);
}, 3_600_000);
