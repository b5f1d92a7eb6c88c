/** Sharing a product, and when the browser stores no viewed products. */
import { toast, viewedProducts, visit } from './steps.ts';
import { expect, test } from './support.ts';

test.describe('sharing', () => {
  test('uses the device’s own sharing, and passes on the name and the URL without its query', async ({
    page,
    shop,
  }) => {
    const item = await shop.product();
    await page.addInitScript(() => {
      const share = async (given: object) => void Object.assign(window, { shared: given });
      Object.defineProperty(navigator, 'share', { value: share, configurable: true });
    });
    await visit(page, `${item.path}?utm_source=mail`);
    await page.getByRole('button', { name: `Share: ${item.name}` }).click();
    await expect
      .poll(() => page.evaluate(() => (window as unknown as { shared?: unknown }).shared))
      .toEqual({ title: item.name, url: `${shop.origin}${item.path}` });
    await expect(page.getByRole('region', { name: 'Messages' })).toHaveCount(0);
  });

  test('copies the link where the device cannot share, and otherwise shows it', async ({
    page,
    context,
    shop,
  }) => {
    const item = await shop.product();
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: shop.origin });
    await page.addInitScript(() =>
      Object.defineProperty(navigator, 'share', { value: undefined, configurable: true }),
    );
    await visit(page, item.path);
    const share = page.getByRole('button', { name: `Share: ${item.name}` });
    await share.click();
    await expect(toast(page, 'Link copied.')).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${shop.origin}${item.path}`);
    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new Error('no'));
    });
    await share.click();
    await expect(toast(page, `The link could not be copied. It is ${shop.origin}${item.path}`)).toBeVisible();
  });
});

test('signing out clears them', async ({ page, context, shop }) => {
  const person = await shop.person();
  await shop.signIn(context, person);
  await visit(page, (await shop.product()).path);
  await expect.poll(() => viewedProducts(page)).toContain(person.userId);
  await page.getByRole('banner').locator('summary').filter({ hasText: person.name }).click();
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await expect(toast(page, 'You are signed out.')).toBeVisible();
  await expect.poll(() => viewedProducts(page)).toBeNull();
});

test.describe('before the age gate is answered', () => {
  test.use({ affirmed: false });

  test('the browser stores no viewed products', async ({ page, shop }) => {
    const item = await shop.product();
    await visit(page, item.path);
    await expect(page.getByRole('heading', { name: 'Are you 21 or older?' })).toBeVisible();
    expect(await viewedProducts(page)).toBeNull();
    await page.getByRole('button', { name: 'I am 21 or older' }).click();
    await expect.poll(() => viewedProducts(page)).toContain(String(item.id));
  });
});
