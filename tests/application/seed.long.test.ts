/** `npm run seed`, as people run it. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { freshDatabase } from '#tests/support/database.ts';
import { checkInvariants } from '#tests/support/invariants.ts';
import { runSeed } from '#tests/support/seed-command.ts';

test('the seed fills a store to the requested size', async () => {
  const fresh = await freshDatabase();
  const dataFolder = await mkdtemp(join(tmpdir(), 'farmgate-seed-'));
  try {
    const size = ['--products', '120', '--orders', '200', '--customers', '30'];
    const { code, output } = await runSeed(size, { DATABASE_URL: fresh.url, DATA_FOLDER: dataFolder });
    expect(code, output).toBe(0);
    expect(output).toMatch(/products +120\n/);
    expect(await checkInvariants(fresh.db)).toEqual([]);
  } finally {
    await fresh.stop();
    await rm(dataFolder, { recursive: true, force: true });
  }
}, 60_000);
