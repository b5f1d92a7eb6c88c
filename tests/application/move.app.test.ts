/** `npm run move`: the refusal that protects a running shop. `move.long.test.ts` moves there and back. */
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { cloneTemplate } from '#tests/support/database.ts';
import { dropDatabase } from '#tests/support/drop-database.ts';
import { moveBackBeside, SHOP_RUNS } from '#tests/support/move.ts';

test('the way back is refused while a shop runs, and writes nothing', async () => {
  const dataFolder = await mkdtemp(join(tmpdir(), 'farmgate-move-'));
  const { url, name } = await cloneTemplate();
  expect(await moveBackBeside(dataFolder, url)).toMatchObject({
    code: 1,
    output: expect.stringMatching(SHOP_RUNS),
  });
  expect(await readdir(dataFolder)).not.toContain('postgres');
  await dropDatabase(inject('clusterUrl'), name);
  await rm(dataFolder, { recursive: true, force: true });
});
