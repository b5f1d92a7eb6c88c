/**
 * Tests CSV imports into the inventory: previewed row by row, applied completely or not at all, undone, round
 * trips.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { and, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { countLot } from '#core/goods/stock/lots/count-lot.server.ts';
import { lotList } from '#core/goods/stock/lots/lot-list.ts';
import { readLots } from '#core/goods/stock/lots/lot-list-queries.server.ts';
import { unitsLabel } from '#core/goods/stock/lots/lots.ts';
import { quarantineLot } from '#core/goods/stock/lots/quarantine-lot.server.ts';
import { receiveLot } from '#core/goods/stock/lots/receive-lot.server.ts';
import { releaseLot } from '#core/goods/stock/lots/release-lot.server.ts';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { invalidateSettings } from '#core/ground/settings/settings-queries.server.ts';
import { inTransactionOr } from '#db/client.ts';
import { auditLog } from '#db/schema/audit.ts';
import { categories, productImports, products } from '#db/schema/catalogue.ts';
import { storeSettings } from '#db/schema/settings.ts';
import { lots } from '#db/schema/stock.ts';
import { newId } from '#kernel/ids.ts';
import { storeDate, systemClock } from '#kernel/time.ts';
import {
  eachRejectedRow,
  readImport,
  readImportRows,
  readNamesakes,
} from '#office/imports/imports-queries.server.ts';
import { csvStream } from '#platform/csv/csv.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { checkInvariants } from '#tests/support/invariants.ts';
import { anOrder, openForOrders } from '#tests/support/orders.ts';
import { PASSED } from '#tests/support/papers.ts';
import { aPerson, aProduct } from '#tests/support/people.ts';
import { recallLot } from '#tests/support/recalls.ts';
import { addCategory } from '../categories/add-category.server.ts';
import { readEditedProduct } from '../products/edited-products-queries.server.ts';
import { exportInventory } from '../products/export-inventory.server.ts';
import { inventoryColumns } from '../products/inventory-csv.ts';
import { inventoryList } from '../products/inventory-list.ts';
import { readInventory, readInventoryOptions } from '../products/inventory-queries.server.ts';
import { saveProduct } from '../products/save-product.server.ts';
import { readUndoable, undoBatch } from '../products/undo-batch.server.ts';
import { applyImport } from './apply-import.server.ts';
import { answerPreview, chooseColumns, startApplying, startUndoing } from './change-import.server.ts';
import { cleanUpImports } from './clean-up-imports.server.ts';
import { saveImport } from './receive-import.server.ts';
import { workOnImport } from './work-on-import.server.ts';

const HEADER = 'Product,Strain,Batch,Size,Stock,Retail,Wholesale,For Sale,BioTrack,LabTest,ID';
let fresh: FreshDatabase;
let folder: string;
let admin: SignedIn;
let other: SignedIn;
let staff: SignedIn;

beforeAll(async () => {
  fresh = await freshDatabase();
  folder = await mkdtemp(join(tmpdir(), 'farmgate-import-'));
  await openForOrders(fresh.db);
  admin = await aPerson(fresh.db, { role: 'admin' });
  other = await aPerson(fresh.db, { role: 'admin' });
  staff = await aPerson(fresh.db, { role: 'staff' });
  // Also creates a category.
  await aProduct(fresh.db);
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await fresh.stop();
});

async function setPricing(belowFloor: 'refuse' | 'warn' | 'allow') {
  await fresh.db
    .insert(storeSettings)
    .values({ name: 'pricing', value: { belowFloor } })
    .onConflictDoUpdate({ target: storeSettings.name, set: { value: { belowFloor } } });
  invalidateSettings();
}
beforeEach(() => setPricing('warn'));

const word = () => `Wren ${newId().slice(-12)}`;

/** Uploads the file; returns the import's number, or why it was refused. */
async function send(content: string | Buffer, actor = admin) {
  const path = join(folder, newId());
  await writeFile(path, content);
  return saveImport(actor, path);
}
async function preview(content: string | Buffer, actor = admin) {
  const sent = await send(content, actor);
  if (!sent.ok) throw new Error(JSON.stringify(sent.problem));
  await workOnImport(actor, sent.value.importId);
  return look(sent.value.importId, actor);
}
async function look(importId: string, actor = admin) {
  const found = await readImport(actor, importId);
  if (!found?.counts) throw new Error(`no preview: ${JSON.stringify(found)}`);
  const { rows } = await readImportRows(importId, { filters: {}, sort: 'line', position: null });
  return { ...found, counts: found.counts, rows };
}
async function apply(importId: string, accepted = true) {
  const { preview: seen } = await look(importId);
  const started = await startApplying(admin, importId, { preview: seen, accepted });
  if (!started.ok) return started;
  await workOnImport(admin, importId);
  return started;
}
const file = (...rows: string[]) => [HEADER, ...rows].join('\r\n');
const stored = async (id: number) => {
  const product = await readEditedProduct(admin, id);
  if (!product) throw new Error(`no product ${id}`);
  return product;
};
const byName = (name: string) => fresh.db.select().from(products).where(eq(products.name, name));
const onHand = async (id: number) => {
  const { rows } = await fresh.db.execute<{ units: number }>(
    sql`select on_hand as units from product_stock where product_id = ${id}`,
  );
  return rows[0]?.units;
};
const ofBatch = (id: number, batch: string) => and(eq(lots.productId, id), eq(lots.batchNumber, batch));
const lotUnits = async (id: number, batch: string) =>
  (await fresh.db.select().from(lots).where(ofBatch(id, batch)))[0]?.onHand;
async function count(id: number, batch: string, counted: number) {
  const [lot] = await fresh.db.select().from(lots).where(ofBatch(id, batch));
  if (!lot) throw new Error(`no lot ${batch}`);
  const { id: lotId, onHand: expected } = lot;
  const done = await countLot(staff, { lotId, counted, expected, reason: 'count', note: '' });
  if (!done.ok) throw new Error(JSON.stringify(done.problem));
}
async function exported(find: string): Promise<string> {
  const list = inventoryList(await readInventoryOptions());
  const rows = await exportInventory(admin, list.parse(new URLSearchParams({ find })), '2026-06-06');
  if (!rows.ok) throw new Error('refused');
  let text = '';
  for await (const piece of csvStream({ columns: inventoryColumns, rows: rows.value })) text += piece;
  return text;
}

describe('a preview of an import', () => {
  test('shows what would happen to each row, and changes nothing', async () => {
    const name = word();
    const id = await aProduct(fresh.db, { name: `${name} A`, onHand: 5, retailPrice: 3000 });
    const same = await aProduct(fresh.db, { name: `${name} B`, onHand: 0 });
    const found = await preview(
      file(
        `${name} A,,,,,31.50,,,,,${id}`,
        `${name} B,,,,,,,,,,${same}`,
        `${name} C,Kush,,3.5 g,,12,6,no,,,`,
        `,Kush,B-1,,,,,,,,`,
        `${name} D,,,,many,ten,,,,,`,
        `${name} E,,,,,,,,,,99999999`,
        `${name} C,Kush,,3.5 g,,12,6,no,,,`,
      ),
    );
    expect(found.status).toBe('previewed');
    expect(found.counts).toEqual({
      ...{ new: 1, changed: 1, unchanged: 1, rejected: 3, dropped: 1, warned: 0 },
      ...{
        sale: { 'for-sale': 1, 'not-wanted': 1 },
        fillable: 0,
        untyped: 0,
        others: 0,
        unknownCategories: {},
        asked: { 'foreign-id': 1 },
        reasons: expect.objectContaining({ 'The product is on line 4 already.': 1 }),
      },
    });
    expect(found.rows.map(({ line, outcome }) => [line, outcome])).toEqual([
      [2, 'changed'],
      [3, 'unchanged'],
      [4, 'new'],
      [5, 'dropped'],
      [6, 'rejected'],
      [7, 'rejected'],
      [8, 'rejected'],
    ]);
    expect(found.rows[0]?.changes).toEqual([{ field: 'retailPrice', before: '30.00', after: '31.50' }]);
    expect(found.rows[4]?.reasons).toEqual([
      'Retail: enter an amount from $0 to $1,000,000 with at most two decimals, like 24.50.',
      'Stock: enter a whole number of units, from 0 to 1,000,000.',
    ]);
    expect(found.rows[5]?.reasons).toEqual(['No product in this shop has the ID 99999999.']);
    expect(found.rows[6]?.reasons).toEqual(['The product is on line 4 already.']);
    expect((await stored(id)).values.retailPrice).toBe(3000);
    expect(await byName(`${name} C`)).toEqual([]);
    const back: unknown[] = [];
    for await (const row of eachRejectedRow(found.id)) back.push([row.line, row.cells[0], row.reasons]);
    expect(back).toEqual([
      [5, '', ['The row has no product name.']],
      [6, `${name} D`, expect.anything()],
      [7, `${name} E`, expect.anything()],
      [8, `${name} C`, expect.anything()],
    ]);
  });

  test('finds a product without an ID by name, strain and size, and asks for the ID when several match', async () => {
    const name = word();
    const small = await aProduct(fresh.db, { name, onHand: 0 });
    const large = await aProduct(fresh.db, { name, onHand: 0 });
    await fresh.db.update(products).set({ strainCode: 'Kush', size: '1 g' }).where(eq(products.id, small));
    await fresh.db.update(products).set({ strainCode: 'Kush', size: '7 g' }).where(eq(products.id, large));
    const exact = await preview(`Product,Strain,Size,Retail\n${name},Kush,7 g,77`);
    expect(exact.rows[0]).toMatchObject({ outcome: 'changed', productId: large });
    const vague = await preview(`Product,Retail\n${name},77`);
    expect(vague.rows[0]?.reasons).toEqual(['2 products have this name. Add the ID of the one you mean.']);
    const unlike = await preview(`Product,Strain,Size,Retail\n${name},Kush,3 g,77`);
    expect(unlike.rows[0]?.outcome).toBe('new');
  });

  test('checks prices and sale like any save: refused or warned by setting, off sale if something is missing', async () => {
    const name = word();
    const id = await aProduct(fresh.db, { name, onHand: 0, retailPrice: 4000 });
    await fresh.db.update(products).set({ wholesalePrice: 2000 }).where(eq(products.id, id));
    const low = file(`${name},,,,,10,,,,,${id}`, `${name} new,,,,,50,,YES,,,`);
    const warned = await preview(low);
    expect(warned.counts).toMatchObject({ changed: 1, new: 1, warned: 1 });
    expect(warned.rows[0]?.warnings[0]).toContain('below the legal floor');
    expect(warned.rows[1]).toMatchObject({ sale: 'missing:limitCategory,limitMg', reasons: [] });
    expect(await apply(warned.id, false)).toMatchObject({ ok: false, problem: { kind: 'not-accepted' } });
    await setPricing('refuse');
    const refused = await preview(low);
    expect(refused.rows[0]).toMatchObject({ outcome: 'rejected' });
    const { mapping, options } = refused;
    const texts = {
      ...Object.fromEntries(Object.entries(mapping).map(([field, at]) => [field, String(at)])),
      categoryId: String(options.categoryId),
      newType: 'cannabis',
      incomplete: 'reject',
    };
    expect(await chooseColumns(admin, refused.id, texts)).toMatchObject({ ok: true });
    await workOnImport(admin, refused.id);
    expect((await look(refused.id)).counts).toMatchObject({ rejected: 2 });
  });

  test('belongs to one person: other people cannot see the import, and staff cannot upload one', async () => {
    const found = await preview(file(`${word()},,,,,1,,,,,`));
    expect(await readImport(other, found.id)).toBeNull();
    expect(await readImport(staff, found.id)).toBeNull();
    const seen = { preview: found.preview, accepted: true };
    expect(await startApplying(other, found.id, seen)).toMatchObject({ problem: { kind: 'not-found' } });
    expect(await startApplying(staff, found.id, seen)).toMatchObject({ problem: { kind: 'not-allowed' } });
    expect(await startUndoing(other, found.id)).toMatchObject({ problem: { kind: 'not-found' } });
  });

  test('remembers the columns chosen for a header', async () => {
    const name = word();
    const sent = await send(`Bezeichnung;Preis\n${name};5`);
    if (!sent.ok) throw new Error('refused');
    const unread = await readImport(admin, sent.value.importId);
    expect(unread).toMatchObject({ status: 'previewed', counts: null, mapping: {} });
    const { options } = unread as NonNullable<typeof unread>;
    const texts = {
      name: '0',
      retailPrice: '1',
      categoryId: String(options.categoryId),
      newType: 'apparel',
    };
    expect(await chooseColumns(admin, sent.value.importId, { ...texts, stock: '1' })).toMatchObject({
      problem: { errors: { retailPrice: ['This column is Stock already.'] } },
    });
    expect(await chooseColumns(admin, sent.value.importId, texts)).toMatchObject({ ok: true });
    const again = await preview(`Bezeichnung;Preis\n${name} II;6`);
    expect(again.rows[0]).toMatchObject({ outcome: 'new', name: `${name} II` });
    expect(again.options.productType).toBe('apparel');
    await chooseColumns(admin, again.id, { ...texts, newType: 'cannabis' });
  });
});

test('an owner’s own list of a shop without products becomes products for sale with two presses', async () => {
  const name = word();
  // What the last file chose is proposed again; here there was none.
  const lastType = (type: string) =>
    fresh.db
      .update(productImports)
      .set({ options: sql`options || ${JSON.stringify({ productType: type })}::jsonb` });
  await lastType('');
  const made = await addCategory(admin, 'Pre-Rolls');
  const merch = await addCategory(admin, `Merch ${name}`);
  expect([made.ok, merch.ok]).toEqual([true, true]);
  const found = await preview(
    [
      'Item Name,Department,Pkg Size,Our Cost,Price,Qty on hand,Lot #',
      `${name} Joint,pre-rolls,1 g,$3.50,$12.00,40,PR-1`,
      `${name} Mug,Merch ${name},,$6.00,$16.00,25,`,
    ].join('\n'),
  );
  expect(found.rows.map(({ outcome, sale }) => [outcome, sale])).toEqual([
    ['new', 'not-wanted'],
    ['rejected', null],
  ]);
  expect(found.rows[1]?.reasons[0]).toContain(`“Merch ${name}” has no products`);
  expect(found.counts).toMatchObject({ untyped: 1 });
  const texts = {
    ...Object.fromEntries(Object.entries(found.mapping).map(([field, at]) => [field, String(at)])),
    categoryId: String(found.options.categoryId),
    newType: 'merchandise',
  };
  await chooseColumns(admin, found.id, texts);
  await workOnImport(admin, found.id);
  for (const answer of [{ forSale: true }, { fill: true }]) {
    const { preview: seen } = await look(found.id);
    expect(await answerPreview(admin, found.id, { preview: seen, ...answer })).toMatchObject({ ok: true });
    await workOnImport(admin, found.id);
  }
  expect(await apply(found.id)).toMatchObject({ ok: true });
  expect(await byName(`${name} Joint`)).toMatchObject([
    {
      productType: 'cannabis',
      forSale: true,
      limitCategory: 'flower',
      retailPrice: 1200,
      wholesalePrice: 350,
    },
  ]);
  expect(await byName(`${name} Mug`)).toMatchObject([
    { productType: 'merchandise', taxClass: 'merchandise', forSale: true, requiresId: false },
  ]);
  const [mug] = await byName(`${name} Mug`);
  expect(await onHand(mug?.id ?? 0)).toBe(25);
  await lastType('cannabis');
});

test('a new product gets type and tax class from most products of its category, or from the file', async () => {
  const name = word();
  const shelf = async (label: string) => {
    const made = await fresh.db
      .insert(categories)
      .values({ name: `${label} ${name}`, slug: newId() })
      .returning();
    return made[0] ?? { id: 0, name: '' };
  };
  const [candles, empty] = [await shelf('Candles'), await shelf('Empty')];
  const types = ['home_decor', 'home_decor', 'cannabis'];
  for (const productType of types) {
    const id = await aProduct(fresh.db, { onHand: 0 });
    const taxClass = productType === 'cannabis' ? 'cannabis' : 'clothing';
    await fresh.db
      .update(products)
      .set({ categoryId: candles.id, productType, taxClass })
      .where(eq(products.id, id));
  }
  const head = 'Product,Batch,Stock,Retail,For Sale,Category';
  const found = await preview(
    [head, `${name} A,T-1,4,18,yes,${candles.name}`, `${name} B,T-1,4,18,yes,${empty.name}`].join('\n'),
  );
  expect(found.rows.map(({ sale }) => sale)).toEqual(['for-sale', 'missing:limitCategory,limitMg']);
  expect(await apply(found.id)).toMatchObject({ ok: true });
  expect(await byName(`${name} A`)).toMatchObject([
    { productType: 'home_decor', taxClass: 'clothing', requiresId: false, forSale: true },
  ]);
  expect(await byName(`${name} B`)).toMatchObject([{ productType: 'cannabis', forSale: false }]);
  const [candle] = await byName(`${name} A`);
  expect(await onHand(candle?.id ?? 0)).toBe(4);
  expect(await checkInvariants(fresh.db)).toEqual([]);
  const typed = await preview(
    [
      `${head},Type`,
      `${name} A,,,,,,`,
      `${name} C,T-1,4,18,yes,${empty.name},Fly Fishing`,
      `${name} D,T-1,4,18,yes,${candles.name},Sativa`,
    ].join('\n'),
  );
  expect(typed.rows.map(({ outcome }) => outcome)).toEqual(['unchanged', 'new', 'new']);
  expect(await apply(typed.id)).toMatchObject({ ok: true });
  expect(await byName(`${name} C`)).toMatchObject([{ productType: 'fly_fishing', forSale: true }]);
  // A column of types that says a strain's type says nothing of the product's.
  expect(await byName(`${name} D`)).toMatchObject([{ productType: 'home_decor', strainType: 'sativa' }]);
  expect(await exported(`${name} C`)).toContain(',fly_fishing,');
});

test('a shirt is imported as clothing, eggs as food, and the class of a product follows its new type', async () => {
  const name = word();
  const [shelf] = await fresh.db
    .insert(categories)
    .values({ name: `Eggs and honey ${name}`, slug: newId() })
    .returning();
  const head = 'Product,Batch,Stock,Retail,For Sale,Category,Type';
  const rows = ['Tee,T-1,4,28,yes,C,Apparel', 'Eggs,T-1,4,7,yes,C,Merchandise'];
  const inShelf = (row: string) => `${name} ${row.replace(',C,', `,${shelf?.name},`)}`;
  const first = await preview([head, ...rows.map(inShelf)].join('\n'));
  expect(await apply(first.id)).toMatchObject({ ok: true });
  expect(await byName(`${name} Tee`)).toMatchObject([{ productType: 'apparel', taxClass: 'clothing' }]);
  expect(await byName(`${name} Eggs`)).toMatchObject([{ productType: 'merchandise', taxClass: 'food' }]);
  const changed = await preview([head, `${name} Tee,,,,,,Merchandise`].join('\n'));
  expect(await apply(changed.id)).toMatchObject({ ok: true });
  expect(await byName(`${name} Tee`)).toMatchObject([
    { productType: 'merchandise', taxClass: 'merchandise' },
  ]);
});

describe('a preview of a menu file', () => {
  const MENU = 'Product,Strain,Batch,Size,Stock,Retail,For Sale,Category';

  test('shows what will be for sale, and why the rest will not, and fills in amounts from category and size', async () => {
    const name = word();
    const [shelf] = await fresh.db
      .insert(categories)
      .values({ name: `Flower ${name}`, slug: newId() })
      .returning();
    const shelfName = shelf?.name ?? '';
    const found = await preview(
      [
        MENU,
        `${name} A,WRN,A-1,3.5 g,5,40,yes,${shelfName.toUpperCase()}`,
        `${name} B,WRN,B-1,1/4 oz,5,70,yes,${shelfName}`,
        `${name} C,WRN,,One jar,,70,yes,${shelfName}`,
        `${name} D,WRN,,7 g,,70,no,${shelfName}`,
        `${name} E,WRN,,7 g,,70,no,Nowhere`,
      ].join('\n'),
    );
    expect(found.counts).toMatchObject({
      sale: { 'missing:limitCategory,limitMg': 3, 'not-wanted': 2 },
      fillable: 2,
      unknownCategories: { Nowhere: 1 },
    });
    expect(await answerPreview(admin, found.id, { preview: found.preview + 1, fill: true })).toMatchObject({
      problem: { kind: 'moved-on' },
    });
    expect(await answerPreview(other, found.id, { preview: found.preview, fill: true })).toMatchObject({
      problem: { kind: 'not-found' },
    });
    expect(await answerPreview(admin, found.id, { preview: found.preview, fill: true })).toMatchObject({
      ok: true,
    });
    await workOnImport(admin, found.id);
    const filled = await look(found.id);
    expect(filled.counts).toMatchObject({
      sale: { waiting: 2, 'missing:limitMg': 1, 'not-wanted': 2 },
      fillable: 0,
    });
    expect(filled.rows[1]?.changes).toContainEqual({ field: 'limitMg', before: '', after: '7 g' });
    expect(filled.rows[1]?.changes).toContainEqual({ field: 'category', before: '', after: shelfName });
    expect(await apply(found.id)).toMatchObject({ ok: true });
    const [made] = await byName(`${name} B`);
    expect(made).toMatchObject({
      forSale: true,
      limitCategory: 'flower',
      limitMg: 7000,
      categoryId: shelf?.id,
    });
    expect((await byName(`${name} C`))[0]).toMatchObject({
      forSale: false,
      limitCategory: 'flower',
      limitMg: null,
    });
    // A fill belongs to its file.
    expect((await preview(`${MENU}\n${name} F,,,3.5 g,,40,yes,${shelfName}`)).options.fill).toBeUndefined();

    expect(await startUndoing(admin, found.id)).toMatchObject({ ok: true });
    await workOnImport(admin, found.id);
    expect(await look(found.id)).toMatchObject({ status: 'undone', left: 0 });
  });

  test('asks whether a known name in another size is the same product, and updates it if so', async () => {
    const name = word();
    const id = await aProduct(fresh.db, { name, onHand: 0, retailPrice: 3000 });
    await fresh.db.update(products).set({ size: '3.5 g' }).where(eq(products.id, id));
    const found = await preview(`Product,Size,Retail\n${name},Eighth jar,31\n${name},7 g,55`);
    expect(found.counts).toMatchObject({ new: 2, others: 2 });
    expect(await readNamesakes(found.id)).toMatchObject([
      { line: 2, size: 'Eighth jar', others: [{ id, size: '3.5 g' }] },
      { line: 3, size: '7 g' },
    ]);
    const same = { 2: id, 3: 999_999_999 };
    await answerPreview(admin, found.id, { preview: found.preview, same });
    await workOnImport(admin, found.id);
    const again = await look(found.id);
    expect(again.rows.map(({ outcome, productId }) => [outcome, productId === id])).toEqual([
      ['changed', true],
      ['new', false],
    ]);
    expect(await apply(found.id)).toMatchObject({ ok: true });
    expect((await stored(id)).values).toMatchObject({ size: 'Eighth jar', retailPrice: 3100 });
  });

  test.each([';', '\t'])('reads decimal commas only in files separated by ‘%s’', async (separator) => {
    const name = word();
    const lines = [
      ['Product', 'Retail', 'Wholesale', 'Stock', 'Batch', 'Amount that counts'],
      [`${name} A`, '24,50', '1.234,50', '1.234', 'B-1', '3,5 g'],
      [`${name} B`, '1,234', '24.50', '12,5', 'B-1', '100 mg'],
      [`${name} C`, '24,5,5', '', '', '', ''],
    ];
    const found = await preview(lines.map((cells) => cells.join(separator)).join('\n'));
    expect(found.rows[0]?.changes).toEqual(
      expect.arrayContaining(
        [
          { field: 'retailPrice', before: '0.00', after: '24.50' },
          { field: 'wholesalePrice', before: '0.00', after: '1234.50' },
          { field: 'stock', before: '0', after: '1234' },
          { field: 'limitMg', before: '', after: '3.5 g' },
        ].map(({ before: _, ...change }) => expect.objectContaining(change)),
      ),
    );
    expect(found.rows[1]?.reasons).toEqual(['Stock: enter a whole number of units, from 0 to 1,000,000.']);
    expect(found.rows[2]?.reasons).toEqual([
      'Retail: enter an amount from $0 to $1,000,000 with at most two decimals, like 24.50.',
    ]);
    const commas = await preview(`Product,Retail\n${name} D,"24,50"`);
    expect(commas.rows[0]?.outcome).toBe('rejected');
  });
});

describe('applying an import', () => {
  test('creates and changes products, receives and counts lots through the ledger, and can be undone', async () => {
    const name = word();
    const id = await aProduct(fresh.db, { name: `${name} A`, onHand: 5, retailPrice: 3000 });
    const more = await aProduct(fresh.db, { name: `${name} R`, onHand: 5 });
    const found = await preview(
      file(
        `${name} A,Haze,B-1,1 g,8,31.50,,,BT-1,,${id}`,
        `${name} N,Kush,N-1,3.5 g,12,40,20,no,,LT-9,`,
        `${name} Z,Kush,,3.5 g,0,40,20,no,,,`,
        `${name} R,,R-2,,9,,,,,,${more}`,
      ),
    );
    expect(found.counts).toMatchObject({ new: 2, changed: 2, rejected: 0 });
    expect(await apply(found.id)).toMatchObject({ ok: true });
    expect((await look(found.id)).status).toBe('applied');
    expect((await stored(id)).values).toMatchObject({
      retailPrice: 3150,
      strainCode: 'Haze',
      size: '1 g',
      biotrackId: 'BT-1',
    });
    expect(await onHand(id)).toBe(8);
    const [made] = await byName(`${name} N`);
    expect(made).toMatchObject({ labTestId: 'LT-9', retailPrice: 4000, forSale: false, requiresId: true });
    const lot = await fresh.db.execute(
      sql`select batch_number, status, on_hand from lots where product_id = ${made?.id}`,
    );
    // Cannabis waits for its test. Lots get the ids that the preview reserved for them.
    expect(lot.rows).toEqual([{ batch_number: 'N-1', status: 'untested', on_hand: 12 }]);
    const taken = await fresh.db.execute(sql`
      select row.line from product_import_rows as row join lots on lots.id = row.lot_id
      where row.import_id = ${found.id} and lots.product_id = row.product_id order by row.line`);
    expect(taken.rows).toEqual([{ line: 3 }, { line: 5 }]);
    expect(await checkInvariants(fresh.db)).toEqual([]);
    const history = await fresh.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.subjectId, String(id)));
    expect(history.map(({ action }) => action)).toContain('product.edited');

    // Importing the same file again changes nothing.
    const again = await preview(
      file(
        `${name} A,Haze,B-1,1 g,8,31.50,,,BT-1,,${id}`,
        `${name} N,Kush,N-1,3.5 g,12,40,20,no,,LT-9,`,
        `${name} Z,Kush,,3.5 g,0,40,20,no,,,`,
        `${name} R,,R-2,,9,,,,,,${more}`,
      ),
    );
    expect(again.counts).toMatchObject({ new: 0, changed: 0, unchanged: 4 });

    const undoable = await readUndoable(admin);
    expect(undoable).toMatchObject({ kind: 'import', count: 4, importId: found.id });
    // The undo of bulk edits refuses an import.
    expect(await undoBatch(admin, undoable?.id ?? '')).toMatchObject({
      problem: { kind: 'nothing-to-undo' },
    });
    expect(await startUndoing(admin, found.id)).toMatchObject({ ok: true });
    await workOnImport(admin, found.id);
    expect(await look(found.id)).toMatchObject({ status: 'undone', left: 0 });
    expect((await stored(id)).values).toMatchObject({
      retailPrice: 3000,
      strainCode: null,
      biotrackId: null,
    });
    expect(await onHand(id)).toBe(5);
    expect(await onHand(more)).toBe(5);
    expect((await byName(`${name} N`))[0]?.archivedAt).not.toBeNull();
    expect(await byName(`${name} Z`)).toEqual([]);
    // Its emptied lot waits for nothing, and is found by its batch.
    const of = async (query: string) => {
      const state = lotList({ shelves: [], people: [] }).parse(new URLSearchParams(query));
      const clock = { zone: 'America/New_York', today: storeDate(systemClock(), 'America/New_York') };
      return (await readLots(admin, state, clock))?.rows.map(({ batchNumber }) => batchNumber);
    };
    expect(await of(`product=${made?.id}`)).toEqual([]);
    expect(await of(`product=${made?.id}&find=N-1`)).toEqual(['N-1']);
    expect(await checkInvariants(fresh.db)).toEqual([]);
    expect(await startUndoing(admin, found.id)).toMatchObject({ problem: { kind: 'nothing-to-undo' } });
  });

  test('can be undone except for products changed or reserved since, which it counts', async () => {
    const name = word();
    const edited = await aProduct(fresh.db, { name: `${name} A`, onHand: 5, retailPrice: 3000 });
    const sold = await aProduct(fresh.db, { name: `${name} B`, onHand: 5, retailPrice: 3000 });
    const free = await aProduct(fresh.db, { name: `${name} C`, onHand: 5, retailPrice: 3000 });
    const found = await preview(
      file(
        `${name} A,,,,,31,,,,,${edited}`,
        `${name} B,,B-1,,9,,,,,,${sold}`,
        `${name} C,,B-1,,9,32,,,,,${free}`,
      ),
    );
    await apply(found.id);
    const { version } = await stored(edited);
    await saveProduct(
      admin,
      edited,
      { version, values: { retailPrice: 3300 }, accepted: '' },
      { base: {}, mine: {} },
    );
    await anOrder(await aPerson(fresh.db), [[sold, 7]]);
    await startUndoing(admin, found.id);
    await workOnImport(admin, found.id);
    expect(await look(found.id)).toMatchObject({ status: 'undone', left: 2 });
    expect((await stored(edited)).values.retailPrice).toBe(3300);
    expect(await onHand(sold)).toBe(9);
    expect(await onHand(free)).toBe(5);
    expect((await stored(free)).values.retailPrice).toBe(3000);
    expect(await checkInvariants(fresh.db)).toEqual([]);
  });

  test('can be undone without changing a count that staff made since', async () => {
    const name = word();
    const fewer = await aProduct(fresh.db, { name: `${name} A`, onHand: 5 });
    const more = await aProduct(fresh.db, { name: `${name} B`, onHand: 5 });
    const received = await aProduct(fresh.db, { name: `${name} C`, onHand: 5 });
    const found = await preview(
      file(
        `${name} A,,B-1,,2,,,,,,${fewer}`,
        `${name} B,,B-1,,9,,,,,,${more}`,
        `${name} C,,C-2,,9,,,,,,${received}`,
      ),
    );
    await apply(found.id);
    await count(fewer, 'B-1', 5);
    await count(more, 'B-1', 6);
    await count(received, 'C-2', 12);
    await startUndoing(admin, found.id);
    await workOnImport(admin, found.id);
    expect(await look(found.id)).toMatchObject({ status: 'undone', left: 3 });
    expect(await lotUnits(fewer, 'B-1')).toBe(5);
    expect(await lotUnits(more, 'B-1')).toBe(6);
    expect(await lotUnits(received, 'C-2')).toBe(12);
    expect(await checkInvariants(fresh.db)).toEqual([]);
  });

  test('writes nothing if a product changed since the preview, and compares again with a notice', async () => {
    const name = word();
    const id = await aProduct(fresh.db, { name, onHand: 5, retailPrice: 3000 });
    const found = await preview(file(`${name},,,,,31,,,,,${id}`, `${name} N,,,,,1,,,,,`));
    const { version } = await stored(id);
    const edit = { version, values: { size: '9 g' }, accepted: '' };
    await saveProduct(admin, id, edit, { base: {}, mine: {} });
    expect(await apply(found.id)).toMatchObject({ ok: true });
    expect(await readImport(admin, found.id)).toMatchObject({ status: 'reading', movedOn: true });
    expect(await byName(`${name} N`)).toEqual([]);
    await workOnImport(admin, found.id);
    const compared = await look(found.id);
    expect(compared).toMatchObject({ status: 'previewed', movedOn: true });
    // The preview that was seen is not the current one.
    expect(await startApplying(admin, found.id, { preview: found.preview, accepted: true })).toMatchObject({
      problem: { kind: 'moved-on' },
    });
    expect(await apply(found.id)).toMatchObject({ ok: true });
    expect((await stored(id)).values).toMatchObject({ retailPrice: 3100, size: '9 g' });
  });

  test('writes nothing if a lot was counted, the floor was raised or a product of that name was added', async () => {
    const name = word();
    const id = await aProduct(fresh.db, { name, onHand: 5 });
    const counted = await preview(file(`${name},,B-1,,9,,,,,,${id}`));
    const racing = await preview(file(`${name} N,,,,,50,,,,,`));
    const judged = await preview(file(`${name} M,,,,,50,,,,,`));
    await apply((await preview(file(`${name},,B-1,,7,,,,,,${id}`))).id);
    await apply(counted.id);
    expect(await readImport(admin, counted.id)).toMatchObject({ status: 'reading', movedOn: true });
    expect(await onHand(id)).toBe(7);
    await apply((await preview(file(`${name} N,,,,,51,,,,,`))).id);
    await apply(racing.id);
    expect(await readImport(admin, racing.id)).toMatchObject({ status: 'reading', movedOn: true });
    expect(await byName(`${name} N`)).toHaveLength(1);
    await setPricing('refuse');
    await apply(judged.id);
    expect(await readImport(admin, judged.id)).toMatchObject({ status: 'reading', movedOn: true });
  });

  test('happens once however often the job runs, and not by a person who has lost the right', async () => {
    const name = word();
    const found = await preview(file(`${name},,,,,1,,,,,`));
    await startApplying(admin, found.id, { preview: found.preview, accepted: true });
    await workOnImport(staff, found.id);
    expect((await look(found.id)).status).toBe('failed');
    expect(await byName(name)).toEqual([]);
    const second = await preview(file(`${name},,,,,1,,,,,`));
    await startApplying(admin, second.id, { preview: second.preview, accepted: true });
    await Promise.all([1, 2, 3].map(() => applyImport(admin, second.id)));
    expect(await byName(name)).toHaveLength(1);
  });

  test('writes nothing if its connection is killed midway, and everything when the job runs again', async () => {
    const name = word();
    const rows = Array.from({ length: 3000 }, (_, at) => `${name} ${at},,K-${at},,4,1,,,,,`);
    const found = await preview(file(...rows));
    await startApplying(admin, found.id, { preview: found.preview, accepted: true });
    const count = async () => {
      const { rows: left } = await fresh.db.execute<{ n: number }>(
        sql`select count(*)::int as n from products where name like ${`${name}%`}`,
      );
      return left[0]?.n;
    };
    // Another transaction inserts a product with the last row's id, so the import waits there, far from done.
    const { rows: last } = await fresh.db.execute<{ id: number }>(sql`
      select product_id as id from product_import_rows where import_id = ${found.id} order by line desc limit 1`);
    let working: Promise<string> | undefined;
    await inTransactionOr<null>(async (tx, abandon) => {
      await tx.execute(sql`
        insert into products (id, name, product_type, category_id, tax_class, retail_price)
        select ${last[0]?.id}, 'In the way', 'apparel', id, 'merchandise', 1 from categories limit 1`);
      working = applyImport(admin, found.id).then(
        () => 'done',
        () => 'broken off',
      );
      const waiting = sql`
        select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
          and query like '%insert into products%'`;
      await expect
        .poll(async () => (await fresh.db.execute(waiting)).rows.length, { timeout: 60_000 })
        .toBe(1);
      // Progress is saved while the rows after those are written.
      await expect.poll(async () => (await look(found.id)).done).toBe(2000);
      await fresh.db.execute(sql`select pg_terminate_backend(pid) from (${waiting}) as waiting`);
      expect(await working).toBe('broken off');
      return abandon(null);
    });
    expect(await count()).toBe(0);
    await workOnImport(admin, found.id);
    expect((await look(found.id)).status).toBe('applied');
    expect(await count()).toBe(3000);
    expect(await checkInvariants(fresh.db)).toEqual([]);
  });

  test('leaves nothing of the first row after an error at the last', async () => {
    const name = word();
    const rows = Array.from({ length: 4100 }, (_, at) => `${name} ${at},,,,,1,,,,,`);
    const found = await preview(file(...rows));
    await fresh.db.execute(sql`
      update product_import_rows set plan = jsonb_set(plan, '{after,retailPrice}', '-5')
      where import_id = ${found.id} and line = 4101`);
    await startApplying(admin, found.id, { preview: found.preview, accepted: true });
    await workOnImport(admin, found.id);
    expect((await look(found.id)).status).toBe('failed');
    const { rows: left } = await fresh.db.execute(sql`select id from products where name like ${`${name}%`}`);
    expect(left).toEqual([]);
    const [row] = await fresh.db.select().from(productImports).where(eq(productImports.id, found.id));
    expect(row?.batchId).toBeNull();
  });
});

describe('two days after an import', () => {
  test('its file and rows are deleted, and after a year the import itself', async () => {
    const young = await preview(file(`${word()},,,,,1,,,,,`));
    const old = await preview(file(`${word()},,,,,1,,,,,`));
    const age = (interval: string) =>
      fresh.db.execute(sql`
        update product_imports set created_at = now() - ${interval}::interval where id = ${old.id}`);
    const left = async (id: string) => {
      const { rows } = await fresh.db.execute(sql`
        select (select count(*)::int from product_imports where id = ${id}) as imports,
          (select count(*)::int from product_import_rows where import_id = ${id}) as rows,
          (select count(*)::int from product_import_pieces where import_id = ${id}) as pieces`);
      return rows[0];
    };
    await age('49 hours');
    await cleanUpImports();
    expect(await left(old.id)).toEqual({ imports: 1, rows: 0, pieces: 0 });
    expect(await left(young.id)).toEqual({ imports: 1, rows: 1, pieces: 1 });
    await age('13 months');
    await cleanUpImports();
    expect(await left(old.id)).toEqual({ imports: 0, rows: 0, pieces: 0 });
  });
});

describe('the full name of a strain', () => {
  const strainOf = async (id: number) => (await stored(id)).values.strainName;

  test('is imported, left alone when the file omits it, searchable, exported and restored by the undo', async () => {
    const name = word();
    const changed = await aProduct(fresh.db, { name: `${name} A`, strainName: 'Old Name' });
    const kept = await aProduct(fresh.db, { name: `${name} B`, strainName: 'Old Name' });
    const strain = `Xylo${newId().slice(-8)}`;
    const found = await preview(
      `Product,Strain Name,Retail,ID\n${name} A,${strain},,${changed}\n${name} B,,12,${kept}\n${name} C,${strain},9,`,
    );
    expect(found.counts).toMatchObject({ new: 1, changed: 2, rejected: 0 });
    expect(found.rows.find(({ name: row }) => row === `${name} A`)?.changes).toEqual([
      { field: 'strainName', before: 'Old Name', after: strain },
    ]);
    expect(await apply(found.id)).toMatchObject({ ok: true });
    const [made] = await byName(`${name} C`);
    expect([await strainOf(changed), await strainOf(kept), made?.strainName]).toEqual([
      strain,
      'Old Name',
      strain,
    ]);
    const { rows: match } = await fresh.db.execute(
      sql`select id from products where search @@ to_tsquery('storefront', ${strain}) order by id`,
    );
    expect(match).toEqual([{ id: changed }, { id: made?.id }]);
    const text = await exported(name);
    expect(text.split('\r\n')[0]).toMatch(
      /,ID,Strain in full,Lineage,Terpenes,Category,Counts as,Amount that counts,Low-stock level,Type,UPC,Strain type,/,
    );
    expect(text.split('\r\n').filter((line) => line.includes(`,${strain},,,`))).toHaveLength(2);

    await startUndoing(admin, found.id);
    await workOnImport(admin, found.id);
    expect([await strainOf(changed), await strainOf(kept)]).toEqual(['Old Name', 'Old Name']);
    expect(await byName(`${name} C`)).toEqual([]);
  });

  test('stays unchanged by the undo of an import from before files had it', async () => {
    const name = word();
    const id = await aProduct(fresh.db, { name, strainName: 'Beaverkill', retailPrice: 3000 });
    const found = await preview(`Product,Size,Retail,ID\n${name},7 g,40,${id}`);
    expect(await apply(found.id)).toMatchObject({ ok: true });
    await fresh.db.execute(sql`
      update product_import_rows set plan = plan #- '{before,strainName}' #- '{after,strainName}'
      where import_id = ${found.id}`);
    await startUndoing(admin, found.id);
    await workOnImport(admin, found.id);
    expect((await look(found.id)).left).toBe(0);
    expect((await stored(id)).values).toMatchObject({
      retailPrice: 3000,
      size: null,
      strainName: 'Beaverkill',
    });
  });
});

test('a UPC is imported, completed if a spreadsheet dropped its zeros, one product’s alone, and restored by the undo', async () => {
  const name = word();
  const first = await aProduct(fresh.db, { name: `${name} A`, upcCode: '012345678905' });
  const second = await aProduct(fresh.db, { name: `${name} B` });
  const found = await preview(
    [
      'Product,GTIN,ID',
      `${name} A,4006381333931,${first}`,
      `${name} B,12345000065,${second}`,
      `${name} C,012345678905,`,
      `${name} D,96385074,`,
      `${name} E,96385074,`,
      `${name} F,4.00638E+12,`,
    ].join('\n'),
  );
  expect(found.rows.map(({ outcome, reasons }) => [outcome, ...reasons])).toEqual([
    ['changed'],
    ['changed'],
    ['rejected', `Product ${first} has this UPC.`],
    ['new'],
    ['rejected', 'The UPC is on line 5 already.'],
    ['new'],
  ]);
  expect(found.rows[5]?.warnings).toEqual([
    'UPC “4.00638E+12” is a long number that a spreadsheet shortened, so it is left empty.',
  ]);
  // Someone enters it elsewhere before it is applied.
  const third = await aProduct(fresh.db, { upcCode: '96385074' });
  await apply(found.id);
  expect((await stored(first)).values.upcCode).toBe('00012345678905');
  expect((await look(found.id)).rows.map(({ outcome }) => outcome)).toContain('rejected');
  await fresh.db.update(products).set({ upcCode: null }).where(eq(products.id, third));
  const again = await preview(
    `Product,GTIN,ID\n${name} A,4006381333931,${first}\n${name} B,12345000065,${second}`,
  );
  expect(await apply(again.id)).toMatchObject({ ok: true });
  expect([await stored(first), await stored(second)].map(({ values }) => values.upcCode)).toEqual([
    '04006381333931',
    '00012345000065',
  ]);
  await fresh.db.update(products).set({ upcCode: '012345678905' }).where(eq(products.id, third));
  await startUndoing(admin, again.id);
  await workOnImport(admin, again.id);
  // Another product has the first one's UPC by now.
  expect([await stored(first), await stored(second)].map(({ values }) => values.upcCode)).toEqual([
    '04006381333931',
    null,
  ]);
});

test('lineage and terpenes are imported, left alone when the file omits them, exported and restored', async () => {
  const name = word();
  const facts = { lineage: 'Afghan × Thai', terpenes: 'Myrcene 0.8%' };
  const changed = await aProduct(fresh.db, { name: `${name} A`, ...facts });
  const left = await aProduct(fresh.db, { name: `${name} B`, ...facts });
  const factsOf = async (id: number) => {
    const { lineage, terpenes } = (await stored(id)).values;
    return { lineage, terpenes };
  };
  const found = await preview(
    `Product,Genetics,Terpenes,ID\n${name} A,Durban,"Pinene 0.3%, ocimene 0.1%",${changed}\n${name} C,Durban,,`,
  );
  const without = await preview(`Product,Retail,ID\n${name} B,12,${left}`);
  expect(await apply(found.id)).toMatchObject({ ok: true });
  expect(await apply(without.id)).toMatchObject({ ok: true });
  const after = { lineage: 'Durban', terpenes: 'Pinene 0.3%, ocimene 0.1%' };
  expect([await factsOf(changed), await factsOf(left)]).toEqual([after, facts]);
  expect(await byName(`${name} C`)).toMatchObject([{ lineage: 'Durban', terpenes: null }]);
  expect(await exported(name)).toContain(',Durban,"Pinene 0.3%, ocimene 0.1%",');
  await startUndoing(admin, found.id);
  await workOnImport(admin, found.id);
  expect(await factsOf(changed)).toEqual(facts);
});

describe('an exported file', () => {
  test('reads back with every row unchanged, formulas and quotes included', async () => {
    const name = word();
    const texts = [
      '=1+1',
      '"quoted", and comma',
      "'apostrophe",
      '-5 %',
      '@home',
      'line\nbreak',
      '+4',
      'é ü 漢',
    ];
    for (const [at, text] of texts.entries()) {
      const id = await aProduct(fresh.db, { name: `${name} ${at}`, onHand: at });
      await fresh.db.execute(sql`update lots set batch_number = ${`B"${at}`} where product_id = ${id}`);
      await fresh.db
        .update(products)
        .set({ strainCode: text, strainName: text, size: text, biotrackId: text, wholesalePrice: 999 })
        .where(eq(products.id, id));
    }
    const text = await exported(name);
    const found = await preview(text);
    expect(found.rows.flatMap(({ changes, reasons }) => [...changes, ...reasons])).toEqual([]);
    expect(found.counts).toMatchObject({ unchanged: texts.length, new: 0, changed: 0, rejected: 0 });
    expect(await startApplying(admin, found.id, { preview: found.preview, accepted: true })).toMatchObject({
      problem: { kind: 'nothing-to-apply' },
    });
  });
});

describe('lots off sale in an import', () => {
  const lotsOf = async (id: number) =>
    (
      await fresh.db.execute(
        sql`select batch_number as batch, status, on_hand as units, held from lots where product_id = ${id} order by id`,
      )
    ).rows;
  const lotOf = async (id: number) =>
    (await fresh.db.select({ id: lots.id }).from(lots).where(eq(lots.productId, id)))[0]?.id ?? 0;

  /** Products with a waiting lot, a quarantined lot next to one on sale, a held lot, and a recalled lot. */
  async function aShelf(name: string) {
    const [waiting, both, held, recalled] = [
      await aProduct(fresh.db, { name: `${name} A`, onHand: 0 }),
      await aProduct(fresh.db, { name: `${name} B`, onHand: 2, limitMg: 1 }),
      await aProduct(fresh.db, { name: `${name} C`, onHand: 5, limitMg: 1 }),
      await aProduct(fresh.db, { name: `${name} D`, onHand: 4 }),
    ];
    const deliver = (productId: number, batchNumber: string, quantity: number, passed: boolean) =>
      receiveLot(admin, {
        productId,
        batchNumber,
        quantity,
        ...(passed ? PASSED : { testStatus: null }),
        expiresOn: null,
      });
    await deliver(waiting, 'W-1', 11, false);
    await quarantineLot(admin, { lotId: await lotOf(both), reason: 'Mold' });
    await deliver(both, 'S-1', 7, true);
    await anOrder(await aPerson(fresh.db), [[held, 3]]);
    await recallLot(admin, { lotId: await lotOf(recalled), reason: 'Mold' });
    return { waiting, both, held, recalled };
  }

  test('are exported with batch and units, and export the same bytes after an import', async () => {
    const name = word();
    const { waiting, both, held, recalled } = await aShelf(name);
    const before = await exported(name);
    expect(
      before
        .split('\r\n')
        .slice(1, 5)
        .map((line) => line.split(',').slice(2, 5)),
    ).toEqual([
      ['W-1', '', '11'],
      ['S-1', '', '9'],
      ['B-1', '', '5'],
      ['B-1', '', '4'],
    ]);
    const found = await preview(before);
    expect(found.counts).toMatchObject({ unchanged: 4, new: 0, changed: 0, rejected: 0 });

    // Changes elsewhere in the rows are applied, without moving a unit.
    const stock = await Promise.all([waiting, both, held, recalled].map(lotsOf));
    const dearer = await preview(before.replaceAll(',45.00,', ',46.00,'));
    expect(dearer.counts).toMatchObject({ changed: 4, rejected: 0 });
    expect(await apply(dearer.id)).toMatchObject({ ok: true });
    expect(await Promise.all([waiting, both, held, recalled].map(lotsOf))).toEqual(stock);
    expect((await exported(name)).replaceAll(',46.00,', ',45.00,')).toBe(before);
    expect(await checkInvariants(fresh.db)).toEqual([]);
  });

  test('are counted in place: a row never puts them on sale or counts them twice', async () => {
    const name = word();
    const { waiting, both } = await aShelf(name);
    const rows = file(`${name} A,,W-1,,9,,,,,,${waiting}`, `${name} B,,N-1,,12,,,,,,${both}`);
    const found = await preview(rows);
    expect(found.rows[0]?.changes).toEqual([{ field: 'stock', before: '11', after: '9' }]);
    expect(await apply(found.id)).toMatchObject({ ok: true });
    expect(await lotsOf(waiting)).toEqual([
      { batch: 'B-1', status: 'sellable', units: 0, held: 0 },
      { batch: 'W-1', status: 'untested', units: 9, held: 0 },
    ]);
    expect(await lotsOf(both)).toEqual([
      { batch: 'B-1', status: 'quarantined', units: 2, held: 0 },
      { batch: 'S-1', status: 'sellable', units: 7, held: 0 },
      { batch: 'N-1', status: 'untested', units: 3, held: 0 },
    ]);
    expect([await onHand(waiting), await onHand(both)]).toEqual([0, 7]);
    expect((await preview(rows)).counts).toMatchObject({ unchanged: 2, changed: 0, rejected: 0 });
    expect(await startUndoing(admin, found.id)).toMatchObject({ ok: true });
    await workOnImport(admin, found.id);
    expect((await lotsOf(waiting))[1]).toMatchObject({ units: 11 });
    expect(await checkInvariants(fresh.db)).toEqual([]);
  });

  test('appear in the list with their batch and status', async () => {
    const name = word();
    await aShelf(name);
    const list = inventoryList(await readInventoryOptions());
    const page = await readInventory(admin, list.parse(new URLSearchParams({ find: name })), '2026-06-06');
    expect(page?.rows.map(({ batchNumber, units }) => [batchNumber, unitsLabel(units)])).toEqual([
      ['W-1', 'For sale 0 · waiting 11'],
      ['S-1', 'For sale 7 · quarantined 2'],
      ['B-1', 'For sale 2 · held 3'],
      ['B-1', 'For sale 0 · recalled 4'],
    ]);
  });

  test('that went on sale since the preview make the import compare again', async () => {
    const name = word();
    const { waiting } = await aShelf(name);
    const found = await preview(file(`${name} A,,W-1,,9,,,,,,${waiting}`));
    await fresh.db
      .update(lots)
      .set(PASSED)
      .where(and(eq(lots.batchNumber, 'W-1'), eq(lots.productId, waiting)));
    const [lot] = await fresh.db
      .select()
      .from(lots)
      .where(and(eq(lots.productId, waiting), eq(lots.batchNumber, 'W-1')));
    expect(await releaseLot(admin, { lotId: lot?.id ?? 0, reason: 'Passed' })).toMatchObject({ ok: true });
    await apply(found.id);
    await workOnImport(admin, found.id);
    expect(await look(found.id)).toMatchObject({ status: 'previewed', movedOn: true });
    expect(await onHand(waiting)).toBe(11);
  });
});

describe('an unreadable import file', () => {
  test.each<[string, string | Buffer, RegExp]>([
    ['without rows', HEADER, /"no-data"/],
    ['that is empty', '\n\n', /"no-data"/],
    ['that is a workbook', Buffer.from([0x50, 0x4b, 3, 4, 1, 2]), /damaged workbook/],
    ['with a NUL', `${HEADER}\na\0b`, /"nul","line":2/],
    ['with an endless quote', `${HEADER}\n"a,b\nc`, /"open-quote","line":2/],
    ['with a field of a megabyte', `${HEADER}\n${'a'.repeat(1_000_000)}`, /"long-field","line":2/],
    ['with ten thousand columns', `${','.repeat(10_000)}\na`, /"many-columns","line":1/],
  ])('%s is refused with its reason', async (_, content, reason) => {
    const sent = await send(content);
    expect(sent.ok).toBe(false);
    expect(JSON.stringify(sent)).toMatch(reason);
  });

  test('with a number that is too large, negative or invalid is refused row by row', async () => {
    const name = word();
    const found = await preview(
      file(
        `${name} A,,,,-5,,,,,,`,
        `${name} B,,,,99999999999999999999,,,,,,`,
        `${name} C,,,,,-1,,,,,`,
        `${name} D,,,,,1e9,,,,,`,
        `${name} E,,,,,99999999999999,,,,,`,
        `${name} F,,,,,,,,,,-3`,
        `${name} G,,,,5,,,,,,`,
        `${name} H,1,2,3,4,5,6,7,8,9,,11`,
        `${'x'.repeat(201)},,,,,,,,,,`,
        `${name} I,,,,,,=cmd|' /C calc'!A0,,,,`,
      ),
    );
    expect(found.counts).toMatchObject({ rejected: 9, new: 1, warned: 1 });
    const said = found.rows.map(({ reasons, warnings }) => [...reasons, ...warnings].join(' '));
    expect(said.every((text) => text.length > 10)).toBe(true);
    expect(said[6]).toContain('5 units are left out, because cannabis is received by batch');
  });
});
