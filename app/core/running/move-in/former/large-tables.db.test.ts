/** A table that is made to fill the memory: a million roles of one person. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeFormerDatabase } from '#tests/support/former/former-database.ts';
import { startReport } from '../report.ts';
import { noFiles } from '../source-files.server.ts';
import { openFolder } from './folder-tables.server.ts';
import { formerSource } from './former-source.server.ts';
import { openPostgres } from './postgres-tables.server.ts';

const SIZE = { customers: 3, orders: 1, products: 1, photos: 0 };
const ID = '7b0c3b0e-6f6f-4f0e-9a57-0d5b8f3f4a01';
let folder: string;
let former: { url: string; stop(): Promise<void> };

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'farmgate-large-'));
  former = await makeFormerDatabase(SIZE);
  const client = new pg.Client({ connectionString: former.url });
  await client.connect();
  await client.query(`insert into user_roles select '${ID}', 'admin' from generate_series(1, 1000000)`);
  await client.query('delete from user_roles where user_id <> $1', [ID]);
  await client.query(`insert into auth.users (id, email) values ('${ID}', 'many@former.example')`);
  await client.end();
  await writeFile(join(folder, 'auth.users.csv'), `id,email\n${ID},many@former.example\n`);
  await writeFile(join(folder, 'user_roles.csv'), `user_id,role\n${`${ID},admin\n`.repeat(1_000_000)}`);
});
afterAll(async () => {
  await former.stop();
  await rm(folder, { recursive: true });
});

test.each(['a database', 'a folder'])(
  'a million roles of one person in %s are not all read into memory',
  async (where) => {
    const tables = where === 'a folder' ? await openFolder(folder) : await openPostgres(former.url);
    const { rows, left } = await tables.related('user_roles', ['user_id'], [ID]);
    await tables.close();
    expect(rows[0]).toMatchObject({ user_id: ID, role: 'admin' });
    expect(rows.length).toBeLessThanOrEqual(100_000);
    // A folder reads equal rows once, so only the limit is known of it.
    expect(left).toBe(1_000_000 - (where === 'a folder' ? 10_000 : 100_000));
  },
);

test.each(['a database', 'a folder'])(
  'what a lookup in %s leaves out is in the report, with its kind and how many',
  async (where) => {
    const tables = where === 'a folder' ? await openFolder(folder) : await openPostgres(former.url);
    const report = startReport('former', 'America/New_York');
    for await (const { notes } of formerSource(tables, noFiles, new Date()).read('person'))
      for (const note of notes) report.note(note);
    await tables.close();
    const rows = 1_000_000 - (where === 'a folder' ? 10_000 : 100_000);
    const { reasons, kinds } = report.end({ seconds: 1, peakMegabytes: 1 });
    expect(reasons).toContainEqual({
      ...{ kind: 'person', isLeftOut: true, rows },
      reason: 'More rows of user_roles belong together than one lookup reads: the others are left out',
    });
    expect(kinds.person.leftOut).toBeGreaterThanOrEqual(rows);
  },
);
