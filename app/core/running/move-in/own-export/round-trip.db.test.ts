/** Leaving and coming: what an export writes makes the same shop, whose export is the same. */
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readStoredSettings } from '#core/ground/settings/settings-queries.server.ts';
import { files, folderStore, openFiles } from '#platform/files/files.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { makeFormerDatabase } from '#tests/support/former/former-database.ts';
import { makeFormerFiles } from '#tests/support/former/former-files.ts';
import { checkInvariants } from '#tests/support/invariants.ts';
import { formerSource } from '../former/former-source.server.ts';
import { openPostgres } from '../former/postgres-tables.server.ts';
import { moveIn } from '../move-in.server.ts';
import { recordKinds } from '../records.ts';
import { folderFiles } from '../source-files.server.ts';
import { recordsFile } from './export-format.ts';
import { openExport } from './export-source.server.ts';
import { writeExport } from './write-export.server.ts';

const SIZE = { customers: 60, orders: 150, products: 24, photos: 8 };
const now = new Date();
let folder: string;
let former: { url: string; stop(): Promise<void> };

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'farmgate-trip-'));
  former = await makeFormerDatabase(SIZE);
  await makeFormerFiles(join(folder, 'former'), SIZE);
  await exportOfFormer();
});
afterAll(async () => {
  await former.stop();
  await rm(folder, { recursive: true });
});

/** Moves the former shop into an empty one, and exports that. */
async function exportOfFormer(): Promise<void> {
  const first = await freshDatabase();
  openFiles(folderStore(join(folder, 'store-1')));
  const source = formerSource(await openPostgres(former.url), folderFiles(join(folder, 'former')), now);
  const came = await moveIn({ source: 'former', reader: source, isReal: true, now });
  await source.close();
  expect(came.kinds.photo.written).toBeGreaterThan(0);
  expect(came.kinds.picture.written).toBeGreaterThan(0);
  await first.db.execute(
    sql`insert into user_roles (user_id, role) select id, 'staff' from users order by email limit 1`,
  );
  await addWhatOnlyOurShopHas(first.db);
  await writeExport(join(folder, 'export-1'), now);
  await first.stop();
}

/** What the former shop did not have. */
async function addWhatOnlyOurShopHas(db: FreshDatabase['db']): Promise<void> {
  await db.execute(sql`insert into favorites (user_id, product_id, created_at)
    select users.id, products.id, '2026-05-01T12:00:00.123Z' from users, products where users.email like 'person1%' and products.id < 5`);
  await db.execute(sql`insert into customer_notes (user_id, author_id, author_name, note)
    select id, uuidv7(), 'Ann Gone', ${NOTE} from users where email like 'person1%'`);
  await files().put(PRICE_LIST, PDF, 'application/pdf');
  const settings = {
    store: { name: 'A farm of its own', priceListKey: PRICE_LIST },
    pricing: { floor: 20_000, belowFloor: 'refuse' },
    security: { staffSessionHours: 72 },
    sharing: { sites: ['https://partner.example'] },
  };
  for (const [name, value] of Object.entries(settings))
    await db.execute(sql`insert into store_settings (name, value) values (${name}, ${JSON.stringify(value)}::jsonb)
      on conflict (name) do update set value = excluded.value`);
}

const NOTE = '=HYPERLINK("https://evil.example")\nasks for Ann';
const PDF = Buffer.from(`%PDF-1.4\n${' '.repeat(300)}\nstartxref\n9\n%%EOF\n`);
const PRICE_LIST = `price-lists/${createHash('sha256').update(PDF).digest('hex').slice(0, 32)}.pdf`;

const readAll = (name: string) =>
  Promise.all(recordKinds.map((kind) => readFile(join(folder, name, recordsFile(kind)), 'utf8')));

test('shop, export, move-in into an empty shop, export: the same records', async () => {
  const second = await freshDatabase();
  openFiles(folderStore(join(folder, 'store-2')));
  const reader = await openExport(join(folder, 'export-1'));
  if (!reader) throw new Error('not an export');
  const { reasons } = await moveIn({ source: 'export', reader, isReal: true, now });
  expect(reasons.filter(({ isLeftOut }) => isLeftOut)).toEqual([]);
  expect(await checkInvariants(second.db)).toEqual([]);
  expect(await second.db.execute(sql`select 1 from user_roles`)).toMatchObject({ rowCount: 0 });
  await writeExport(join(folder, 'export-2'), now);
  const [before, after] = [await readAll('export-1'), await readAll('export-2')];
  recordKinds.forEach((kind, at) => {
    expect(after[at]?.split('\n'), kind).toEqual(before[at]?.split('\n'));
  });
  const lines = (kind: (typeof recordKinds)[number]) =>
    before[recordKinds.indexOf(kind)]?.trim().split('\n') ?? [];
  expect(lines('person').join()).toContain('"licenseId":"NY1');
  for (const kind of ['favorite', 'note', 'setting', 'price-list'] as const)
    expect(lines(kind)[0], kind).not.toBe('');
  // What a spreadsheet would compute is text in the CSV files.
  expect(await readFile(join(folder, 'export-1', 'csv', 'note.csv'), 'utf8')).not.toMatch(/(^|,)"?=/m);
  expect(lines('setting').join()).toContain('A farm of its own');
  // A new shop’s admin decides who comes in, and which sites show the menu.
  expect(lines('setting').join()).not.toMatch(/opening|staffSessionHours|partner\.example/);
  expect(await readStoredSettings(second.db)).toMatchObject({
    ...{ store: { name: 'A farm of its own', priceListKey: PRICE_LIST }, opening: { isOpen: true } },
    ...{ security: { staffSessionHours: 12 }, sharing: { sites: [] } },
  });
  expect(await buffer((await files().get(PRICE_LIST))?.body as never)).toEqual(PDF);
  await second.stop();
});

test('an export that someone edited is read by its rules: what is no record is left out', async () => {
  const path = join(folder, 'export-1', recordsFile('person'));
  const [line = ''] = (await readFile(path, 'utf8')).split('\n');
  const person = JSON.parse(line);
  const edited = [
    '{"sourceId":',
    JSON.stringify({ ...person, sourceId: 'a', role: 'owner' }),
    JSON.stringify({ ...person, sourceId: 'b', passwordHash: `$2b$31$${'a'.repeat(53)}` }),
    JSON.stringify({ ...person, sourceId: 'c', name: 'x‮gpj.exe' }),
  ];
  await writeFile(path, edited.join('\n'));
  const reader = await openExport(join(folder, 'export-1'));
  for await (const { records, notes } of reader?.read('person') ?? []) {
    expect(records).toEqual([]);
    expect(notes).toHaveLength(edited.length);
  }
});
