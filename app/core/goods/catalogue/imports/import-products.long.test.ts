/**
 * Tests an import of 100,000 rows: products are created, repriced and undone, and every invariant holds.
 * Prints how long it takes; `npm run bench -- --only import` measures it in the running shop, with its
 * memory.
 */
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { readImport } from '#office/imports/imports-queries.server.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { checkInvariants } from '#tests/support/invariants.ts';
import { aPerson, aProduct } from '#tests/support/people.ts';
import { startApplying, startUndoing } from './change-import.server.ts';
import { saveImport } from './receive-import.server.ts';
import { workOnImport } from './work-on-import.server.ts';

const ROWS = 100_000;
let fresh: FreshDatabase;
let folder: string;
let admin: SignedIn;

beforeAll(async () => {
  fresh = await freshDatabase();
  folder = await mkdtemp(join(tmpdir(), 'farmgate-import-'));
  admin = await aPerson(fresh.db, { role: 'admin' });
  await aProduct(fresh.db);
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await fresh.stop();
});

async function writeFile(price: string): Promise<string> {
  const path = join(folder, `${price}.csv`);
  const file = createWriteStream(path);
  file.write('Product,Strain,Batch,Size,Stock,Retail,Wholesale,For Sale,BioTrack,LabTest\r\n');
  for (let row = 0; row < ROWS; row++)
    file.write(
      `Lapwing ${row} Pre-Roll,LP-${row % 300},B-${row},3.5 g,12,${price},20.00,no,BT-${row},LT-${row}\r\n`,
    );
  file.end();
  await finished(file);
  return path;
}

/** Measures seconds, and peak memory above the start, in megabytes. */
async function measured<T>(work: () => Promise<T>): Promise<{ value: T; seconds: number; memory: number }> {
  globalThis.gc?.();
  const before = process.memoryUsage().rss;
  let most = before;
  const timer = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss);
  }, 50);
  const started = performance.now();
  try {
    const value = await work();
    return { value, seconds: (performance.now() - started) / 1000, memory: (most - before) / 1e6 };
  } finally {
    clearInterval(timer);
  }
}

async function imported(path: string) {
  const read = await measured(async () => {
    const kept = await saveImport(admin, path);
    if (!kept.ok) throw new Error('refused');
    return kept.value.importId;
  });
  const importId = read.value;
  const compared = await measured(() => workOnImport(admin, importId));
  const preview = (await readImport(admin, importId))?.preview ?? 0;
  const started = await startApplying(admin, importId, { preview, accepted: true });
  if (!started.ok) throw new Error(started.problem.kind);
  const applied = await measured(() => workOnImport(admin, importId));
  const steps = { read, compared, applied };
  const seconds = Object.values(steps).reduce((sum, step) => sum + step.seconds, 0);
  const told = Object.entries(steps).map(
    ([name, step]) => `${name} ${step.seconds.toFixed(1)} s, + ${step.memory.toFixed(0)} MB`,
  );
  console.log(`${ROWS} rows: ${told.join('; ')}; altogether ${seconds.toFixed(1)} s`);
  return { importId, seconds, memory: Math.max(...Object.values(steps).map((step) => step.memory)) };
}

test('all rows become products, then get new prices, then are undone', async () => {
  const first = await imported(await writeFile('45.00'));
  expect((await readImport(admin, first.importId))?.counts).toMatchObject({ new: ROWS, rejected: 0 });
  const second = await imported(await writeFile('46.00'));
  expect((await readImport(admin, second.importId))?.counts).toMatchObject({ changed: ROWS, new: 0 });
  const { rows } = await fresh.db.execute<{ count: number }>(
    sql`select count(*)::int as count from products where retail_price = 4600`,
  );
  expect(rows[0]?.count).toBe(ROWS);
  expect(await checkInvariants(fresh.db)).toEqual([]);
  await startUndoing(admin, second.importId);
  const undone = await measured(() => workOnImport(admin, second.importId));
  console.log(`undone in ${undone.seconds.toFixed(1)} s, + ${undone.memory.toFixed(0)} MB`);
  expect(await readImport(admin, second.importId)).toMatchObject({ status: 'undone', left: 0 });
});
