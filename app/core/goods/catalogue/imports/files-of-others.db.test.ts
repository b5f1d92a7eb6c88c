/** Twelve files in the shapes that farms and programs write, and what each of their rows becomes. */
import { readFile } from 'node:fs/promises';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { releaseWaitingLots } from '#core/goods/stock/lots/release-waiting-lots.server.ts';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { products } from '#db/schema/catalogue.ts';
import { lots } from '#db/schema/stock.ts';
import { readImportPage } from '#office/imports/imports-queries.server.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { importsOf } from '#tests/support/imports-of-files.ts';
import { openForOrders } from '#tests/support/orders.ts';
import { aPerson, aProduct } from '#tests/support/people.ts';
import { addCategory } from '../categories/add-category.server.ts';
import { chooseColumns, chooseHeads } from './change-import.server.ts';
import { workOnImport } from './work-on-import.server.ts';

let fresh: FreshDatabase;
let admin: SignedIn;
let files: Awaited<ReturnType<typeof importsOf>>;

beforeAll(async () => {
  fresh = await freshDatabase();
  await openForOrders(fresh.db);
  admin = await aPerson(fresh.db, { role: 'admin' });
  // Products with the numbers that the files have in their ID columns.
  for (let at = 0; at < 24; at++) await aProduct(fresh.db, { name: `Ours ${at}` });
  for (const name of ['Flower', 'Pre-Rolls', 'Edibles', 'Vapes', 'Gummies']) await addCategory(admin, name);
  files = await importsOf(admin);
  // The farm has said once what is not in a category of cannabis.
  const first = await files.preview('Product\nFirst of all\n');
  const categoryId = String(first.options.categoryId);
  await chooseColumns(admin, first.id, { name: '0', categoryId, newType: 'merchandise' });
});
afterAll(async () => {
  await files.close();
  await fresh.stop();
});

const open = (name: string) =>
  readFile(`${import.meta.dirname}/../../../../../tests/files/imports/${name}.csv`);

/** The texts of a row that matter, as the preview shows them. */
const texts = (row: { changes: readonly { field: string; after: string }[] } | undefined) =>
  Object.fromEntries((row?.changes ?? []).map(({ field, after }) => [field, after]));

type Expected = readonly [file: string, program: string | null, rows: readonly (readonly [string, object])[]];

const table: readonly Expected[] = [
  [
    'woocommerce-simple',
    'WooCommerce',
    [
      [
        'new',
        {
          name: 'Ridge Honey',
          retailPrice: '14.50',
          stock: '24',
          lowStockLevel: '4',
          upcCode: '036000291452',
          description: 'Raw honey from the ridge.\nOne pound jar.',
        },
      ],
      [
        'new',
        {
          name: 'Field Cap, green',
          size: 'M',
          retailPrice: '28.00',
          description: 'Wool cap.',
          forSale: 'no',
        },
      ],
    ],
  ],
  [
    'woocommerce-variations',
    'WooCommerce',
    [
      ['unchanged', {}],
      [
        'new',
        {
          name: 'Hollow Haze',
          size: '3.5 g',
          category: 'Flower',
          retailPrice: '45.00',
          description: 'Slow dried.',
        },
      ],
      ['new', { name: 'Hollow Haze', size: '7 g', category: 'Flower', retailPrice: '80.00' }],
    ],
  ],
  [
    'shopify-variants',
    'Shopify',
    [
      [
        'new',
        {
          name: 'Farm Tee',
          size: 'Moss / M',
          retailPrice: '32.00',
          wholesalePrice: '11.40',
          stock: '8',
          upcCode: '036000291452',
          description: 'Heavy cotton.',
        },
      ],
      ['new', { name: 'Farm Tee', size: 'Moss / L', stock: '5', description: 'Heavy cotton.' }],
      ['unchanged', {}],
    ],
  ],
  [
    'shopify-simple',
    'Shopify',
    [
      [
        'new',
        {
          name: 'River Mug',
          retailPrice: '24.00',
          stock: '14',
          upcCode: '4006381333931',
          description: 'Stoneware,\nhand thrown.',
        },
      ],
      ['new', { name: 'Barn Candle', retailPrice: '18.00', forSale: 'no' }],
    ],
  ],
  [
    'square-library',
    'Square',
    [
      [
        'new',
        {
          name: 'Clover Honey',
          size: '8 oz',
          retailPrice: '9.00',
          wholesalePrice: '4.10',
          stock: '30',
          lowStockLevel: '6',
        },
      ],
      ['new', { name: 'Tote Bag', retailPrice: '0.00', stock: '3', forSale: 'no' }],
    ],
  ],
  [
    'square-older',
    'Square',
    [
      ['new', { name: 'Rolling Tray', retailPrice: '22.00', stock: '7' }],
      ['new', { name: 'Rolling Tray', size: 'Large', retailPrice: '30.00', stock: '4' }],
    ],
  ],
  [
    'metrc-packages',
    'Metrc',
    [
      [
        'new',
        {
          name: 'Hollow Haze 3.5g Jar',
          category: 'Flower',
          strainName: 'Hollow Haze',
          stock: '48',
          batchNumber: 'HH-1105',
          packageTag: '1A4060300003B01000000041',
          packagedOn: '2026-11-05',
          expiresOn: '2027-11-05',
        },
      ],
      ['rejected', {}],
      ['new', { name: 'Kestrel Moon Pre-Roll', batchNumber: '1A4060300003B01000000043', stock: '120' }],
    ],
  ],
  [
    'metrc-api',
    'Metrc',
    [['new', { name: 'Maple Gummies', category: 'Edibles', batchNumber: 'MG-7', stock: '60' }]],
  ],
  [
    'farm-list',
    null,
    [
      ['unchanged', {}],
      [
        'new',
        {
          name: 'Hollow Haze',
          category: 'Flower',
          strainType: 'sativa',
          size: '3.5 g',
          retailPrice: '45.00',
          thcBasisPoints: '22.4',
          cbdBasisPoints: '0.1',
          batchNumber: 'HH-1105',
          stock: '1200',
        },
      ],
      [
        'new',
        {
          name: 'Kestrel Moon',
          category: 'Flower',
          strainType: 'hybrid',
          size: 'eighth',
          retailPrice: '40.00',
          stock: '48',
        },
      ],
      ['unchanged', {}],
      [
        'new',
        {
          name: 'Maple Chews',
          category: 'Gummies',
          size: '10 × 10 mg',
          thcMgPerPackage: '100 mg',
          stock: '30',
        },
      ],
      ['rejected', {}],
    ],
  ],
  [
    'semicolons',
    null,
    [
      [
        'new',
        {
          name: 'Creek Kush',
          size: '0.5 g',
          retailPrice: '12.50',
          thcBasisPoints: '22.4',
          netWeightMg: '500 mg',
          forSale: 'no',
        },
      ],
      ['new', { name: 'Creek Kush', size: '1 g', retailPrice: '1020.00', netWeightMg: '1 g' }],
    ],
  ],
  [
    'bars',
    null,
    [
      [
        'new',
        {
          name: 'Pine Cart',
          category: 'Vapes',
          strainType: 'hybrid',
          size: '0.5 g',
          retailPrice: '38.00',
          wholesalePrice: '0.00',
          upcCode: '036000291452',
        },
      ],
      [
        'new',
        {
          name: 'Wool Socks',
          productType: 'merchandise',
          retailPrice: '18.00',
          wholesalePrice: '7.25',
          forSale: 'yes',
          batchNumber: '1',
          stock: '12',
        },
      ],
    ],
  ],
];

test.each(table)('%s, of %s, is read row by row', async (name, program, rows) => {
  const found = await files.preview(await open(name));
  const { heads } = await readImportPage(found, { filters: {}, sort: 'line', position: null });
  expect(heads.program).toBe(program);
  expect(found.rows.map((row) => [row.outcome, row.reasons, texts(row)])).toEqual(
    rows.map(([outcome, values]) => [outcome, expect.anything(), expect.objectContaining(values)]),
  );
});

test('a file with two columns of one name is compared once someone has chosen', async () => {
  const found = await files.preview(await open('two-prices'));
  const { heads } = await readImportPage(found, { filters: {}, sort: 'line', position: null });
  expect([found.counts, heads.doubtful]).toEqual([null, ['retailPrice']]);
  expect(heads.leftOut).toContainEqual({ head: 'SKU', why: 'Products have an ID and a UPC here.' });
  const categoryId = String(found.options.categoryId);
  await chooseColumns(admin, found.id, { name: '0', retailPrice: '2', categoryId, newType: 'merchandise' });
  await workOnImport(admin, found.id);
  expect(texts((await files.look(found.id)).rows[0])).toMatchObject({
    name: 'Hollow Haze',
    retailPrice: '40.00',
  });
});

test('another line can be chosen for the names of the columns', async () => {
  const found = await files.preview('Honey,Item,12\nWhat,Name,Cost\nHoney,Clover,9\n');
  expect(found.options.headAt).toBe(1);
  expect(await chooseHeads(admin, found.id, 0)).toMatchObject({ ok: true });
  expect(await files.look(found.id)).toMatchObject({ header: ['Honey', 'Item', '12'], total: 2 });
});

test('what a file says of a lot is saved with it, and is enough for its sale once its test has passed', async () => {
  const found = await files.preview(
    'Product,Category,Batch,Stock,Lab,COA #,Exp. Date,Package tag,For Sale,THC %,CBD %\nAlder Diesel,Flower,AD-1,9,Hudson Labs,HL-9,11/30/2027,1A4060300003B01000000099,yes,21.5%,ND',
  );
  await files.apply(found.id);
  const [made] = await fresh.db.select().from(products).where(eq(products.name, 'Alder Diesel'));
  const lotsOf = () =>
    fresh.db
      .select()
      .from(lots)
      .where(eq(lots.productId, made?.id ?? 0));
  const [waiting] = await lotsOf();
  expect([waiting]).toMatchObject([
    {
      status: 'untested',
      testStatus: null,
      labName: 'Hudson Labs',
      coaNumber: 'HL-9',
      expiresOn: '2027-11-30',
      packageTag: '1A4060300003B01000000099',
      totalThcBasisPoints: 2150,
      totalCbdBasisPoints: 0,
    },
  ]);
  const given = { testStatus: 'TestPassed' } as const;
  expect(
    await releaseWaitingLots(admin, { lotIds: [waiting?.id ?? 0], reason: 'Certificate HL-9', given }),
  ).toMatchObject({ value: { released: 1 } });
  expect(await lotsOf()).toMatchObject([{ status: 'sellable' }]);
});

test('none of the files changes a product of ours', async () => {
  for (const [name] of table) {
    const found = await files.preview(await open(name));
    expect(found.counts, name).toMatchObject({ changed: 0 });
  }
});

test('a line that adds up the list is no product, and a product whose name begins like one is', async () => {
  const found = await files.preview(
    'Product,Stock,Retail\nTotal Eclipse,4,20\nTotal items,903,\nGrand total:,903,\nSum,903,\n',
  );
  expect(found.rows.map(({ outcome, reasons }) => [outcome, reasons.join()])).toEqual([
    ['new', expect.anything()],
    ...Array.from({ length: 3 }, () => ['rejected', 'This looks like the line of totals.']),
  ]);
});
