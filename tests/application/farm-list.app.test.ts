/**
 * A farm's own list of forty products, imported in a shop that began empty, by pages alone (`farm-shop.ts`): titles
 * above the heads, prices with a dollar sign, percentages, merchandise without batches, categories that the shop lacks.
 */
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PlainPage } from '#tests/journeys/plain-page.ts';
import { type Application, startApplication } from '#tests/support/application.ts';
import { type FarmShop, farmShop } from '#tests/support/farm-shop.ts';

let shop: FarmShop;
let app: Application;

beforeAll(async () => {
  shop = await farmShop();
  app = await startApplication({ NODE_ENV: 'production', DATABASE_URL: shop.url });
});
afterAll(async () => {
  await app?.stop();
  await shop?.stop();
});

test('forty products of a farm’s own list are imported, and no row is lost', async () => {
  const { rows } = await shop.db.execute(sql`
    select p.name, c.name as category, p.retail_price as price, p.wholesale_price as cost, l.batch_number as batch,
      l.on_hand as units, l.status
    from products p join categories c on c.id = p.category_id join lots l on l.product_id = p.id order by p.id`);
  expect(rows).toHaveLength(40);
  expect(new Set(rows.map(({ category }) => category)).size).toBe(7);
  expect(rows.reduce((sum, { units }) => sum + Number(units), 0)).toBe(2027);
  expect(rows).toEqual(
    expect.arrayContaining(
      [
        ['Hollow Haze', 'Flower', 3800, 1800, 'HH-1100', 20],
        ['Hollow Haze', 'Flower', 18_000, 9000, 'HH-1200', 6],
        ['Hollow Haze Pre-Roll', 'Pre-Rolls', 3000, 1200, 'PR-1', 1200],
        ['Clover Honey', 'Pantry', 950, 410, '1', 24],
        ['Farm T-Shirt, moss', 'Apparel', 1800, 725, '1', 8],
      ].map(([name, category, price, cost, batch, units]) => ({
        ...{ name, category, price, cost, batch, units, status: 'sellable' },
      })),
    ),
  );
});

test('guests find them on the menu, with the owner’s categories', async () => {
  const guest = new PlainPage(app.origin);
  await guest.addCookies([{ name: 'age_verified', value: 'yes' }]);
  await guest.goto('/products?category=pantry');
  for (const words of ['Clover Honey', 'Maple Syrup', '$9.50']) expect(guest.words()).toContain(words);
  expect(guest.words()).not.toContain('Hollow Haze');
});
