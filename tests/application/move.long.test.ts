/**
 * `npm run move` as an operator runs it, there and back: a move that fails leaves an empty target, in which the next one
 * succeeds.
 */
import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { expect, inject, test } from 'vitest';
import { startEmbeddedDatabase } from '#platform/embedded-database/embedded-database.ts';
import { dropDatabase } from '#tests/support/drop-database.ts';
import { move, moveBackBeside, SHOP_RUNS } from '#tests/support/move.ts';

async function ask<Row>(url: string, query: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(query)).rows as Row[];
  } finally {
    await client.end();
  }
}

async function inBundled(dataFolder: string, query: string): Promise<unknown[]> {
  const embedded = await startEmbeddedDatabase({ dataFolder, onNotice: () => undefined });
  return ask(embedded.url, query).finally(() => embedded.stop());
}

test('a failed move leaves the target empty, the next one succeeds, and the way back is refused while a shop runs', async () => {
  const dataFolder = await mkdtemp(join(tmpdir(), 'farmgate-move-'));
  const name = `test_${randomBytes(6).toString('hex')}`;
  await ask(inject('clusterUrl'), `create database ${name}`);
  const url = Object.assign(new URL(inject('clusterUrl')), { pathname: `/${name}` }).href;
  // Its administrator created it, so the move must not drop it.
  await ask(url, 'create extension unaccent');

  await inBundled(dataFolder, 'create table extra_notes (id int)');
  expect(await move(dataFolder, url)).toMatchObject({
    code: 1,
    output: expect.stringContaining('extra_notes'),
  });
  expect(
    await ask(
      url,
      `select nspname from pg_namespace where nspname not like 'pg\\_%' and nspname <> 'information_schema'`,
    ),
  ).toEqual([{ nspname: 'public' }]);
  expect(await ask(url, `select extname from pg_extension where extname <> 'plpgsql'`)).toEqual([
    { extname: 'unaccent' },
  ]);
  for (const [catalog, space] of [
    ['pg_class', 'relnamespace'],
    ['pg_ts_config', 'cfgnamespace'],
  ])
    expect(
      await ask(url, `select * from ${catalog} where ${space} = 'public'::regnamespace`),
      catalog,
    ).toEqual([]);

  await inBundled(dataFolder, 'drop table extra_notes');
  expect(await move(dataFolder, url)).toMatchObject({
    code: 0,
    output: expect.stringMatching(/Copied .+Set DATABASE_REPORTS_URL only to a replica of the new database/s),
  });

  const mark = '0199c0de-0000-7000-8000-000000000001';
  await ask(url, `insert into file_stores (id) values ('${mark}')`);
  expect(await move(dataFolder, '--back', url), 'its old database is not overwritten').toMatchObject({
    code: 1,
    output: expect.stringContaining('has a database already'),
  });
  const elsewhere = await mkdtemp(join(tmpdir(), 'farmgate-move-'));
  expect(await moveBackBeside(elsewhere, url)).toMatchObject({
    code: 1,
    output: expect.stringMatching(SHOP_RUNS),
  });
  expect(await readdir(elsewhere)).not.toContain('postgres');
  const moving = move(elsewhere, '--back', url);
  await expect.poll(() => readdir(elsewhere), { timeout: 20_000 }).toContain('moving');
  const late = new pg.Client({ connectionString: url, application_name: 'farmgate' });
  await late.connect();
  expect(await moving, 'a shop that starts during the copy').toMatchObject({
    code: 1,
    output: expect.stringMatching(/Copied .+\(farmgate on .+nothing was moved/s),
  });
  await late.end();
  expect(await readdir(elsewhere)).not.toContain('postgres');
  expect(await move(elsewhere, '--back', url)).toMatchObject({
    code: 0,
    output: expect.stringMatching(/Start the shop without DATABASE_URL, .+ and DATABASE_REPORTS_URL/),
  });
  expect(await inBundled(elsewhere, 'select id from file_stores')).toEqual([{ id: mark }]);
  await rm(elsewhere, { recursive: true, force: true });
  await dropDatabase(inject('clusterUrl'), name);
  await rm(dataFolder, { recursive: true, force: true });
});
