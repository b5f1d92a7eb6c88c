/** A product's page: its pictures, the text beside them, its buttons' names, its certificate. */
import type { Page } from '@playwright/test';
import { PASSWORDS } from './run.ts';
import { withPictures } from './shop-steps.ts';
import { about, chooseTime, reserveButton, signInByForm, successHeading, visit } from './steps.ts';
import { expect, test } from './support.ts';
import { expectAccessible, expectNoSidewaysScroll } from './watch.ts';

const PHONE = { width: 390, height: 844 };
const WIDE = { width: 1440, height: 900 };

const slide = (page: Page, place: number) =>
  page.getByRole('img', { name: `View ${place}`, exact: true }).first();
const dots = (page: Page) => page.getByRole('list', { name: 'Choose a picture' }).getByRole('link');

test.describe('on a phone', () => {
  test.use({ viewport: PHONE });

  test('pictures fill the width and slide, and dots mark the current one and lead to the others', async ({
    page,
    shop,
  }) => {
    const item = await withPictures(shop, 3);
    await visit(page, item.path);
    const strip = page.getByRole('list', { name: 'Pictures, scroll sideways' });
    expect(await strip.boundingBox()).toMatchObject({ x: 0, width: PHONE.width });
    await expect(dots(page)).toHaveCount(3);
    await expect(dots(page).nth(0)).toHaveAttribute('aria-current', 'true');
    await expect(slide(page, 3)).not.toBeInViewport();
    await dots(page).nth(2).press('Enter');
    await expect(slide(page, 3)).toBeInViewport({ ratio: 0.99 });
    await expect(dots(page).nth(2)).toHaveAttribute('aria-current', 'true');
    await expect(dots(page).nth(0)).not.toHaveAttribute('aria-current');
    await expect(strip.getByText('Picture 3 of 3')).toBeAttached();
    // By finger, or the arrow keys.
    await strip.evaluate((element) => element.scrollTo({ left: element.clientWidth }));
    await expect(page.getByRole('link', { name: 'Picture 2 of 3' })).toHaveAttribute('aria-current', 'true');
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  });

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

  test.describe('without scripts', () => {
    test.use({ javaScriptEnabled: false });

    test('the dots link into the strip, and none is marked current', async ({ page, shop }) => {
      const item = await withPictures(shop, 2);
      await page.goto(item.path);
      await expect(dots(page).nth(0)).not.toHaveAttribute('aria-current');
      await dots(page).nth(1).click();
      await expect(slide(page, 2)).toBeInViewport();
    });
  });
});

test('a picture enlarges by keyboard, and closing it returns to the same place', async ({ page, shop }) => {
  const item = await withPictures(shop, 2);
  await visit(page, item.path);
  const enlarge = page.getByRole('link', { name: 'Enlarge picture 1' });
  await enlarge.press('Enter');
  const dialog = page.getByRole('dialog', { name: item.name });
  const large = dialog.getByRole('img', { name: 'View 1' });
  await expect(large).toBeVisible();
  await expect(large).toBeInViewport({ ratio: 1 });
  await dialog.getByRole('button', { name: 'Show the picture at full size' }).press('Enter');
  await expect.poll(async () => (await large.boundingBox())?.width).toBe(1200);
  await dialog.getByRole('button', { name: 'Fit the picture on the screen' }).press('Enter');
  await expect(large).toBeInViewport({ ratio: 1 });
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(enlarge).toBeFocused();
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

test('Reserve for Pickup holds the units until the store closes and leads to choosing a time', async ({
  page,
  context,
  shop,
}) => {
  await shop.signIn(context, await shop.person());
  const item = await shop.product({ onHand: 5 });
  await visit(page, item.path);
  await page.getByRole('spinbutton', { name: 'Quantity' }).fill('2');
  await page.getByRole('button', { name: 'Reserve for Pickup' }).click();
  await expect(page).toHaveURL(/\/checkout\?reservation=[-0-9a-f]+$/);
  const held = page.getByRole('main').getByText(`Reserved 2 of ${item.name}. Held until `);
  await expect(held).toContainText(/Held until \w{3}, \w{3} \d+, \d+:\d\d [AP]M, when we close\./);
  // Nothing covers the times, which are pressed next.
  await expect(page.getByRole('region', { name: 'Messages' }).locator('.toast')).toHaveCount(0);
  expect(await shop.available(item)).toBe(3);
  await chooseTime(page);
  await reserveButton(page).click();
  await expect(successHeading(page)).toBeVisible();
  expect(await shop.available(item)).toBe(3);
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
