/** Sizes of one product: one card, one page with a choice, each size a product. */
import type { Page } from '@playwright/test';
import { eq } from 'drizzle-orm';
import { products } from '#db/schema/catalogue.ts';
import { productStock } from '#db/schema/stock.ts';
import { threeSizes } from './shop-steps.ts';
import { addToCart, cartLink, sizeChoice, visit } from './steps.ts';
import { expect, test } from './support.ts';
import { expectAccessible, expectNoSidewaysScroll } from './watch.ts';

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });

for (const width of [390, 1440]) {
  test(`a keyboard chooses a size at ${width} px, and scroll, focus and Back stay right`, async ({
    page,
    shop,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    const { name, sizes } = await threeSizes(shop);
    const [eighth, quarter, half] = sizes;
    await visit(page, `/products?q=${encodeURIComponent(name)}`);
    const card = page.getByRole('region', { name: 'Products' }).getByRole('article');
    await expect(card).toHaveCount(1);
    await expect(card).toContainText('From $42.00');
    const pills = card.getByRole('button', { name: /add to cart/ });
    await expect(pills).toHaveText([/^1\/8 oz \$42\.00/, /^1\/4 oz \$78\.00/, /^1\/2 oz \$140\.50/]);
    for (const pill of await pills.all())
      expect((await pill.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    await pills.nth(1).press('Enter');
    await expect(pills.nth(1)).toContainText('1 in cart');
    await expect(pills.nth(0)).not.toContainText('in cart');
    await expect(cartLink(page, 1)).toBeVisible();
    await card.getByRole('link', { name, exact: true }).click();
    await expect(heading(page, eighth.name)).toBeFocused();
    await expect(sizeChoice(page).getByRole('link')).toHaveText([
      /^1\/8 oz\s*\$42\.00\s*3\.5 g\s*\$12\.00\/g$/,
      /^1\/4 oz\s*\$78\.00\s*7 g\s*\$11\.14\/g$/,
      /^1\/2 oz\s*\$140\.50\s*14 g\s*\$10\.04\/g$/,
    ]);
    await expect(sizeChoice(page).locator('[aria-current]')).toContainText('1/8 oz');
    await expectAccessible(page);
    for (const other of [320, 768, width]) {
      await page.setViewportSize({ width: other, height: 800 });
      await expectNoSidewaysScroll(page);
    }

    const third = sizeChoice(page).getByRole('link', { name: /^1\/2 oz/ });
    await third.focus();
    const before = await page.evaluate(() => window.scrollY);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(half.path);
    await expect(heading(page, half.name)).toBeVisible();
    await expect(page).toHaveTitle(new RegExp(`^${half.name}`));
    await expect(third).toBeFocused();
    await expect(third).toHaveAttribute('aria-current', 'page');
    expect(Math.abs((await page.evaluate(() => window.scrollY)) - before)).toBeLessThanOrEqual(1);
    await expect(page.locator('[data-route-change]')).toHaveText(new RegExp(half.name));
    await expect(page.getByText('Comes as 14 grams.')).toBeVisible();
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', new RegExp(`${half.path}$`));
    const data = JSON.parse(
      (await page.locator('script[type="application/ld+json"]').first().textContent()) ?? '',
    );
    expect(data).toMatchObject({
      '@type': 'ProductGroup',
      name,
      hasVariant: [{}, {}, { '@type': 'Product', sku: String(half.id), size: '1/2 oz' }],
    });

    await sizeChoice(page)
      .getByRole('link', { name: /^1\/4 oz/ })
      .press('Enter');
    await expect(page).toHaveURL(quarter.path);
    await page.goBack();
    await expect(page).toHaveURL(/\/products\?q=/);
    await expect(card.getByRole('link', { name, exact: true })).toBeFocused();
  });
}

test('choosing another size resets the quantity, and the cart has the chosen size', async ({
  page,
  shop,
}) => {
  const { sizes } = await threeSizes(shop);
  const [eighth, quarter] = sizes;
  await visit(page, eighth.path);
  await page.getByRole('spinbutton', { name: 'Quantity' }).fill('3');
  await sizeChoice(page)
    .getByRole('link', { name: /^1\/4 oz/ })
    .click();
  await expect(heading(page, quarter.name)).toBeVisible();
  await expect(page.getByRole('spinbutton', { name: 'Quantity' })).toHaveValue('1');
  await addToCart(page, quarter);
  await expect(cartLink(page, 1)).toBeVisible();
  await visit(page, '/cart');
  await expect(page.getByRole('main').getByText(quarter.name).first()).toBeVisible();
});

test('a sold-out size says so, the card shows an available one, and a size taken off the menu disappears', async ({
  page,
  shop,
}) => {
  const { name, sizes } = await threeSizes(shop);
  const [eighth, quarter, half] = sizes;
  const stock = eq(productStock.productId, eighth.id);
  await shop.takeAway(eighth, 10);
  await expect(async () => {
    await visit(page, quarter.path);
    await expect(sizeChoice(page).getByRole('link', { name: /^1\/8 oz/ })).toContainText('Sold out', {
      timeout: 500,
    });
  }).toPass();
  const [sold] = await shop.db.select().from(productStock).where(stock);
  expect((sold?.onHand ?? 0) - (sold?.held ?? 0)).toBe(0);
  await expect(async () => {
    await visit(page, `/products?q=${encodeURIComponent(name)}`);
    await expect(page.getByRole('article').first()).toContainText('From $78.00', { timeout: 500 });
  }).toPass();
  await shop.db.update(products).set({ forSale: false }).where(eq(products.id, half.id));
  await expect(async () => {
    await visit(page, quarter.path);
    await expect(sizeChoice(page).getByRole('link')).toHaveCount(2, { timeout: 500 });
  }).toPass();
});
