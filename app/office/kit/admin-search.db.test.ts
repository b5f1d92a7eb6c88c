/** Tests the back office's search on many rows: by permission, masked, and with an index for every statement. */
import { eq, inArray, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { guest } from '#core/ground/access/actor.ts';
import { databasePool } from '#db/client.ts';
import { customerProfiles } from '#db/schema/customers.ts';
import { lots } from '#db/schema/stock.ts';
import { fillCustomers } from '#seed/bulk/fill-customers.ts';
import { ensureShelves, fillProducts } from '#seed/bulk/fill-products.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { aPerson, aProduct } from '#tests/support/people.ts';
import {
  candidates,
  searchBackOffice,
  selectBatches,
  selectProducts,
} from '../search/admin-search-queries.server.ts';

let fresh: FreshDatabase;
let staff: SignedIn;
let admin: SignedIn;

beforeAll(async () => {
  fresh = await freshDatabase();
  staff = await aPerson(fresh.db, { role: 'staff' });
  admin = await aPerson(fresh.db, { role: 'admin' });
  await ensureShelves(fresh.db);
  await fillCustomers(20_000, 3, () => undefined, new Date());
  await fillProducts(20_000, () => undefined, new Date());
  await fresh.db.execute(sql`vacuum analyze customer_profiles, users, products, lots`);
}, 180_000);
afterAll(() => fresh.stop());

describe('what a person may see', () => {
  test('is found by name, address, phone and product, with the phone masked', async () => {
    const person = await aPerson(fresh.db, { name: 'Zelda Quillfeather', email: 'zq.unique@example.com' });
    await fresh.db
      .update(customerProfiles)
      .set({ phone: '(607) 555-8876' })
      .where(eq(customerProfiles.userId, person.userId));
    const productId = await aProduct(fresh.db, { name: 'Quillmoon Nine', upcCode: '990011223344' });
    const row = {
      id: person.userId,
      to: `/admin/customers/${person.userId}`,
      title: 'Zelda Quillfeather',
      detail: 'zq.unique@example.com · •••76',
    };
    for (const typed of ['quillfea', 'ZQ.UNIQUE@', 'zelda  quill', '607 555-8876']) {
      const groups = await searchBackOffice(staff, typed);
      expect([typed, groups.find(({ label }) => label === 'Customers')?.rows]).toEqual([
        typed,
        expect.arrayContaining([row]),
      ]);
    }
    const product = async (actor: SignedIn, typed: string) =>
      (await searchBackOffice(actor, typed)).find(({ label }) => label === 'Products')?.rows[0]?.to;
    expect(await product(admin, 'nine quillmoon')).toBe(`/admin/products/${productId}`);
    expect(await product(staff, '990011223344')).toBe(`/admin/products/${productId}/lots`);
  });

  test('includes every setting, for those who may change settings, each with a link to its field', async () => {
    const settings = async (actor: SignedIn) =>
      (await searchBackOffice(actor, 'poison center')).find(({ label }) => label === 'Settings');
    expect(await settings(admin)).toMatchObject({
      rows: [{ to: '/admin/settings/warnings#poisonCenter', title: 'Poison Center' }],
      all: '/admin/settings?q=poison+center',
    });
    expect(await settings(staff)).toBeUndefined();
  });

  test('includes every lot with the batch number, in any case, also by its first letters', async () => {
    const sizes = [await aProduct(fresh.db, { size: '3.5 g' }), await aProduct(fresh.db, { size: '7 g' })];
    await fresh.db.update(lots).set({ batchNumber: 'BVK-2604' }).where(inArray(lots.productId, sizes));
    for (const typed of ['BVK-2604', 'bvk-26', 'Batch bvk-2604']) {
      const groups = await searchBackOffice(staff, typed);
      const found = groups.find(({ label }) => label === 'Batches');
      expect([typed, found?.rows.map(({ title }) => title)]).toEqual([
        typed,
        ['Batch BVK-2604', 'Batch BVK-2604'],
      ]);
      expect(found?.rows[0]?.to).toMatch(/^\/admin\/lots\/\d+$/);
    }
    expect(
      (await searchBackOffice(staff, 'VK-2604')).find(({ label }) => label === 'Batches'),
    ).toBeUndefined();
  });

  test('is nothing for guests, customers and banned staff', async () => {
    const customer = await aPerson(fresh.db);
    for (const actor of [guest, customer, { ...staff, isBanned: true }])
      expect(await searchBackOffice(actor, 'zelda')).toEqual([]);
  });

  test('is at most five of a kind, the best first', async () => {
    const [{ name } = { name: '' }] = await fresh.db
      .select({ name: sql<string>`split_part(${customerProfiles.fullName}, ' ', 1)` })
      .from(customerProfiles)
      .limit(1);
    const groups = await searchBackOffice(staff, name);
    for (const { rows } of groups) expect(rows.length).toBeLessThanOrEqual(5);
  });

  test.each(['%', '_', '\\', "'; drop table users; --", '%%%%', '(', '\u202e', '🌱🌱🌱', 'a'.repeat(200)])(
    'survives the search %j',
    async (typed) => {
      expect(await searchBackOffice(admin, typed)).toBeInstanceOf(Array);
    },
  );
});

async function wholeTables(statement: { sql: string; params: unknown[] }): Promise<string[]> {
  const { rows } = await databasePool().query(`explain (format json) ${statement.sql}`, statement.params);
  const text = JSON.stringify(rows[0]['QUERY PLAN']);
  return [...text.matchAll(/"Node Type":"Seq Scan"[^}]*?"Relation Name":"(\w+)"/g)].map(
    ([, name = '']) => name,
  );
}

test.each(['zzyzx', 'quillfeather', 'a.b@example', '607 555-8876'])(
  '%s is looked up in indexes',
  async (typed) => {
    for (const part of candidates(typed)) {
      const statement = fresh.db.select({ found: sql`1` }).from(sql`${part} as found`).toSQL();
      expect([typed, await wholeTables(statement)]).toEqual([typed, []]);
    }
    expect(await wholeTables(selectProducts(typed).toSQL())).toEqual([]);
    expect(await wholeTables(selectBatches(typed).toSQL())).toEqual([]);
  },
);
