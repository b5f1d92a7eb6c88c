import { expect, test } from './support.ts';

test.use({ javaScriptEnabled: false });

test.describe('at the gate', () => {
  test.use({ affirmed: false });

  test('both answers work', async ({ page, context }) => {
    await page.goto('/products?category=flower');
    await expect(page.getByRole('main')).toBeHidden();
    await page.getByRole('button', { name: 'I am 21 or older' }).click();
    await expect(page).toHaveURL('/products?category=flower');
    await expect(page.getByRole('heading', { level: 1, name: 'Flower' })).toBeVisible();
    await page.goto('/about');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();

    await context.clearCookies();
    await page.goto('/products');
    await page.getByRole('link', { name: 'I am under 21' }).click();
    await expect(page).toHaveURL('/restricted');
    expect((await context.cookies()).map(({ name }) => name)).not.toContain('age_verified');
  });
});

for (const width of [390, 1440])
  test(`the filter form leads to its results at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.goto('/products');
    await page.getByRole('radio', { name: /^Flower/ }).check();
    await page.getByRole('button', { name: 'Apply filters' }).click();
    await expect(page).toHaveURL(/category=flower.*#results$/);
    await expect(page.getByRole('main').getByRole('article').first()).toBeInViewport();
  });

test('a size’s card adds it, and on a phone products come before the filters', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/products');
  const cards = page.getByRole('main').getByRole('article');
  const filters = page.getByRole('form', { name: 'Filters' });
  const topOf = async (part: typeof filters) => (await part.boundingBox())?.y ?? Number.NaN;
  expect(await topOf(cards.first())).toBeLessThan(await topOf(filters));
  await cards
    .getByRole('button', { name: /^1\/4 oz .*add to cart: Beaverkill Whole Flower/ })
    .first()
    .click();
  await expect(page).toHaveURL('/cart');
  await expect(page.getByRole('main')).toContainText('$80.00');
});

test('the small screen’s menu opens', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/faq');
  await page.getByRole('banner').getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Education' }).click();
  await expect(page).toHaveURL('/education');
});
