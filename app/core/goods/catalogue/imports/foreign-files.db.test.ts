/** Files of other programs, and our own after a spreadsheet had them: nothing is renamed, recounted or stored by mistake. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { products } from '#db/schema/catalogue.ts';
import { lots } from '#db/schema/stock.ts';
import { newId } from '#kernel/ids.ts';
import { csvStream } from '#platform/csv/csv.ts';
import { workbookBytes } from '#platform/workbook/workbook.ts';
import { throughSpreadsheet } from '#tests/support/a-spreadsheet.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { importsOf } from '#tests/support/imports-of-files.ts';
import { openForOrders } from '#tests/support/orders.ts';
import { aPerson, aProduct } from '#tests/support/people.ts';
import { exportInventory } from '../products/export-inventory.server.ts';
import { inventoryColumns } from '../products/inventory-csv.ts';
import { inventoryList } from '../products/inventory-list.ts';
import { readInventoryOptions } from '../products/inventory-queries.server.ts';

let fresh: FreshDatabase;
let admin: SignedIn;
let files: Awaited<ReturnType<typeof importsOf>>;
const word = () => `Plover ${newId().slice(-12)}`;

beforeAll(async () => {
  fresh = await freshDatabase();
  await openForOrders(fresh.db);
  admin = await aPerson(fresh.db, { role: 'admin' });
  files = await importsOf(admin);
});
afterAll(async () => {
  await files.close();
  await fresh.stop();
});

const stored = async (id: number) => {
  const [row] = await fresh.db.select().from(products).where(eq(products.id, id));
  return row;
};

test('an ID is ours only if the name, batch or UPC agrees; other rows change nothing, and become new products with one press', async () => {
  const name = word();
  const ids = [
    await aProduct(fresh.db, { name: `${name} A`, onHand: 0 }),
    await aProduct(fresh.db, { name: `${name} B`, onHand: 0 }),
    await aProduct(fresh.db, { name: `${name} C`, onHand: 0 }),
  ];
  const found = await files.preview(
    [
      'ID,Product,Retail',
      `${ids[0]},${name.toUpperCase()} a ,12`,
      `${ids[1]},${name} other,13`,
      `99999999,${name} third,14`,
      `SKU-7,${name} fourth,15`,
    ].join('\n'),
  );
  expect(found.outcomes).toEqual(['changed', 'rejected', 'rejected', 'rejected']);
  expect(found.counts?.asked).toEqual({ renamed: 1, 'foreign-id': 2 });
  expect(found.rows[1]?.reasons).toEqual([
    `ID ${ids[1]} is “${name} B” in this shop, and the file says “${name} other”.`,
  ]);
  const asked = await files.answer(found.id, { foreignIds: 'new' });
  expect(asked.outcomes).toEqual(['changed', 'new', 'new', 'new']);
  await files.apply(found.id);
  expect(await stored(ids[1] ?? 0)).toMatchObject({ name: `${name} B`, version: 1 });
  // The other answer renames ours.
  const again = await files.preview(`ID,Product\n${ids[2]},${name} renamed`);
  expect((await files.answer(again.id, { foreignIds: 'ours' })).outcomes).toEqual(['changed']);
  await files.apply(again.id);
  expect(await stored(ids[2] ?? 0)).toMatchObject({ name: `${name} renamed` });
});

test('a renamed product of ours is known by its batch, and a batch ‘1’ proves nothing', async () => {
  const name = word();
  const [named, plain] = [
    await aProduct(fresh.db, { name: `${name} A`, onHand: 4 }),
    await aProduct(fresh.db, { name: `${name} B`, onHand: 4 }),
  ];
  await fresh.db.update(lots).set({ batchNumber: 'PL-0042' }).where(eq(lots.productId, named));
  await fresh.db.update(lots).set({ batchNumber: '1' }).where(eq(lots.productId, plain));
  const found = await files.preview(
    `ID,Product,Batch,Stock\n${named},${name} renamed,PL-0042,4\n${plain},${name} other,1,4`,
  );
  expect(found.outcomes).toEqual(['changed', 'rejected']);
});

test('names that differ in case and spaces are one product, whose name stays', async () => {
  const name = word();
  const id = await aProduct(fresh.db, { name, onHand: 0 });
  const found = await files.preview(`Item,Price\n ${name.toLowerCase().replace(' ', '  ')} ,9`);
  expect(found.rows).toMatchObject([
    { outcome: 'changed', productId: id, changes: [{ field: 'retailPrice' }] },
  ]);
  await files.apply(found.id);
  expect(await stored(id)).toMatchObject({ name, retailPrice: 900 });
});

test('a cell that a spreadsheet changed leaves the stored text where the row is known, and each is named', async () => {
  const name = word();
  const id = await aProduct(fresh.db, { name, onHand: 3 });
  await fresh.db
    .update(products)
    .set({ size: '1/8', biotrackId: '6033420000000017', labTestId: '0042', upcCode: '00400017000336' })
    .where(eq(products.id, id));
  await fresh.db.update(lots).set({ batchNumber: '11-05' }).where(eq(lots.productId, id));
  const found = await files.preview(
    [
      'ID,Product,Batch,Size,Stock,Retail,BioTrack,LabTest,UPC,Terpenes',
      `${id},${name},5-Nov,8-Jan,7,31,6.03342E+15,42,4.00017E+11,#N/A`,
    ].join('\n'),
  );
  expect(found.rows[0]?.changes.map(({ field, after }) => [field, after])).toEqual([
    ['retailPrice', '31.00'],
    ['stock', '7'],
  ]);
  expect(found.rows[0]?.reasons.toSorted()).toEqual([
    'Batch “5-Nov” is a date that a spreadsheet made of it; “11-05” stays.',
    'BioTrack “6.03342E+15” is a long number that a spreadsheet shortened; “6033420000000017” stays.',
    'LabTest “42” is as a spreadsheet writes it; “0042” stays.',
    'Size “8-Jan” is a date that a spreadsheet made of it; “1/8” stays.',
    'Terpenes “#N/A” is an error of a spreadsheet’s formula; it stays empty.',
    'UPC “4.00017E+11” is a long number that a spreadsheet shortened; “400017000336” stays.',
  ]);
  await files.apply(found.id);
  expect(await stored(id)).toMatchObject({ size: '1/8', retailPrice: 3100, upcCode: '00400017000336' });
  expect(await fresh.db.select({ onHand: lots.onHand }).from(lots).where(eq(lots.productId, id))).toEqual([
    { onHand: 7 },
  ]);
});

test('a spoiled cell of a new product is stored only after a yes, and never a formula’s error', async () => {
  const name = word();
  const found = await files.preview(
    [
      'Product,Size,Batch,Stock,BioTrack',
      `${name} A,5-Nov,B-101,3,`,
      `${name} B,1 g,12-Oct,3,`,
      `${name} C,1 g,="0042",3,6.03342E+15`,
      `${name} D,#REF!,B-102,3,`,
    ].join('\n'),
  );
  expect(found.outcomes).toEqual(['rejected', 'rejected', 'new', 'rejected']);
  expect(found.counts?.asked).toEqual({ 'as-written': 3 });
  expect(found.rows[2]).toMatchObject({
    warnings: ['BioTrack “6.03342E+15” is a long number that a spreadsheet shortened, so it is left empty.'],
    changes: expect.arrayContaining([{ field: 'batchNumber', before: '', after: '0042' }]),
  });
  const yes = await files.answer(found.id, { asWritten: true });
  expect(yes.outcomes).toEqual(['new', 'new', 'new', 'rejected']);
  expect(yes.rows[0]?.changes).toContainEqual({ field: 'size', before: '', after: '5-Nov' });
});

test.each([
  ['Excel in the United States', { separator: ',', decimal: '.', dayFirst: false }],
  ['Excel in Germany', { separator: ';', decimal: ',', dayFirst: true }],
] as const)('an export opened and saved once by %s changes nothing', async (_, locale) => {
  const name = word();
  // Two products cannot have one UPC.
  await fresh.db.update(products).set({ upcCode: null });
  const odd = [
    { batch: '11-05', size: '1/8', biotrackId: '6033420000000017', upcCode: '00400017000336' },
    { batch: '0042', size: '3.50', biotrackId: '000123', upcCode: '00012345678905' },
    { batch: 'OCT-12', size: '3.5 g', biotrackId: '1E5', upcCode: '04006381333931' },
    { batch: '2026-11-05', size: '5 × 0.5 g', biotrackId: '12.50', upcCode: null },
    { batch: '1234567890123', size: '10%', biotrackId: 'true', upcCode: null },
  ];
  for (const [at, { batch, ...values }] of odd.entries()) {
    const id = await aProduct(fresh.db, { name: `${name} ${at}`, onHand: at });
    await fresh.db
      .update(products)
      .set({ ...values, thcBasisPoints: 2240, description: 'Grown, dried and cured here.\nThree weeks.' })
      .where(eq(products.id, id));
    await fresh.db.update(lots).set({ batchNumber: batch }).where(eq(lots.productId, id));
  }
  const text = await exported(name);
  const saved = await throughSpreadsheet(text, locale);
  expect(saved).not.toBe(text);
  const found = await files.preview(saved);
  expect(found.rows.map(({ outcome, changes, reasons }) => ({ outcome, changes, reasons }))).toEqual(
    odd.map(() => ({ outcome: 'unchanged', changes: [], reasons: expect.anything() })),
  );
});

test('an export as a workbook is read back without a note', async () => {
  const name = word();
  const id = await aProduct(fresh.db, { name, onHand: 3 });
  await fresh.db
    .update(products)
    .set({ size: '1/8', biotrackId: '0042', lineage: '=A × B' })
    .where(eq(products.id, id));
  await fresh.db.update(lots).set({ batchNumber: '11-05' }).where(eq(lots.productId, id));
  const pieces: Uint8Array[] = [];
  for await (const piece of workbookBytes(await table(name))) pieces.push(piece);
  const found = await files.preview(Buffer.concat(pieces));
  expect(found.rows).toMatchObject([{ outcome: 'unchanged', reasons: [], productId: id }]);
});

async function table(find: string) {
  const list = inventoryList(await readInventoryOptions());
  const rows = await exportInventory(admin, list.parse(new URLSearchParams({ find })), '2026-11-29');
  if (!rows.ok) throw new Error(JSON.stringify(rows));
  return { columns: inventoryColumns, rows: rows.value };
}

async function exported(find: string): Promise<string> {
  let text = '';
  for await (const piece of csvStream(await table(find))) text += piece;
  return text;
}
