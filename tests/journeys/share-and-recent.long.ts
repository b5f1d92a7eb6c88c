/** Viewed products on the next product and in the empty cart. */
import type { Page } from '@playwright/test';
import { eq } from 'drizzle-orm';
import { products } from '#db/schema/catalogue.ts';
import { viewedProducts, visit } from './steps.ts';
import { expect, test } from './support.ts';
import { expectAccessible, expectFits } from './watch.ts';

const shelf = (page: Page) => page.getByRole('region', { name: 'Recently viewed' });

test('viewed products appear on the next product and in the empty cart, up to date, until a button clears them', async ({
  page,
  shop,
}) => {
  const [first, second, third] = [await shop.product(), await shop.product(), await shop.product()];
  await visit(page, first.path);
  await expect.poll(() => viewedProducts(page)).toContain(String(first.id));
  await expect(shelf(page)).toHaveCount(0);
  await visit(page, second.path);
  await expect(shelf(page).getByRole('link')).toHaveText([first.name]);
  await shop.reprice(first, 1234);
  await visit(page, third.path);
  await expect(shelf(page).getByRole('link')).toHaveText([second.name, first.name]);
  await expect(shelf(page)).toContainText('$12.34');
  await expectFits(page);

  // A product that left the menu has also left the list.
  await shop.db.update(products).set({ forSale: false }).where(eq(products.id, second.id));
  await visit(page, '/cart');
  await expect(page.getByRole('heading', { name: 'Your cart is empty.' })).toBeVisible();
  await expect(shelf(page).getByRole('link')).toHaveText([third.name, first.name]);
  await expectAccessible(page);
  await shelf(page).getByRole('button', { name: 'Clear' }).click();
  await expect(shelf(page)).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  expect(await viewedProducts(page)).toBeNull();
});
