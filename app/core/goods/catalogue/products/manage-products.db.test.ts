/**
 * Tests staff management of products: list, saving, bulk changes and undo, deleting, export; permissions and
 * concurrency.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { and, eq, sql } from 'drizzle-orm';
import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { guest, type SignedIn } from '#core/ground/access/actor.ts';
import { invalidateSettings } from '#core/ground/settings/settings-queries.server.ts';
import { auditLog } from '#db/schema/audit.ts';
import {
  categories,
  productBatchRows,
  productFindText,
  productImages,
  products,
} from '#db/schema/catalogue.ts';
import { storeSettings } from '#db/schema/settings.ts';
import { newId } from '#kernel/ids.ts';
import { basisPoints, cents } from '#kernel/money.ts';
import { readDashboard } from '#office/dashboard/dashboard-queries.server.ts';
import { files, folderStore, openFiles } from '#platform/files/files.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { checkInvariants } from '#tests/support/invariants.ts';
import { anOrder, openForOrders } from '#tests/support/orders.ts';
import { PASSED } from '#tests/support/papers.ts';
import { aPerson, aProduct } from '#tests/support/people.ts';
import { arrangePictures } from '../pictures/arrange-pictures.server.ts';
import { cleanUpUnnamedPictures } from '../pictures/clean-up-unnamed-pictures.server.ts';
import { PICTURE_WIDTHS } from '../pictures/picture.ts';
import { blankProduct } from './blank-product.ts';
import { applyChange, previewChange } from './change-products.server.ts';
import { deleteProducts, previewDelete } from './delete-products.server.ts';
import { readEditedProduct } from './edited-products-queries.server.ts';
import { exportInventory } from './export-inventory.server.ts';
import { inventoryList } from './inventory-list.ts';
import { matchingProductIds, readInventory, readInventoryOptions } from './inventory-queries.server.ts';
import { type ProductValues, productTexts } from './product-fields.ts';
import { createProduct, restoreProduct, saveProduct } from './save-product.server.ts';
import { readUndoable, undoBatch } from './undo-batch.server.ts';

const TODAY = '2026-06-06';
const TODAY_DATE = Temporal.PlainDate.from(TODAY);
let fresh: FreshDatabase;
let admin: SignedIn;
let staff: SignedIn;
let customer: SignedIn;

beforeAll(async () => {
  fresh = await freshDatabase();
  await openForOrders(fresh.db);
  admin = await aPerson(fresh.db, { role: 'admin' });
  staff = await aPerson(fresh.db, { role: 'staff' });
  customer = await aPerson(fresh.db);
});
afterAll(() => fresh.stop());

async function setPricing(belowFloor: 'refuse' | 'warn' | 'allow') {
  await fresh.db
    .insert(storeSettings)
    .values({ name: 'pricing', value: { belowFloor } })
    .onConflictDoUpdate({ target: storeSettings.name, set: { value: { belowFloor } } });
  invalidateSettings();
}
beforeEach(() => setPricing('warn'));

const aDraft = async (name: string, wanted: Partial<typeof products.$inferInsert> = {}): Promise<number> => {
  const id = await aProduct(fresh.db, { name, onHand: 0 });
  await fresh.db.execute(sql`delete from lots where product_id = ${id}`);
  if (Object.keys(wanted).length > 0) await fresh.db.update(products).set(wanted).where(eq(products.id, id));
  return id;
};
const stored = async (id: number) => {
  const product = await readEditedProduct(admin, id);
  if (!product) throw new Error(`no product ${id}`);
  return product;
};
const edit = async (id: number, values: Partial<ProductValues>, accepted = '') => {
  const { version } = await stored(id);
  return saveProduct(admin, id, { version, values, accepted }, { base: {}, mine: {} });
};
async function read(query: string, actor = admin) {
  const list = inventoryList(await readInventoryOptions());
  const page = await readInventory(actor, list.parse(new URLSearchParams(query)), TODAY);
  if (!page) throw new Error('refused');
  return page;
}

describe('the product list', () => {
  test('pages through every product once by name, price and age, in both directions', async () => {
    for (let index = 0; index < 55; index++)
      await aProduct(fresh.db, {
        name: `Page ${String(index).padStart(2, '0')}`,
        retailPrice: 1000 + (index % 7),
      });
    const list = inventoryList(await readInventoryOptions());
    for (const sort of [
      'name',
      '-name',
      'price',
      '-price',
      'created',
      '-created',
      'available',
      '-available',
    ]) {
      const seen: string[] = [];
      const state = list.parse(new URLSearchParams(`find=page&sort=${sort}`));
      for (let at = state; ; ) {
        const page = await readInventory(admin, at, TODAY);
        seen.push(...(page?.rows.map(({ name }) => name) ?? []));
        if (!page?.next) break;
        at = { ...state, position: page.next };
      }
      expect(new Set(seen).size, sort).toBe(55);
      expect(seen).toHaveLength(55);
      if (sort.endsWith('name'))
        expect(seen).toEqual(sort === 'name' ? seen.toSorted() : seen.toSorted().toReversed());
    }
  });

  test('filters by text, category, type, sale, stock and lots', async () => {
    const find = async (query: string) => (await read(query)).rows.map(({ name }) => name);
    const [shelf] = await fresh.db
      .insert(categories)
      .values({ name: 'Vapes', slug: 'vapes' })
      .returning({ id: categories.id });
    await aProduct(fresh.db, {
      name: 'Filter One 100%',
      categoryId: shelf?.id,
      strainCode: 'ZED-9',
      onHand: 3,
    });
    await aProduct(fresh.db, {
      name: 'Filter Two',
      productType: 'home_decor',
      upcCode: '012345678905',
      forSale: false,
      onHand: 40,
    });
    await aProduct(fresh.db, { name: 'Filter Three', onHand: 20, expiresOn: '2026-06-05' });
    const four = await aProduct(fresh.db, { name: 'Filter Four', onHand: 0 });
    await fresh.db.execute(sql`update lots set status = 'untested', on_hand = 4 where product_id = ${four}`);
    expect(await find('find=ter%20on')).toEqual(['Filter One 100%']);
    expect(await find('find=100%25')).toEqual(['Filter One 100%']);
    expect(await find('find=zed-9')).toEqual(['Filter One 100%']);
    expect(await find('find=4567890')).toEqual(['Filter Two']);
    expect(await find(`find=filter&category=${shelf?.id}`)).toEqual(['Filter One 100%']);
    expect(await find('type=home_decor')).toEqual(['Filter Two']);
    expect(await find('find=filter&sale=no')).toEqual(['Filter Two']);
    expect(await find('find=filter&stock=low')).toEqual(['Filter Four', 'Filter One 100%']);
    expect(await find('find=filter&stock=none')).toEqual(['Filter Four']);
    expect(await find('lots=expired')).toEqual(['Filter Three']);
    expect(await find('lots=untested')).toEqual(['Filter Four']);
    expect(await find('find=_ilter')).toEqual([]);
    await fresh.db.execute(sql`update lots set status = 'sellable', on_hand = 0 where product_id = ${four}`);
  });

  test('uses a product’s own low-stock level or the store’s, in filter, badge and order', async () => {
    const at = (name: string, onHand: number, lowStockLevel: number | null, more = {}) =>
      aProduct(fresh.db, { name: `Level ${name}`, onHand, lowStockLevel, ...more });
    await at('Busy', 30, 40);
    await at('Calm', 4, 2);
    await at('Plain', 5, null);
    await at('Full', 6, null);
    await at('Off', 1, null, { forSale: false });
    const low = async (query: string) => (await read(`find=level&${query}`)).rows.map(({ name }) => name);
    const badges = async () =>
      (await read('find=level')).rows.filter(({ isLow }) => isLow).map(({ name }) => name);
    expect(await low('stock=low')).toEqual(['Level Busy', 'Level Off', 'Level Plain']);
    // Products off sale have no badge.
    expect(await badges()).toEqual(['Level Busy', 'Level Plain']);
    expect(await low('sort=available')).toEqual([
      'Level Off',
      'Level Calm',
      'Level Plain',
      'Level Full',
      'Level Busy',
    ]);
    const list = inventoryList(await readInventoryOptions());
    const state = list.parse(new URLSearchParams('find=level&stock=low'));
    expect(await matchingProductIds(admin, state, TODAY, 9)).toHaveLength(3);
    const dashboardLines = async () => {
      const { lowStock } = (await readDashboard(admin, TODAY_DATE, 'America/New_York')) ?? {};
      const lines = lowStock?.lines.filter(({ name }) => name.startsWith('Level')) ?? [];
      return lines.map(({ name, available, level }) => [name, available, level]);
    };
    expect(await dashboardLines()).toEqual([
      ['Level Plain', 5, 5],
      ['Level Busy', 30, 40],
    ]);

    await fresh.db.insert(storeSettings).values({ name: 'inventory', value: { lowStock: 6 } });
    invalidateSettings();
    expect(await low('stock=low')).toEqual(['Level Busy', 'Level Full', 'Level Off', 'Level Plain']);
    expect(await badges()).toEqual(['Level Busy', 'Level Full', 'Level Plain']);
    expect(await dashboardLines()).toContainEqual(['Level Full', 6, 6]);
    await fresh.db.delete(storeSettings).where(eq(storeSettings.name, 'inventory'));
    invalidateSettings();
  });

  test('finds the rows of each filter and order by an index, in a shop of two thousand products', async () => {
    const lists = [
      [
        'products_find_idx',
        sql`${productFindText(products)} ilike '%kestrel%'`,
        sql`products.created_at + interval '1 s'`,
      ],
      ['products_name_idx', sql`archived_at is null`, sql`name, id`],
      ['products_price_idx', sql`archived_at is null`, sql`retail_price, id`],
      ['products_created_idx', sql`archived_at is null`, sql`created_at desc, id desc`],
      ['products_off_sale_idx', sql`not for_sale`, sql`name, id`],
      ['products_archived_idx', sql`archived_at is not null`, sql`name, id`],
      ['products_type_idx', sql`product_type = 'apparel'`, sql`name, id`],
      ['products_category_idx', sql`category_id = 7`, sql`name, id`],
    ] as const;
    const used: string[] = [];
    const asked = fresh.db.transaction(async (tx) => {
      // With a handful of rows every plan costs the same, and which is chosen depends on when the table was analyzed.
      await tx.execute(sql`insert into categories (id, name, slug)
        select i, 'Plan ' || i, 'plan-' || i from generate_series(7, 47) as i`);
      await tx.execute(sql`insert into products (name, product_type, tax_class, category_id, retail_price, for_sale, archived_at, created_at)
        select 'Plan ' || md5(i::text), case when i % 50 = 0 then 'apparel' else 'merchandise' end, 'general', 7 + i % 41, 100 + i,
          i % 40 <> 0, case when i % 60 = 0 then now() end, timestamptz '2026-01-01' + make_interval(hours => i)
        from generate_series(1, 2000) as i`);
      await tx.execute(sql`analyze products`);
      // Reading all of so small a table costs less than a search by part of its text.
      await tx.execute(sql`set local enable_seqscan = off`);
      for (const [, where, order] of lists) {
        const { rows } = await tx.execute(
          sql`explain select id from products where ${where} order by ${order} limit 26`,
        );
        const plan = rows.map((row) => Object.values(row).join()).join('\n');
        used.push(/products_\w+_idx/.exec(plan)?.[0] ?? plan);
      }
      throw new Error('undone');
    });
    await expect(asked).rejects.toThrow('undone');
    expect(used).toEqual(lists.map(([index]) => index));
  });

  test('shows staff everything except wholesale prices, and other people nothing', async () => {
    await aProduct(fresh.db, { name: 'Cost of it', wholesalePrice: 1234 });
    expect((await read('find=cost of it')).rows[0]?.wholesalePrice).toBe(1234);
    expect((await read('find=cost of it', staff)).rows[0]?.wholesalePrice).toBeNull();
    const state = inventoryList(await readInventoryOptions()).parse(new URLSearchParams());
    for (const actor of [customer, guest]) expect(await readInventory(actor, state, TODAY)).toBeNull();
    for (const actor of [staff, customer, guest]) {
      expect(await matchingProductIds(actor, state, TODAY, 5)).toEqual([]);
      expect(await exportInventory(actor, state, TODAY)).toEqual({
        ok: false,
        problem: { kind: 'not-allowed' },
      });
    }
  });

  test('is exported with the specification’s columns, as filtered, and with an audit entry', async () => {
    await aProduct(fresh.db, { name: 'Export, me', onHand: 7, retailPrice: 1050, biotrackId: 'BT-1' });
    const state = inventoryList(await readInventoryOptions()).parse(new URLSearchParams('find=export'));
    const exported = await exportInventory(admin, state, TODAY);
    if (!exported.ok) throw new Error('refused');
    const rows: unknown[] = [];
    for await (const row of exported.value) rows.push(row);
    expect(rows).toMatchObject([
      {
        name: 'Export, me',
        batchNumber: 'B-1',
        stock: 7,
        retailPrice: '10.50',
        forSale: 'yes',
        biotrackId: 'BT-1',
      },
    ]);
    const log = await fresh.db.select().from(auditLog).where(eq(auditLog.action, 'inventory.exported'));
    expect(log).toMatchObject([{ after: { filters: { find: 'export' } } }]);
  });
});

describe('saving a product', () => {
  test('writes the fields of the form, leaves the rest, increments the version and adds an audit entry', async () => {
    const id = await aProduct(fresh.db, { name: 'Before', size: '1 g' });
    expect(await edit(id, { name: 'After' })).toEqual({
      ok: true,
      value: { version: 2, changed: true, missing: {} },
    });
    expect((await stored(id)).values).toMatchObject({ name: 'After', size: '1 g', retailPrice: 4500 });
    expect(await edit(id, { name: 'After' })).toEqual({
      ok: true,
      value: { version: 2, changed: false, missing: {} },
    });
    const log = await fresh.db
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.subjectType, 'product'), eq(auditLog.subjectId, String(id))));
    expect(log).toMatchObject([
      {
        action: 'product.edited',
        before: { name: 'Before' },
        after: { name: 'After' },
        actorId: admin.userId,
      },
    ]);
  });

  test('over someone else’s changes is refused, and lists them', async () => {
    const id = await aProduct(fresh.db, { name: 'Shared' });
    const { version, values } = await stored(id);
    const base = productTexts(values);
    await edit(id, { retailPrice: 5000 });
    const mine = { ...base, name: 'Mine' };
    const outcome = await saveProduct(
      admin,
      id,
      { version, values: { ...values, name: 'Mine' }, accepted: '' },
      { base, mine },
    );
    expect(outcome).toMatchObject({
      ok: false,
      problem: {
        kind: 'stale',
        stale: {
          version: 2,
          changes: [{ field: 'retailPrice', before: '45.00', theirs: '50.00', mine: '45.00' }],
        },
      },
    });
    expect((await stored(id)).values).toMatchObject({ name: 'Shared', retailPrice: 5000 });
  });

  test('ignores unknown field names when it lists changes', async () => {
    const id = await aProduct(fresh.db, { name: 'Odd base' });
    const base = JSON.parse('{"toString":"x","constructor":"x","__proto__":"x","name":"Else"}');
    const outcome = await saveProduct(
      admin,
      id,
      { version: 9, values: {}, accepted: '' },
      { base, mine: {} },
    );
    expect(outcome).toMatchObject({ problem: { kind: 'stale', stale: { changes: [{ field: 'name' }] } } });
  });

  test('twenty times at once succeeds once', async () => {
    const id = await aProduct(fresh.db, { name: 'Race' });
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        saveProduct(
          admin,
          id,
          { version: 1, values: { size: `${index} g` }, accepted: '' },
          { base: {}, mine: {} },
        ),
      ),
    );
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
    expect((await stored(id)).version).toBe(2);
  });

  test('below the legal floor is refused, or accepted along with exactly that warning', async () => {
    const id = await aProduct(fresh.db, { wholesalePrice: 2000 });
    await setPricing('refuse');
    expect(await edit(id, { retailPrice: 2999 })).toMatchObject({ problem: { kind: 'invalid' } });
    await setPricing('warn');
    const warned = await edit(id, { retailPrice: 2999 });
    if (warned.ok || warned.problem.kind !== 'warned') throw new Error('not warned');
    expect(await edit(id, { retailPrice: 2999 }, 'something else')).toEqual(warned);
    expect((await stored(id)).values.retailPrice).toBe(4500);
    const accepted = warned.problem.warnings.join('\n');
    expect(await edit(id, { retailPrice: 2999 }, accepted)).toMatchObject({ ok: true });
    const [log] = await fresh.db
      .select({ reason: auditLog.reason })
      .from(auditLog)
      .where(and(eq(auditLog.subjectId, String(id)), eq(auditLog.action, 'product.edited')));
    expect(log?.reason).toContain('below the legal floor');
  });

  test('that is incomplete leaves it off sale, with everything typed and a list of what is missing', async () => {
    const id = await aProduct(fresh.db, { forSale: false, limitCategory: null, limitMg: null });
    const typed = { name: 'Incomplete', retailPrice: 5100, size: '2 g', forSale: true };
    expect(await edit(id, typed)).toMatchObject({
      ok: true,
      value: {
        changed: true,
        missing: { limitCategory: [expect.any(String)], limitMg: [expect.any(String)] },
      },
    });
    expect((await stored(id)).values).toMatchObject({ ...typed, forSale: false });
    const complete = { limitCategory: 'flower', limitMg: 3500, forSale: true } as const;
    expect(await edit(id, complete)).toMatchObject({ ok: true, value: { missing: {} } });
    expect((await stored(id)).values.forSale).toBe(true);
    // A product on sale is refused: an edit does not take it off sale by mistake.
    expect(await edit(id, { limitMg: null })).toMatchObject({ problem: { kind: 'invalid' } });
  });

  test('with an invalid UPC or category is refused beside the field', async () => {
    const id = await aProduct(fresh.db);
    await aProduct(fresh.db, { upcCode: '999999999999' });
    expect(await edit(id, { upcCode: '999999999999' })).toMatchObject({
      problem: { kind: 'invalid', errors: { upcCode: ['Another product has this UPC.'] } },
    });
    expect(await edit(id, { categoryId: 99_999 })).toMatchObject({
      problem: { kind: 'invalid', errors: { categoryId: ['Choose a category.'] } },
    });
  });

  test('counts the stock and names the batch, or does neither', async () => {
    const id = await aProduct(fresh.db, { onHand: 10 });
    const { rows } = await fresh.db.execute<{ id: number }>(
      sql`select id from lots where product_id = ${id}`,
    );
    const lotId = rows[0]?.id ?? 0;
    const save = async (lot: { batchNumber: string; counted?: number; expected: number }) =>
      saveProduct(
        admin,
        id,
        {
          version: (await stored(id)).version,
          values: { size: `${lot.counted} g` },
          accepted: '',
          lot: { lotId, ...lot },
        },
        { base: {}, mine: {} },
      );
    expect(await save({ batchNumber: 'B-2', counted: 12, expected: 10 })).toMatchObject({ ok: true });
    const [after] = (await read(`find=${encodeURIComponent((await stored(id)).values.name)}`)).rows;
    expect(after).toMatchObject({ batchNumber: 'B-2', units: { forSale: 12 } });
    expect(await save({ batchNumber: 'B-3', counted: 9, expected: 10 })).toMatchObject({
      problem: { kind: 'lot', field: 'stock', problem: { kind: 'changed' } },
    });
    expect((await stored(id)).values.size).toBe('12 g');
    const { rows: ledger } = await fresh.db.execute<{ sum: number }>(
      sql`select sum(on_hand_change)::int as sum from stock_ledger where product_id = ${id}`,
    );
    expect(ledger[0]?.sum).toBe(12);
  });

  test('is refused to anyone but admins', async () => {
    const id = await aProduct(fresh.db);
    for (const actor of [staff, customer, guest]) {
      expect(
        await saveProduct(
          actor,
          id,
          { version: 1, values: { name: 'x' }, accepted: '' },
          { base: {}, mine: {} },
        ),
      ).toEqual({ ok: false, problem: { kind: 'not-allowed' } });
      expect(await restoreProduct(actor, id)).toEqual({ ok: false, problem: { kind: 'not-allowed' } });
    }
  });
});

describe('a new product', () => {
  const aFlower = async (wanted: Partial<ProductValues> = {}): Promise<ProductValues> => {
    const { values } = await stored(await aProduct(fresh.db));
    const blank = blankProduct({ categoryId: values.categoryId, productType: 'cannabis' });
    return { ...blank, name: 'New flower', retailPrice: 4500, size: '3.5 g', forSale: true, ...wanted };
  };

  test('of cannabis with missing facts is saved off sale, with a list of what is missing', async () => {
    const values = await aFlower();
    const made = await createProduct(admin, values, '');
    if (!made.ok) throw new Error(JSON.stringify(made.problem));
    expect(Object.keys(made.value.missing)).toEqual(['limitCategory', 'limitMg']);
    expect((await stored(made.value.id)).values).toMatchObject({ ...values, forSale: false });
  });

  test('is created with its first lot and goes on sale at once, or is not created', async () => {
    const values = await aFlower({ forSale: true, limitCategory: 'flower', limitMg: 3500 });
    const lot = { batchNumber: 'F-1', quantity: 12, ...PASSED, expiresOn: null };
    const made = await createProduct(admin, { ...values, name: 'With a lot' }, '', lot);
    expect(made).toMatchObject({ ok: true, value: { missing: {}, lotStatus: 'sellable' } });
    const waits = await createProduct(admin, values, '', { ...lot, testStatus: null });
    expect(waits).toMatchObject({ ok: true, value: { lotStatus: 'untested' } });
    const name = 'Never made';
    for (const [wrong, field] of [
      [{ quantity: 0 }, 'stock'],
      [{ batchNumber: ' ' }, 'batchNumber'],
      [{ expiresOn: '2020-01-01' }, 'expiresOn'],
    ] as const)
      expect(await createProduct(admin, { ...values, name }, '', { ...lot, ...wrong })).toMatchObject({
        problem: { kind: 'lot', field },
      });
    expect(await fresh.db.select().from(products).where(eq(products.name, name))).toEqual([]);
    expect(await checkInvariants(fresh.db)).toEqual([]);
  });

  test('with everything it needs goes on sale', async () => {
    const made = await createProduct(admin, await aFlower({ limitCategory: 'flower', limitMg: 3500 }), '');
    if (!made.ok) throw new Error(JSON.stringify(made.problem));
    expect(made.value.missing).toEqual({});
    expect((await stored(made.value.id)).values.forSale).toBe(true);
  });

  test('with the UPC of another product is refused beside the field', async () => {
    await aProduct(fresh.db, { upcCode: '888888888888' });
    expect(await createProduct(admin, await aFlower({ upcCode: '888888888888' }), '')).toMatchObject({
      problem: { kind: 'invalid', errors: { upcCode: ['Another product has this UPC.'] } },
    });
  });
});

describe('a bulk change', () => {
  const apply = async (ids: number[], change: Parameters<typeof previewChange>[2], accepted = false) => {
    const preview = await previewChange(admin, { ids }, change);
    if (!preview.ok) throw new Error(preview.problem.kind);
    return {
      preview: preview.value,
      outcome: await applyChange(admin, { ids }, change, {
        fingerprint: preview.value.fingerprint,
        accepted,
      }),
    };
  };

  test('shows what will change, applies it, and can be undone for products that no one has changed since', async () => {
    const [one = 0, two = 0, three = 0] = [
      await aProduct(fresh.db, { retailPrice: 1000 }),
      await aProduct(fresh.db, { retailPrice: 1005 }),
      await aProduct(fresh.db, { retailPrice: 2000, forSale: false, limitCategory: null, limitMg: null }),
    ];
    const { preview, outcome } = await apply([one, two, three], { price: { by: 1000 }, forSale: true });
    expect(preview).toMatchObject({ selected: 3, changing: 3, refusedCount: 0, offSaleCount: 1 });
    expect(preview.offSale[0]).toMatchObject({
      id: three,
      missing: [expect.any(String), expect.any(String)],
    });
    expect(preview.lines[0]?.changes).toEqual([{ field: 'retailPrice', before: '10.00', after: '11.00' }]);
    expect(outcome).toEqual({ ok: true, value: { changed: 3 } });
    expect((await stored(two)).values.retailPrice).toBe(1106);
    expect((await stored(three)).values).toMatchObject({ retailPrice: 2200, forSale: false });

    await edit(two, { retailPrice: 7777 });
    const undoable = await readUndoable(admin);
    expect(undoable).toMatchObject({ kind: 'edit', count: 3 });
    expect(await undoBatch(staff, undoable?.id ?? '')).toMatchObject({ problem: { kind: 'not-allowed' } });
    expect(await undoBatch(admin, undoable?.id ?? '')).toEqual({ ok: true, value: { undone: 2, left: 1 } });
    expect((await stored(one)).values.retailPrice).toBe(1000);
    expect((await stored(two)).values.retailPrice).toBe(7777);
    expect(await undoBatch(admin, undoable?.id ?? '')).toMatchObject({
      problem: { kind: 'nothing-to-undo' },
    });
  });

  test('sets a discount on many products, skips those it would make free, and can be undone', async () => {
    const [one = 0, two = 0, cheap = 0] = [
      await aProduct(fresh.db, { retailPrice: 5000, wholesalePrice: 1000 }),
      await aProduct(fresh.db, { retailPrice: 2000, wholesalePrice: 500 }),
      await aProduct(fresh.db, { retailPrice: 400, wholesalePrice: 100 }),
    ];
    const former = {
      discount: 100,
      discountFrom: '2026-01-01',
      discountUntil: '2026-01-31',
      discountTerms: 'January only.',
    };
    await fresh.db.update(products).set(former).where(eq(products.id, two));
    const days = {
      discountFrom: '2026-11-20',
      discountUntil: '2026-11-30',
      discountTerms: 'While they last.',
    };
    const amount = { discount: { ...days, off: { to: cents(500) } } };
    const { preview, outcome } = await apply([one, two, cheap], amount, true);
    expect(preview).toMatchObject({ changing: 2, refusedCount: 1 });
    expect(preview.refused[0]?.errors).toEqual(['The discount must be less than the price of $4.00.']);
    expect(outcome).toEqual({ ok: true, value: { changed: 2 } });
    expect((await stored(one)).values).toMatchObject({ ...days, discount: 500, retailPrice: 5000 });
    expect((await stored(cheap)).values.discount).toBeNull();

    expect(await undoBatch(admin, (await readUndoable(admin))?.id ?? '')).toMatchObject({
      value: { undone: 2, left: 0 },
    });
    expect((await stored(one)).values).toMatchObject({ discount: null, discountFrom: null });
    expect((await stored(two)).values).toMatchObject(former);

    // A percentage applies to each price, including a price that changes with it; ending also removes days
    // and terms.
    const share = { price: { by: 1000 }, discount: { ...days, off: { by: basisPoints(2000) } } };
    await apply([one, two], share, true);
    expect((await stored(one)).values).toMatchObject({ retailPrice: 5500, discount: 1100 });
    expect((await stored(two)).values).toMatchObject({ retailPrice: 2200, discount: 440 });
    await apply([one, two], { discount: 'end' });
    expect((await stored(two)).values).toMatchObject({
      discount: null,
      discountFrom: null,
      discountUntil: null,
      discountTerms: null,
    });
  });

  test('sets the low-stock level of many products, and the undo restores each one’s own', async () => {
    const [one = 0, two = 0] = [
      await aProduct(fresh.db, { lowStockLevel: 3 }),
      await aProduct(fresh.db, { lowStockLevel: null }),
    ];
    const levels = async () => [
      (await stored(one)).values.lowStockLevel,
      (await stored(two)).values.lowStockLevel,
    ];
    await apply([one, two], { lowStockLevel: 12 });
    expect(await levels()).toEqual([12, 12]);
    expect(await undoBatch(admin, (await readUndoable(admin))?.id ?? '')).toMatchObject({
      value: { undone: 2, left: 0 },
    });
    expect(await levels()).toEqual([3, null]);
    const { preview } = await apply([one, two], { lowStockLevel: null });
    expect(preview).toMatchObject({ changing: 1, unchanged: 1 });
    // A change of something else leaves the level alone.
    await apply([one], { lowStockLevel: 0 });
    await apply([one, two], { price: { to: 9900 } });
    expect(await levels()).toEqual([0, null]);
  });

  test('with a discount below the legal floor warns or is refused, like a single price', async () => {
    const id = await aProduct(fresh.db, { retailPrice: 5000, wholesalePrice: 3000 });
    const days = {
      discountFrom: '2026-11-20',
      discountUntil: '2026-11-30',
      discountTerms: 'While they last.',
    };
    const change = { discount: { ...days, off: { to: cents(2000) } } };
    const first = await apply([id], change);
    expect(first.preview.warned).toBe(1);
    expect(first.outcome).toMatchObject({ problem: { kind: 'not-accepted' } });
    await setPricing('refuse');
    expect(await apply([id], change, true)).toMatchObject({ preview: { changing: 0, refusedCount: 1 } });
    expect((await stored(id)).values.discount).toBeNull();
  });

  test('from before discounts could be changed in bulk is undone, and leaves the current discount', async () => {
    const id = await aProduct(fresh.db, { retailPrice: 5000, wholesalePrice: 1000 });
    await apply([id], { price: { to: 6000 } });
    const undoable = (await readUndoable(admin))?.id ?? '';
    const columns = (side: 'before' | 'after') =>
      sql`${sql.raw(side)} - '{discount,discountFrom,discountUntil,discountTerms}'::text[]`;
    await fresh.db
      .update(productBatchRows)
      .set({ before: columns('before'), after: columns('after') })
      .where(eq(productBatchRows.batchId, undoable));
    const offer = {
      discount: 100,
      discountFrom: '2026-01-01',
      discountUntil: '2026-01-31',
      discountTerms: 'January only.',
    };
    await fresh.db.update(products).set(offer).where(eq(products.id, id));
    expect(await undoBatch(admin, undoable)).toMatchObject({ value: { undone: 1, left: 0 } });
    expect((await stored(id)).values).toMatchObject({ retailPrice: 5000, ...offer });
  });

  test('is not applied to products that have changed since the preview', async () => {
    const id = await aProduct(fresh.db, { retailPrice: 1000 });
    const preview = await previewChange(admin, { ids: [id] }, { price: { to: 1 } });
    if (!preview.ok) throw new Error('refused');
    await edit(id, { name: 'Moved on' });
    expect(
      await applyChange(admin, { ids: [id] }, { price: { to: 1 } }, { ...preview.value, accepted: true }),
    ).toEqual({ ok: false, problem: { kind: 'moved-on' } });
    expect((await stored(id)).values.retailPrice).toBe(1000);
  });

  test('with warnings waits until they are accepted, and skips prices below the floor if the setting refuses them', async () => {
    const id = await aProduct(fresh.db, { wholesalePrice: 3000 });
    expect((await apply([id], { price: { to: 100 } })).outcome).toMatchObject({
      problem: { kind: 'not-accepted' },
    });
    expect((await apply([id], { price: { to: 100 } }, true)).outcome).toMatchObject({ ok: true });
    await setPricing('refuse');
    expect(await apply([id], { price: { to: 90 } }, true)).toMatchObject({
      preview: { changing: 0, refusedCount: 1 },
      outcome: { ok: true, value: { changed: 0 } },
    });
    expect((await stored(id)).values.retailPrice).toBe(100);
  });

  test('is not applied if its warnings differ from those shown', async () => {
    const id = await aProduct(fresh.db, { retailPrice: 5000 });
    await fresh.db.update(products).set({ wholesalePrice: 2000 }).where(eq(products.id, id));
    const selection = { ids: [id] };
    const change = { price: { to: 2500 } };
    const seen = await previewChange(admin, selection, change);
    if (!seen.ok) throw new Error('refused');
    // Neither the product nor its version has changed, but its preview has.
    await fresh.db.update(products).set({ wholesalePrice: 2400 }).where(eq(products.id, id));
    const accepted = { fingerprint: seen.value.fingerprint, accepted: true };
    expect(await applyChange(admin, selection, change, accepted)).toMatchObject({
      problem: { kind: 'moved-on' },
    });
    const again = await previewChange(admin, selection, change);
    if (!again.ok) throw new Error('refused');
    await setPricing('refuse');
    const late = { fingerprint: again.value.fingerprint, accepted: true };
    expect(await applyChange(admin, selection, change, late)).toMatchObject({
      problem: { kind: 'moved-on' },
    });
    expect((await stored(id)).values.retailPrice).toBe(5000);
  });

  test('does not restore a price that is below the floor of a wholesale price changed since', async () => {
    const decided = await aProduct(fresh.db, { retailPrice: 2500 });
    const raised = await aProduct(fresh.db, { retailPrice: 2500 });
    await fresh.db.update(products).set({ wholesalePrice: 2000 }).where(eq(products.id, decided));
    await fresh.db.update(products).set({ wholesalePrice: 1000 }).where(eq(products.id, raised));
    const selection = { ids: [decided, raised] };
    const change = { price: { to: 6000 } };
    const seen = await previewChange(admin, selection, change);
    if (!seen.ok) throw new Error('refused');
    await applyChange(admin, selection, change, { fingerprint: seen.value.fingerprint, accepted: true });
    await edit(raised, { wholesalePrice: 3000 });
    const batch = await readUndoable(admin);
    expect(await undoBatch(admin, batch?.id ?? '')).toMatchObject({ value: { undone: 1, left: 1 } });
    // The price was below the floor before, and was saved that way without another decision.
    expect((await stored(decided)).values.retailPrice).toBe(2500);
    expect((await stored(raised)).values.retailPrice).toBe(6000);
  });

  test('is allowed only to admins', async () => {
    const id = await aProduct(fresh.db);
    for (const actor of [staff, customer, guest]) {
      expect(await previewChange(actor, { ids: [id] }, { price: { to: 1 } })).toMatchObject({
        problem: { kind: 'not-allowed' },
      });
      expect(
        await applyChange(actor, { ids: [id] }, { price: { to: 1 } }, { fingerprint: '', accepted: true }),
      ).toMatchObject({ problem: { kind: 'not-allowed' } });
    }
  });
});

describe('deleting products', () => {
  test('removes picture files once no undo can restore the product, except files that another product shows', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'farmgate-pictures-'));
    openFiles(folderStore(folder));
    const own = `products/1/${newId().slice(-12)}`;
    const shared = `products/2/${newId().slice(-12)}`;
    for (const key of [own, shared])
      for (const width of PICTURE_WIDTHS)
        await files().put(`public/${key}-${width}.webp`, Buffer.from('x'), 'image/webp');
    const gone = await aDraft('Pictured and gone');
    const other = await aDraft('Pictured and there');
    await fresh.db.insert(productImages).values([
      { productId: gone, key: own, position: 0 },
      { productId: gone, key: shared, position: 1 },
      { productId: other, key: shared, position: 0 },
    ]);
    const seen = await previewDelete(admin, { ids: [gone] });
    if (!seen.ok) throw new Error('refused');
    await deleteProducts(admin, { ids: [gone] }, seen.value.fingerprint);
    const isThere = async (key: string) => (await files().get(`public/${key}-320.webp`)) !== null;
    const nextWeek = Date.now() + 8 * 24 * 3_600_000;
    await cleanUpUnnamedPictures(nextWeek);
    expect([await isThere(own), await isThere(shared)]).toEqual([true, true]);
    // After removal from the other product, the picture is still available for the undo.
    expect(await arrangePictures(admin, other, [])).toMatchObject({ ok: true });
    expect(await isThere(shared)).toBe(true);
    await fresh.db.insert(productImages).values({ productId: other, key: shared, position: 0 });
    await fresh.db.execute(sql`update product_batches set created_at = now() - interval '26 hours'`);
    await cleanUpUnnamedPictures(Date.now());
    expect([await isThere(own), await isThere(shared)]).toEqual([true, true]);
    await cleanUpUnnamedPictures(nextWeek);
    expect([await isThere(own), await isThere(shared)]).toEqual([false, true]);
    await rm(folder, { recursive: true, force: true });
  });

  test('archives sold products and removes the rest, and the undo restores both with their pictures', async () => {
    const sold = await aProduct(fresh.db, { name: 'Sold once' });
    await anOrder(customer, [[sold, 1]]);
    const draft = await aDraft('Never sold', { size: '2 g' });
    await fresh.db.insert(productImages).values({ productId: draft, key: 'products/x/y', alt: 'A jar' });
    const before = await stored(draft);
    const preview = await previewDelete(admin, { ids: [sold, draft] });
    expect(preview).toMatchObject({
      value: { deleted: [{ name: 'Never sold' }], archived: [{ name: 'Sold once' }] },
    });
    const fingerprint = preview.ok ? preview.value.fingerprint : '';
    expect(await deleteProducts(staff, { ids: [sold, draft] }, fingerprint)).toMatchObject({
      problem: { kind: 'not-allowed' },
    });
    expect(await deleteProducts(admin, { ids: [sold, draft] }, fingerprint)).toEqual({
      ok: true,
      value: { deleted: 1, archived: 1 },
    });
    expect(await readEditedProduct(admin, draft)).toBeNull();
    expect(await stored(sold)).toMatchObject({ isArchived: true, values: { forSale: false } });
    expect((await read('find=sold once')).rows).toEqual([]);
    expect((await read('find=sold once&sale=archived')).rows).toHaveLength(1);

    const undoable = await readUndoable(admin);
    expect(await undoBatch(admin, undoable?.id ?? '')).toEqual({ ok: true, value: { undone: 2, left: 0 } });
    expect(await stored(sold)).toMatchObject({ isArchived: false, values: { forSale: true } });
    expect(await stored(draft)).toEqual(before);
    const pictures = await fresh.db.select().from(productImages).where(eq(productImages.productId, draft));
    expect(pictures).toMatchObject([{ key: 'products/x/y', alt: 'A jar', position: 0 }]);
    expect((await read('find=never sold')).rows).toHaveLength(1);
  });

  test('restores on undo everything but a product whose UPC is taken', async () => {
    const first = await aDraft('First with the UPC', { upcCode: '0123456789' });
    const beside = await aDraft('Beside it');
    const preview = await previewDelete(admin, { ids: [first, beside] });
    if (!preview.ok) throw new Error('refused');
    await deleteProducts(admin, { ids: [first, beside] }, preview.value.fingerprint);
    const second = await aDraft('Second with the UPC', { upcCode: '0123456789' });
    const undoable = await readUndoable(admin);
    expect(await undoBatch(admin, undoable?.id ?? '')).toEqual({ ok: true, value: { undone: 1, left: 1 } });
    expect(await readEditedProduct(admin, first)).toBeNull();
    expect((await stored(second)).values.upcCode).toBe('00000123456789');
    expect((await stored(beside)).values.name).toBe('Beside it');
  });

  test('archives a product in stock, which can be restored by hand', async () => {
    const id = await aProduct(fresh.db, { name: 'On the shelf' });
    const preview = await previewDelete(admin, { ids: [id] });
    if (!preview.ok) throw new Error('refused');
    expect(await deleteProducts(admin, { ids: [id] }, preview.value.fingerprint)).toMatchObject({
      value: { deleted: 0, archived: 1 },
    });
    expect(await restoreProduct(admin, id)).toMatchObject({ ok: true });
    expect(await stored(id)).toMatchObject({ isArchived: false, values: { forSale: false } });
  });
});
