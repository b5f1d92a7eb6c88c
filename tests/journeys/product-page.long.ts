/** Where a product's pictures, words and buttons are, on a phone and on a wide screen, and a guest's reservation. */
import { dots, PHONE, slide } from './product-page-steps.ts';
import { PASSWORDS } from './run.ts';
import { withPictures } from './shop-steps.ts';
import { about, signInByForm, visit } from './steps.ts';
import { expect, test } from './support.ts';
import { expectAccessible } from './watch.ts';

const WIDE = { width: 1440, height: 900 };

test.describe('on a phone', () => {
  test.use({ viewport: PHONE });

  test('a single picture has no dots and no count', async ({ page, shop }) => {
    const item = await withPictures(shop, 1);
    await visit(page, item.path);
    await expect(slide(page, 1)).toBeInViewport();
    await expect(dots(page)).toHaveCount(0);
    await expect(page.getByText(/^Picture \d of/)).toHaveCount(0);
  });

  test('a picture’s place shows the picture’s color until it loads', async ({ page, shop }) => {
    const item = await withPictures(shop, 1);
    await visit(page, item.path);
    const ground = page.getByRole('region', { name: 'Pictures' }).locator('svg.tint');
    await expect(ground).toHaveCSS('background-color', 'rgb(210, 220, 212)');
    expect((await ground.boundingBox())?.width).toBe(PHONE.width);
  });
});

test('on a narrow phone the quantity and “Add to cart” share a row', async ({ page, shop }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  const item = await shop.product();
  await visit(page, item.path);
  const field = await page.getByRole('spinbutton', { name: 'Quantity' }).boundingBox();
  const add = await page.getByRole('button', { name: about('Add to cart', item.name) }).boundingBox();
  expect(add?.y).toBeCloseTo(field?.y ?? 0, 0);
});

test('on a wide screen one thumbnail has a ring at a time: the one with the focus', async ({
  page,
  shop,
}) => {
  await page.setViewportSize(WIDE);
  const item = await withPictures(shop, 3);
  await visit(page, item.path);
  await expect(dots(page).nth(0)).toHaveAttribute('aria-current', 'true');
  const ringed = () =>
    dots(page).evaluateAll((all) =>
      all.flatMap((link, place) => (getComputedStyle(link).outlineStyle === 'none' ? [] : [place])),
    );
  expect(await ringed()).toEqual([]);
  await dots(page).nth(0).focus();
  await page.keyboard.press('Tab');
  await expect(dots(page).nth(1)).toBeFocused();
  expect(await ringed()).toEqual([1]);
});

test('on a wide screen the picture takes one half and stays in view while the facts scroll', async ({
  page,
  shop,
}) => {
  await page.setViewportSize(WIDE);
  const item = await shop.product({ description: 'Smells of cedar and black pepper. '.repeat(50) });
  await visit(page, item.path);
  const picture = page.getByRole('region', { name: 'Pictures' });
  const main = await page.locator('.product-layout').boundingBox();
  expect((await picture.boundingBox())?.width).toBeGreaterThan((main?.width ?? 0) * 0.45);
  await page.evaluate(() => window.scrollTo(0, 400));
  await expect(picture).toBeInViewport({ ratio: 0.9 });
});

test('on a wide screen the text is beside the picture, on the first screen', async ({ page, shop }) => {
  await page.setViewportSize(WIDE);
  const item = await shop.product({
    description: 'Smells of cedar and black pepper.',
    cannabisContent: 'Cannabis flower, nothing added.',
    strainName: 'Kestrel Moon',
    strainCode: 'KES',
  });
  await visit(page, item.path);
  const picture = await page.getByRole('region', { name: 'Pictures' }).boundingBox();
  for (const words of [
    page.getByText('Smells of cedar and black pepper.'),
    page.getByRole('heading', { name: 'What to expect' }),
    page.getByText('Cannabis flower, nothing added.'),
    page.getByRole('definition').filter({ hasText: 'Kestrel Moon (KES)' }),
    page.getByRole('button', { name: 'Reserve for Pickup' }),
  ]) {
    await expect(words).toBeInViewport({ ratio: 0.99 });
    const box = await words.boundingBox();
    expect(box?.x).toBeGreaterThan((picture?.x ?? 0) + (picture?.width ?? 0));
    expect(box?.y).toBeLessThan((picture?.y ?? 0) + (picture?.height ?? 0));
  }
  await expectAccessible(page);
});

test('a guest who presses Reserve for Pickup signs in, and the units are then held', async ({
  page,
  shop,
}) => {
  const item = await shop.product({ onHand: 5 });
  await visit(page, item.path);
  await page.getByRole('spinbutton', { name: 'Quantity' }).fill('2');
  await page.getByRole('button', { name: 'Reserve for Pickup' }).click();
  await expect(page.getByText('Please log in to reserve a product', { exact: true })).toBeVisible();
  await page.getByRole('region', { name: 'Messages' }).getByRole('link', { name: 'Sign In' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Customer Login' })).toBeVisible();
  expect(await shop.available(item)).toBe(5);
  await signInByForm(page.getByRole('main'), 'customer@twobranches.example', PASSWORDS.customer);
  await expect(page).toHaveURL(/\/checkout\?reservation=[-0-9a-f]+$/);
  expect(await shop.available(item)).toBe(3);
  // Done once: the page has nothing left to do.
  await page.goto('/reserve');
  await expect(page).toHaveURL('/products');
  expect(await shop.available(item)).toBe(3);
});
