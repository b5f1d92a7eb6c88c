/** A product's page: its pictures by finger and by keyboard, and Reserve for Pickup. */
import { dots, PHONE, slide } from './product-page-steps.ts';
import { withPictures } from './shop-steps.ts';
import { chooseTime, reserveButton, successHeading, visit } from './steps.ts';
import { expect, test } from './support.ts';
import { expectAccessible, expectNoSidewaysScroll } from './watch.ts';

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
