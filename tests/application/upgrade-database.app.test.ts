/** What `npm run upgrade-database` answers where there is nothing to upgrade; the long test upgrades. */
import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { bundledVersion } from '#platform/embedded-database/embedded-database.ts';
import { databaseLayout } from '#platform/embedded-database/layout.ts';

const root = join(import.meta.dirname, '../..');

type Ended = { code: number; output: string };

function upgrade(dataFolder: string, environment: Record<string, string> = {}): Promise<Ended> {
  return new Promise((resolve) => {
    const env = {
      ...{ PATH: process.env.PATH, HOME: process.env.HOME, DATA_FOLDER: dataFolder },
      ...environment,
    };
    execFile(process.execPath, ['scripts/upgrade-database.ts'], { cwd: root, env }, (error, out, err) =>
      resolve({ code: error ? 1 : 0, output: out + err }),
    );
  });
}

test('an upgrade with nothing to upgrade says so in one sentence and changes nothing', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'farmgate-upgrade-'));
  const madeBy = (version: number): string => {
    const layout = databaseLayout(join(folder, String(version)));
    mkdirSync(layout.cluster, { recursive: true });
    writeFileSync(layout.passwords, '{}');
    writeFileSync(join(layout.cluster, 'PG_VERSION'), `${version}\n`);
    return layout.dataFolder;
  };
  const ours = bundledVersion(folder);
  const [none, own, tooOld, already] = await Promise.all([
    upgrade(folder),
    upgrade(folder, { DATABASE_URL: 'postgres://shop@localhost/shop' }),
    upgrade(madeBy(ours - 2)),
    upgrade(madeBy(ours)),
  ]);
  expect(none).toEqual({
    code: 1,
    output: `The data folder ${folder} has no database: there is nothing to upgrade.\n`,
  });
  expect(own).toMatchObject({ code: 1, output: expect.stringMatching(/^DATABASE_URL names your own .*\n$/) });
  expect(tooOld).toMatchObject({ code: 1, output: expect.stringContaining(`from ${ours - 1} only`) });
  expect(already).toMatchObject({
    code: 0,
    output: expect.stringContaining(`is PostgreSQL ${ours} already`),
  });
  expect(await readdir(join(folder, String(ours - 2)))).toEqual(['postgres']);
  await rm(folder, { recursive: true });
});
