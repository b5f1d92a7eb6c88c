/** Announced changes, the in-memory index and the page cache together: no list stays outdated after a change. */
import { randomBytes } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { NO_FILTER } from '#core/goods/catalogue/catalogue-filter.ts';
import { openCatalogueIndex } from '#core/goods/catalogue/catalogue-index.server.ts';
import { readCatalogue } from '#core/goods/catalogue/catalogue-queries.server.ts';
import { announceChange, onChange } from '#db/announced-changes.ts';
import { type Listener, listen } from '#db/listen.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { aProduct } from '#tests/support/people.ts';
import { CachedPage } from './page-bytes.ts';
import { PageCache } from './page-cache.ts';

const pages = new PageCache();
let fresh: FreshDatabase;
let listener: Listener;
const stopInvalidating = onChange((change) => pages.invalidate(change));

beforeAll(async () => {
  fresh = await freshDatabase();
  await aProduct(fresh.db);
  listener = await listen({
    url: fresh.url,
    channel: 'catalogue',
    onNotify: announceChange,
    onReconnect: () => undefined,
  });
  await openCatalogueIndex({
    onMove: () => {
      pages.moves += 1;
    },
  });
});
afterAll(async () => {
  stopInvalidating();
  await listener.stop();
  await fresh.stop();
});

/** The IDs on a guest's search page, from the cache if it has the page. */
async function search(q: string): Promise<number[]> {
  const wanted = { key: q, isEndless: true };
  const render = async () => {
    const catalogue = await readCatalogue({ ...NO_FILTER, q });
    return new CachedPage(Buffer.from(JSON.stringify(catalogue.products.map(({ id }) => id))), {}, 'br');
  };
  const cached = pages.get(wanted);
  if (cached) return idsOn(cached);
  const rendered = await pages.render(wanted, '192.0.2.1', render);
  return rendered.ok && rendered.value ? idsOn(rendered.value) : [];
}

const idsOn = (page: CachedPage): number[] => JSON.parse(page.answer('identity').body.toString());

async function addProduct(name: string): Promise<number> {
  const { rows } = await fresh.db.execute<{ id: number }>(sql`
    with added as (
      insert into products (name, product_type, tax_class, retail_price, category_id, for_sale)
      select ${name}, 'gear', 'general', 100, id, true from categories limit 1
      returning id
    )
    insert into product_stock (product_id) select id from added returning product_id as id`);
  return rows[0]?.id ?? 0;
}

test('a search shows products added in quick succession, however often it runs in between', async () => {
  for (let round = 0; round < 30; round++) {
    const name = `Ladder ${randomBytes(4).toString('hex')}`;
    let isAdding = true;
    const askAgain = async () => {
      for (; isAdding; await turn()) await search(name);
    };
    const asking = [askAgain(), askAgain()];
    const added: number[] = [];
    for (const word of ['one', 'two', 'three']) added.push(await addProduct(`${name} ${word}`));
    isAdding = false;
    await Promise.all(asking);
    await expect
      .poll(async () => (await search(name)).sort((a, b) => a - b), { interval: 5, timeout: 10_000 })
      .toEqual(added);
  }
});
