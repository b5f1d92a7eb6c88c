/**
 * Tests that checkouts of other products do not wait while a bulk change by staff waits for one product's
 * stock lock.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { newId } from '#kernel/ids.ts';
import { readImport } from '#office/imports/imports-queries.server.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { checkInvariants } from '#tests/support/invariants.ts';
import { aMug, anOrder, openForOrders } from '#tests/support/orders.ts';
import { aPerson } from '#tests/support/people.ts';
import { startApplying, startUndoing } from './imports/change-import.server.ts';
import { saveImport } from './imports/receive-import.server.ts';
import { workOnImport } from './imports/work-on-import.server.ts';
import { deleteProducts, previewDelete } from './products/delete-products.server.ts';

const HELD_MS = 2000;
/** Twice a checkout's maximum wait, for a shared machine. */
const LONGEST_MS = 400;

let fresh: FreshDatabase;
let folder: string;
let admin: SignedIn;
let customer: SignedIn;
let other: number;

beforeAll(async () => {
  fresh = await freshDatabase();
  folder = await mkdtemp(join(tmpdir(), 'farmgate-locked-'));
  await openForOrders(fresh.db);
  admin = await aPerson(fresh.db, { role: 'admin' });
  customer = await aPerson(fresh.db);
  other = await aMug(fresh.db, { onHand: 1000 });
  // The first order of a process compiles code that later orders reuse.
  await anOrder(customer, [[other, 1]]);
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await fresh.stop();
});

/** Runs `work` while another transaction locks the product's stock, and continuously checks out the other product. */
async function longestCheckout(held: number, work: () => Promise<unknown>): Promise<number> {
  const client = new pg.Client({ connectionString: fresh.url });
  await client.connect();
  await client.query('begin');
  await client.query('select from product_stock where product_id = $1 for no key update', [held]);
  const times: number[] = [];
  let isOver = false;
  const working = work().finally(() => {
    isOver = true;
  });
  const released = pause(HELD_MS).then(() => client.query('commit'));
  while (!isOver) {
    const started = performance.now();
    await anOrder(customer, [[other, 1]]);
    times.push(performance.now() - started);
    await pause(10);
  }
  await Promise.all([working, released]);
  await client.end();
  expect(times.length).toBeGreaterThan(5);
  return Math.max(...times);
}

const onHand = async (id: number) => {
  const { rows } = await fresh.db.execute<{ units: number }>(
    sql`select on_hand as units from product_stock where product_id = ${id}`,
  );
  return rows[0]?.units;
};

/** An import that is ready to apply; it counts 58 units of a new product with 50. */
async function anImport(): Promise<{ id: number; importId: string }> {
  const name = `Wren ${newId().slice(-12)}`;
  const id = await aMug(fresh.db, { name, onHand: 50 });
  const path = join(folder, newId());
  await writeFile(path, ['Product,Stock,Retail,ID', `${name},58,31.50,${id}`].join('\n'));
  const sent = await saveImport(admin, path);
  if (!sent.ok) throw new Error(JSON.stringify(sent.problem));
  const { importId } = sent.value;
  await workOnImport(admin, importId);
  const { preview = 0 } = (await readImport(admin, importId)) ?? {};
  await startApplying(admin, importId, { preview, accepted: true });
  return { id, importId };
}

test('checkouts of another product do not wait while an import changes one product and is undone', async () => {
  const { id, importId } = await anImport();
  const applying = await longestCheckout(id, () => workOnImport(admin, importId));
  expect(await readImport(admin, importId)).toMatchObject({ status: 'applied' });
  expect(await onHand(id)).toBe(58);
  await startUndoing(admin, importId);
  const undoing = await longestCheckout(id, () => workOnImport(admin, importId));
  expect(await readImport(admin, importId)).toMatchObject({ status: 'undone', left: 0 });
  expect(await onHand(id)).toBe(50);

  expect(await checkInvariants(fresh.db)).toEqual([]);
  expect(applying).toBeLessThan(LONGEST_MS);
  expect(undoing).toBeLessThan(LONGEST_MS);
});

test('checkouts of another product do not wait while an import and a checkout of one product wait', async () => {
  const { id, importId } = await anImport();
  const buyer = await aPerson(fresh.db);
  const longest = await longestCheckout(id, async () => {
    const bought = anOrder(buyer, [[id, 1]]);
    await pause(50);
    await Promise.all([workOnImport(admin, importId), bought]);
  });
  expect(await readImport(admin, importId)).toMatchObject({ status: 'applied' });
  expect(await checkInvariants(fresh.db)).toEqual([]);
  expect(longest).toBeLessThan(LONGEST_MS);
});

test('checkouts of another product do not wait while one product is deleted', async () => {
  const id = await aMug(fresh.db, { onHand: 0 });
  await fresh.db.execute(sql`delete from lots where product_id = ${id}`);
  const selection = { ids: [id] };
  const seen = await previewDelete(admin, selection);
  if (!seen.ok) throw new Error(JSON.stringify(seen.problem));
  expect(seen.value.deleted).toHaveLength(1);
  const longest = await longestCheckout(id, async () => {
    expect(await deleteProducts(admin, selection, seen.value.fingerprint)).toMatchObject({ ok: true });
  });
  expect(longest).toBeLessThan(LONGEST_MS);
});
