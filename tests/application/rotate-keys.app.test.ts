/** `npm run rotate-keys` as an operator runs it. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, inject, test } from 'vitest';
import { cloneTemplate } from '#tests/support/database.ts';
import { dropDatabase } from '#tests/support/drop-database.ts';
import { TEST_SECRET } from '#tests/support/secret.ts';

const run = promisify(execFile);

test('it ends with the setting to start every instance with, as a whole line', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'farmgate-rotate-'));
  const { url, name } = await cloneTemplate();
  const { PATH, HOME } = process.env;
  const env = { PATH, HOME, DATABASE_URL: url, DATA_FOLDER: folder, FARMGATE_SECRET: TEST_SECRET };
  const rotate = () =>
    run(process.execPath, ['scripts/rotate-keys.ts'], {
      cwd: join(import.meta.dirname, '../..'),
      env: { ...env, ENCRYPTION_KEY_FILE: join(folder, 'keys') },
    });
  const setting = `ENCRYPTION_KEY_FILE=${join(folder, 'keys')}`;
  expect((await rotate()).stdout).toContain(`Now set ${setting} in the environment of every instance`);
  expect((await rotate()).stdout).toContain(`run with ${setting} load the key by themselves`);
  await dropDatabase(inject('clusterUrl'), name);
  rmSync(folder, { recursive: true });
});
