/** `npm run seed`, as people run it. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { freshDatabase } from '#tests/support/database.ts';
import { checkInvariants } from '#tests/support/invariants.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../..');

test('the seed fills a store to the requested size', async () => {
  const fresh = await freshDatabase();
  const dataFolder = await mkdtemp(join(tmpdir(), 'farmgate-seed-'));
  try {
    const size = ['--products', '120', '--orders', '200', '--customers', '30'];
    const { stdout } = await run(process.execPath, [join(root, 'scripts/seed.ts'), ...size], {
      cwd: root,
      env: { PATH: process.env.PATH, DATABASE_URL: fresh.url, DATA_FOLDER: dataFolder },
    });
    expect(stdout).toMatch(/products +120\n/);
    expect(await checkInvariants(fresh.db)).toEqual([]);
  } finally {
    await fresh.stop();
    await rm(dataFolder, { recursive: true, force: true });
  }
}, 60_000);
