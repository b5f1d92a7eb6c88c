/** Two databases start with the same files, and the second one reports it. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startApplication } from '#tests/support/application.ts';
import { freshDatabase } from '#tests/support/database.ts';

test('the file store belongs to the first database, and the health page reports a second one', async () => {
  const dataFolder = await mkdtemp(join(tmpdir(), 'farmgate-shared-files-'));
  const healthOf = async (url: string) => {
    const app = await startApplication({ NODE_ENV: 'production', DATABASE_URL: url }, { dataFolder });
    const health = await fetch(`${app.origin}/healthz`).then((answer) => answer.text());
    await app.stop();
    return health;
  };
  const first = await freshDatabase();
  expect([await healthOf(first.url), await healthOf(first.url)]).toEqual(['ready', 'ready']);
  await first.stop();
  const marker = await readFile(join(dataFolder, 'files/shop-id'), 'utf8');

  const second = await freshDatabase();
  expect(await healthOf(second.url)).toBe('ready, but the file store belongs to another database');
  expect(await readFile(join(dataFolder, 'files/shop-id'), 'utf8')).toBe(marker);
  await second.stop();
  await rm(dataFolder, { recursive: true, force: true });
});
