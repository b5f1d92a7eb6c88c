/** Random products whose export is imported and exported again. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { expect } from 'vitest';
import { saveImport } from '#core/goods/catalogue/imports/receive-import.server.ts';
import { workOnImport } from '#core/goods/catalogue/imports/work-on-import.server.ts';
import { blankProduct } from '#core/goods/catalogue/products/blank-product.ts';
import { exportInventory } from '#core/goods/catalogue/products/export-inventory.server.ts';
import { inventoryColumns } from '#core/goods/catalogue/products/inventory-csv.ts';
import { inventoryList } from '#core/goods/catalogue/products/inventory-list.ts';
import { readInventoryOptions } from '#core/goods/catalogue/products/inventory-queries.server.ts';
import {
  type ProductField,
  type ProductValues,
  readProductFields,
} from '#core/goods/catalogue/products/product-fields.ts';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { categories, products } from '#db/schema/catalogue.ts';
import { lots } from '#db/schema/stock.ts';
import { hasCheckDigit } from '#kernel/gtin.ts';
import { newId } from '#kernel/ids.ts';
import { limitCategories } from '#kernel/statuses.ts';
import { readImport, readImportRows } from '#office/imports/imports-queries.server.ts';
import { csvStream } from '#platform/csv/csv.ts';
import { type FreshDatabase, freshDatabase } from './database.ts';
import { aPerson } from './people.ts';

const TODAY = '2026-06-06';
let fresh: FreshDatabase;
let folder: string;
let admin: SignedIn;
let shelves: number[];

async function open(): Promise<void> {
  fresh = await freshDatabase();
  folder = await mkdtemp(join(tmpdir(), 'farmgate-round-trip-'));
  admin = await aPerson(fresh.db, { role: 'admin' });
  const made = await fresh.db
    .insert(categories)
    .values(['Flower', '=Pre-Rolls, "infused"', 'Candles; wax'].map((name) => ({ name, slug: newId() })))
    .returning({ id: categories.id });
  shelves = made.map(({ id }) => id);
}

/** Text as people and other programs write it: formulas, quotes, separators, line breaks, signs, any script. */
const odd = fc.oneof(
  fc.constantFrom(
    '=1+1',
    '@sum(A1)',
    '-5',
    '+1',
    "'=x",
    "''",
    '"',
    ',;\t',
    'a\nb',
    'a\r\n=b',
    ';=cmd',
    '½ oz',
    'ﬁve',
    '🌿',
  ),
  fc.string({ unit: 'grapheme', maxLength: 12 }),
  fc.string({ unit: 'binary', maxLength: 6 }),
);
const words = fc.array(odd, { minLength: 1, maxLength: 3 }).map((parts) => parts.join(' '));

/** A UPC with its check digit, with zeros in front. */
function aUpc(item: number): string {
  const digits = String(item).padStart(11, '0');
  return Array.from({ length: 10 }, (_, last) => `${digits}${last}`).find(hasCheckDigit) ?? '';
}

const aLot = fc.record({
  batchNumber: fc.oneof(fc.stringMatching(/^[A-Z]{1,3}-\d{1,4}$/), words),
  status: fc.constantFrom(
    'sellable' as const,
    'untested' as const,
    'quarantined' as const,
    'recalled' as const,
    'expired' as const,
  ),
  onHand: fc.integer({ min: 0, max: 40 }),
  held: fc.integer({ min: 0, max: 40 }),
  expiresOn: fc.constantFrom(null, '2026-01-01', '2026-06-06', '2027-06-06'),
});

/** The fields as a form sends them; a field that the form refuses is left empty, so that only storable text remains. */
const aProduct = fc.record({
  texts: fc.record({
    name: words,
    strainCode: words,
    strainName: words,
    lineage: words,
    terpenes: words,
    size: words,
    biotrackId: words,
    labTestId: words,
    upcCode: fc.oneof(fc.constant(''), fc.integer({ min: 0, max: 99_999_999 }).map(aUpc)),
    retailPrice: fc.integer({ min: 0, max: 100_000_000 }).map((price) => (price / 100).toFixed(2)),
    wholesalePrice: fc.integer({ min: 0, max: 100_000_000 }).map((price) => (price / 100).toFixed(2)),
    lowStockLevel: fc.oneof(fc.constant(''), fc.integer({ min: 0, max: 100_000 }).map(String)),
    limitCategory: fc.constantFrom('', ...limitCategories),
    limitMg: fc.oneof(
      fc.constant(''),
      fc.integer({ min: 0, max: 1_000_000_000 }).map((amount) => `${amount} mg`),
    ),
  }),
  shelf: fc.nat({ max: 2 }),
  isCannabis: fc.boolean(),
  wantsSale: fc.boolean(),
  lots: fc.array(aLot, { maxLength: 4 }),
});

type Generated = typeof aProduct extends fc.Arbitrary<infer T> ? T : never;

function valuesOf({ texts, shelf, isCannabis, wantsSale }: Generated): ProductValues {
  const blank = blankProduct({
    categoryId: shelves[shelf] ?? 0,
    productType: isCannabis ? 'cannabis' : 'apparel',
  });
  const values: ProductValues = { ...blank, name: 'Unnamed' };
  for (const [field, text] of Object.entries(texts)) {
    const read = readProductFields({ [field]: text }, [field as ProductField]);
    if (read.ok) Object.assign(values, read.values);
  }
  const mayBeForSale = !isCannabis || (values.limitCategory !== null && (values.limitMg ?? 0) > 0);
  return { ...values, forSale: wantsSale && mayBeForSale };
}

async function store(generated: readonly Generated[]): Promise<void> {
  const upcs = new Set<string | null>();
  for (const each of generated) {
    const values = valuesOf(each);
    // No two products have one UPC.
    if (upcs.has(values.upcCode)) values.upcCode = null;
    upcs.add(values.upcCode);
    const [made] = await fresh.db.insert(products).values(values).returning({ id: products.id });
    const productId = made?.id ?? 0;
    const taken = new Set<string>();
    const all = each.lots.flatMap(({ batchNumber, held, ...lot }) => {
      const number = readProductFields({ size: batchNumber }, ['size']);
      const name = (number.ok && number.values.size) || `B-${taken.size}`;
      if (taken.has(name)) return [];
      taken.add(name);
      const isSellable = lot.status === 'sellable';
      return [{ ...lot, productId, batchNumber: name, held: isSellable ? Math.min(held, lot.onHand) : 0 }];
    });
    const sellable = all.filter(({ status }) => status === 'sellable');
    const sum = (key: 'onHand' | 'held') => sellable.reduce((total, lot) => total + lot[key], 0);
    await fresh.db.execute(
      sql`insert into product_stock (product_id, on_hand, held) values (${productId}, ${sum('onHand')}, ${sum('held')})`,
    );
    if (all.length > 0) await fresh.db.insert(lots).values(all);
  }
}

async function exported(): Promise<string> {
  const list = inventoryList(await readInventoryOptions());
  const rows = await exportInventory(admin, list.parse(new URLSearchParams()), TODAY);
  if (!rows.ok) throw new Error('refused');
  let text = '';
  for await (const piece of csvStream({ columns: inventoryColumns, rows: rows.value })) text += piece;
  return text;
}

/** The second file is the first, byte for byte, and the import changes nothing, with this many random shelves. */
export async function compareExports(runs: number): Promise<void> {
  await open();
  await fc.assert(
    fc.asyncProperty(fc.array(aProduct, { minLength: 1, maxLength: 8 }), async (generated) => {
      for (const table of ['lots', 'product_stock', 'products'])
        await fresh.db.execute(sql`delete from ${sql.identifier(table)}`);
      await store(generated);
      const before = await exported();
      const path = join(folder, newId());
      await writeFile(path, before);
      const sent = await saveImport(admin, path);
      if (!sent.ok) throw new Error(JSON.stringify(sent.problem));
      await workOnImport(admin, sent.value.importId);
      const { rows } = await readImportRows(sent.value.importId, {
        filters: {},
        sort: 'line',
        position: null,
      });
      expect(rows.filter(({ outcome }) => outcome !== 'unchanged')).toEqual([]);
      const found = await readImport(admin, sent.value.importId);
      expect(found?.counts).toMatchObject({ unchanged: generated.length, new: 0, changed: 0, rejected: 0 });
      expect(await exported()).toBe(before);
    }),
    { numRuns: runs },
  );
  await rm(folder, { recursive: true, force: true });
  await fresh.stop();
}
