/** The list of lots over twenty thousand lots: each of its statements uses an index. */
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { database, databasePool } from '#db/client.ts';
import { type KeysetQuery, readKeysetPage } from '#db/keyset.ts';
import type { Position } from '#kernel/list-state.ts';
import { parseDate } from '#kernel/time.ts';
import { ensureShelves, fillProducts } from '#seed/bulk/fill-products.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { aPerson } from '#tests/support/people.ts';
import { lotList } from './lot-list.ts';
import { findLots, lotKeyset, lotsOf, selectLots } from './lot-list-queries.server.ts';

let fresh: FreshDatabase;
let by: string;
const today = parseDate('2026-06-06') ?? expect.fail('no day');
beforeAll(async () => {
  fresh = await freshDatabase();
  by = (await aPerson(fresh.db, { role: 'staff' })).userId;
  await ensureShelves(fresh.db);
  await fillProducts(20_000, () => undefined, new Date());
  // A mature store: a few lots in quarantine, a few that expire soon.
  await fresh.db.execute(sql`update lots set status = 'quarantined', quarantined_by = ${by}
    where id in (select id from lots where held = 0 order by id limit 40)`);
  await fresh.db.execute(sql`update product_stock set on_hand = coalesce((
    select sum(on_hand) from lots where lots.product_id = product_stock.product_id and status = 'sellable'), 0)
    where product_id in (select product_id from lots where status = 'quarantined')`);
  await fresh.db.execute(sql`update lots set expires_on = '2026-06-10' where id in (
    select id from lots where status = 'sellable' order by id desc limit 40)`);
  await fresh.db.execute(sql`vacuum analyze lots, products, product_stock`);
}, 180_000);
afterAll(() => fresh.stop());

const options = () => ({ shelves: [{ id: 1, name: 'Flower' }], people: [{ id: by, name: 'Kim' }] });

type Plan = { 'Node Type': string; 'Relation Name'?: string; 'Index Name'?: string; Plans?: Plan[] };

async function planOf(text: string, position: Position | null = null) {
  const state = lotList(options()).parse(new URLSearchParams(text));
  const matching = lotsOf(state, today, await findLots(state, today));
  let statement = { sql: '', params: [] as unknown[] };
  await readKeysetPage<{ key: string[] }>(lotKeyset(state), position, 25, (query: KeysetQuery) => {
    statement = selectLots(database(), matching, query).toSQL();
    return Promise.resolve([]);
  });
  const { rows } = await databasePool().query(
    `explain (analyze, buffers, format json) ${statement.sql}`,
    statement.params,
  );
  const [{ Plan: plan }] = rows[0]['QUERY PLAN'] as [{ Plan: Plan & Record<string, number> }];
  const steps: Plan[] = [];
  const walk = (step: Plan) => {
    steps.push(step);
    for (const inner of step.Plans ?? []) walk(inner);
  };
  walk(plan);
  return {
    blocks: (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0),
    wholeTables: steps
      .filter((step) => step['Node Type'] === 'Seq Scan')
      .map((step) => step['Relation Name'])
      .filter((table) => table === 'lots' || table === 'products'),
    indexes: steps.flatMap((step) => step['Index Name'] ?? []),
  };
}

test.each([
  ['', 'lots_received_idx'],
  ['sort=received', 'lots_received_idx'],
  ['sort=expires', 'lots_last_day_idx'],
  ['sort=-product', 'products_name_idx'],
  ['status=quarantined', 'lots_status_idx'],
])('the list %s reads %s and no whole table', async (text, index) => {
  const plan = await planOf(text);
  expect(plan.wholeTables).toEqual([]);
  expect(plan.indexes).toContain(index);
});

test('filters for rare quarantine, early expiry, and part of a batch or tag read few blocks', async () => {
  await fresh.db.execute(sql`update lots set package_tag = '1A4FF0300000026000123456'
    where id = (select max(id) from lots)`);
  for (const text of [
    `by=${by}`,
    'find=000123456',
    'find=zzqqx',
    'units=held',
    'expiry=soon',
    'expiry=past',
  ]) {
    const plan = await planOf(text);
    expect(plan.wholeTables).toEqual([]);
    expect(plan.blocks).toBeLessThan(2000);
  }
});

test('a deep page reads as much as the first', async () => {
  const { rows } = await fresh.db.execute<{ key: string[] }>(sql`
    select array[created_at::text, id::text] as key from lots order by created_at desc, id desc offset 8000 limit 1`);
  const first = (await planOf('')).blocks;
  const deep = await planOf('', { direction: 'after', key: rows[0]?.key ?? [] });
  expect(first).toBeLessThan(500);
  expect(deep.blocks).toBeLessThan(first * 1.5);
});
