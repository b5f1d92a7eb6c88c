/**
 * Tests an import during sales: prices change all at once, stock follows in blocks, and an interruption loses
 * nothing.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { countLot } from '#core/goods/stock/lots/count-lot.server.ts';
import { quarantineLot } from '#core/goods/stock/lots/quarantine-lot.server.ts';
import { lockStock } from '#core/goods/stock/move-stock.server.ts';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { inTransaction } from '#db/client.ts';
import { newId } from '#kernel/ids.ts';
import { readImport } from '#office/imports/imports-queries.server.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { checkInvariants } from '#tests/support/invariants.ts';
import { aMug, anOrder, openForOrders } from '#tests/support/orders.ts';
import { aPerson } from '#tests/support/people.ts';
import { inParallel } from '#tests/support/requests.ts';
import { startApplying, startUndoing } from './change-import.server.ts';
import { saveImport } from './receive-import.server.ts';
import { workOnImport } from './work-on-import.server.ts';

/** Two and a half blocks. */
const PRODUCTS = 250;
let fresh: FreshDatabase;
let folder: string;
let admin: SignedIn;

beforeAll(async () => {
  fresh = await freshDatabase();
  folder = await mkdtemp(join(tmpdir(), 'farmgate-import-'));
  await openForOrders(fresh.db);
  admin = await aPerson(fresh.db, { role: 'admin' });
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await fresh.stop();
});

type Made = { id: number; name: string };

/** Products with five units each at $18.00. */
async function someProducts(count = PRODUCTS): Promise<Made[]> {
  const names = Array.from({ length: count }, () => `Dunlin ${newId()}`);
  const made = await inParallel(names, 10, async (name) => ({
    id: await aMug(fresh.db, { name, onHand: 5 }),
    name,
  }));
  return made.toSorted((left, right) => left.id - right.id);
}

/** An import that is being applied, before its job has run. */
async function started(products: readonly Made[], price: string, stock: number | ''): Promise<string> {
  const path = join(folder, newId());
  const rows = products.map(({ id, name }) => `${name},${stock},${price},${id}`);
  await writeFile(path, ['Product,Stock,Retail,ID', ...rows].join('\n'));
  const kept = await saveImport(admin, path);
  if (!kept.ok) throw new Error(JSON.stringify(kept.problem));
  const { importId } = kept.value;
  await workOnImport(admin, importId);
  const preview = (await readImport(admin, importId))?.preview ?? 0;
  expect(await startApplying(admin, importId, { preview, accepted: true })).toMatchObject({ ok: true });
  return importId;
}

/** Counts the products by price and stock. */
async function standing(products: readonly Made[]) {
  const { rows } = await fresh.db.execute<{ price: number; units: number; count: number }>(sql`
    select retail_price as price, on_hand as units, count(*)::int as count
    from products join product_stock on product_id = id
    where id = any(${sql.param(products.map(({ id }) => id))}::int[]) group by 1, 2 order by 2, 1`);
  return rows.map(({ price, units, count }) => `${count} at ${price} with ${units}`);
}

/** Works on the import until it waits for this product's stock, then kills its connection. */
async function breakOffAt(importId: string, product: Made | undefined): Promise<void> {
  const waiting = sql`
    select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
      and query like '%product_stock%'`;
  await inTransaction(async (tx) => {
    await lockStock(tx, [product?.id ?? 0]);
    const working = workOnImport(admin, importId).then(
      () => 'done',
      () => 'broken off',
    );
    await expect.poll(async () => (await fresh.db.execute(waiting)).rows.length, { timeout: 60_000 }).toBe(1);
    await fresh.db.execute(sql`select pg_terminate_backend(pid) from (${waiting}) as waiting`);
    expect(await working).toBe('broken off');
  });
}

const lotOf = async ({ id }: Made) => {
  const { rows } = await fresh.db.execute<{ id: number }>(sql`select id from lots where product_id = ${id}`);
  return rows[0]?.id ?? 0;
};

test('an import killed between two blocks has every new price, and the next attempt adds the missing stock', async () => {
  const products = await someProducts();
  const importId = await started(products, '21.00', 8);
  await breakOffAt(importId, products[150]);
  expect(await standing(products)).toEqual(['150 at 2100 with 5', '100 at 2100 with 8']);
  expect(await readImport(admin, importId)).toMatchObject({ status: 'applying' });
  expect(await checkInvariants(fresh.db)).toEqual([]);
  await workOnImport(admin, importId);
  expect(await standing(products)).toEqual(['250 at 2100 with 8']);
  expect(await readImport(admin, importId)).toMatchObject({ status: 'applied', left: 0 });

  await startUndoing(admin, importId);
  await breakOffAt(importId, products[210]);
  expect(await standing(products)).toEqual(['200 at 1800 with 5', '50 at 2100 with 8']);
  expect(await checkInvariants(fresh.db)).toEqual([]);
  await workOnImport(admin, importId);
  expect(await standing(products)).toEqual(['250 at 1800 with 5']);
  expect(await readImport(admin, importId)).toMatchObject({ status: 'undone', left: 0 });
  expect(await checkInvariants(fresh.db)).toEqual([]);
});

test('a block that waits too long for its stock is tried again, and nothing is skipped', async () => {
  const products = await someProducts(120);
  const importId = await started(products, '21.00', 8);
  await inTransaction(async (tx) => {
    await lockStock(tx, [products[110]?.id ?? 0]);
    // A lock wait times out after four seconds.
    await expect(workOnImport(admin, importId)).rejects.toThrow();
  });
  expect(await readImport(admin, importId)).toMatchObject({ status: 'applying', left: 0 });
  await workOnImport(admin, importId);
  expect(await standing(products)).toEqual(['120 at 2100 with 8']);
});

test('after stock changes between prices and blocks, a count shifts by the difference and a lot off sale is left', async () => {
  const products = await someProducts();
  const importId = await started(products, '21.00', 8);
  await breakOffAt(importId, products[150]);
  const [sold, off] = [products[200], products[201]];
  if (!sold || !off) throw new Error('too few products');
  const count = {
    lotId: await lotOf(sold),
    counted: 4,
    expected: 5,
    reason: 'waste',
    note: 'Dropped',
  } as const;
  expect(await countLot(admin, count)).toMatchObject({ ok: true });
  await quarantineLot(admin, { lotId: await lotOf(off), reason: 'Smell' });
  await workOnImport(admin, importId);
  expect(await readImport(admin, importId)).toMatchObject({ status: 'applied', left: 1 });
  expect(await standing(products)).toEqual(['1 at 2100 with 0', '1 at 2100 with 7', '248 at 2100 with 8']);
  await startUndoing(admin, importId);
  await workOnImport(admin, importId);
  // Undo skips what was never written.
  expect(await standing(products)).toEqual(['1 at 1800 with 0', '1 at 1800 with 4', '248 at 1800 with 5']);
  expect(await checkInvariants(fresh.db)).toEqual([]);
});

test('a lot counted by staff between two blocks keeps their count, and the difference is not applied twice', async () => {
  const products = await someProducts();
  const importId = await started(products, '21.00', 8);
  await breakOffAt(importId, products[150]);
  const counted = products[200];
  if (!counted) throw new Error('too few products');
  const count = { lotId: await lotOf(counted), counted: 8, expected: 5, reason: 'count', note: '' } as const;
  expect(await countLot(admin, count)).toMatchObject({ ok: true });
  await workOnImport(admin, importId);
  expect(await readImport(admin, importId)).toMatchObject({ status: 'applied', left: 1 });
  expect(await standing(products)).toEqual(['250 at 2100 with 8']);
  expect(await checkInvariants(fresh.db)).toEqual([]);
});

test('if the person loses the right in between, the rest of the stock is left and counted', async () => {
  const products = await someProducts();
  const importId = await started(products, '21.00', 8);
  await breakOffAt(importId, products[150]);
  const guest = await aPerson(fresh.db);
  await workOnImport(guest, importId);
  expect(await readImport(admin, importId)).toMatchObject({ status: 'applied', left: 150 });
  await startUndoing(admin, importId);
  await breakOffAt(importId, products[150]);
  await workOnImport(guest, importId);
  expect(await readImport(admin, importId)).toMatchObject({ status: 'undone', left: 150 });
  expect(await standing(products)).toEqual(['100 at 1800 with 5', '150 at 2100 with 5']);
  expect(await checkInvariants(fresh.db)).toEqual([]);
});

test('readers see all new prices or none, and customers can order while the import writes', async () => {
  const products = await someProducts();
  const importId = await started(products, '22.00', '');
  const [first] = products;
  if (!first) throw new Error('no product');
  const buyer = await aPerson(fresh.db);
  const seen = new Set<string>();
  let isOver = false;
  const reading = (async () => {
    while (!isOver) seen.add((await standing(products)).join());
  })();
  // The import writes its progress to this row, so it waits here with every price written and none committed.
  let working: Promise<void> | undefined;
  await inTransaction(async (tx) => {
    await tx.execute(sql`select from product_imports where id = ${importId} for no key update`);
    working = workOnImport(admin, importId);
    await expect
      .poll(
        async () => {
          const { rows } = await fresh.db.execute<{ n: number }>(
            sql`select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
          );
          return rows[0]?.n;
        },
        { timeout: 60_000 },
      )
      .toBeGreaterThan(0);
    expect(await anOrder(buyer, [[first.id, 1]])).toMatch(/^ORD/);
  });
  await working;
  expect(await readImport(admin, importId)).toMatchObject({ status: 'applied' });
  isOver = true;
  await reading;
  expect([...seen]).toEqual(['250 at 1800 with 5', '250 at 2200 with 5']);
});

test('of two imports of the same products at once, one is applied and the other is compared again', async () => {
  const products = await someProducts(120);
  const ids = [await started(products, '23.00', 8), await started(products, '24.00', 9)];
  await Promise.all(ids.map((id) => workOnImport(admin, id)));
  const states = await Promise.all(ids.map(async (id) => (await readImport(admin, id))?.status));
  expect(states.toSorted()).toEqual(['applied', 'reading']);
  expect(await standing(products)).toEqual([
    states[0] === 'applied' ? '120 at 2300 with 8' : '120 at 2400 with 9',
  ]);
  expect(await checkInvariants(fresh.db)).toEqual([]);
});
