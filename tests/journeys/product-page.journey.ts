/** A product's own page: its pictures, what stands beside them, what its buttons say of themselves, its certificate. */
import type { Page } from '@playwright/test';
import { eq } from 'drizzle-orm';
import { productImages } from '#db/schema/catalogue.ts';
import { lots } from '#db/schema/stock.ts';
import { PASSWORDS } from './run.ts';
import type { Item, Shop } from './shop.ts';
import { about, chooseTime, fillCart, reserveButton, signInByForm, successHeading, visit } from './steps.ts';
import { expect, test } from './support.ts';
import { expectAccessible, expectNoSidewaysScroll } from './watch.ts';

const PHONE = { width: 390, height: 844 };
const WIDE = { width: 1440, height: 900 };
const tint = '#d2dcd4';

/** A product with so many pictures, which are others' in storage, under words of their own. */
async function withPictures(shop: Shop, count: number): Promise<Item> {
  const item = await shop.product();
  const stored = await shop.db.select({ key: productImages.key }).from(productImages).limit(count);
  expect(stored).toHaveLength(count);
  await shop.db.insert(productImages).values(
    stored.map(({ key }, position) => ({
      productId: item.id,
      position,
      key,
      alt: `View ${position + 1}`,
      tint,
    })),
  );
  await expect
    .poll(async () =>
      (await fetch(`${shop.origin}${item.path}`, { headers: { cookie: 'age_verified=yes' } })).text(),
    )
    .toContain('View 1');
  return item;
}

const slide = (page: Page, place: number) =>
  page.getByRole('img', { name: `View ${place}`, exact: true }).first();
const dots = (page: Page) => page.getByRole('list', { name: 'Choose a picture' }).getByRole('link');

test.describe('on a phone', () => {
  test.use({ viewport: PHONE });

  test('pictures fill the width and slide; dots say which is seen, and lead to the others', async ({
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
    // By a finger, or the arrow keys.
    await strip.evaluate((element) => element.scrollTo({ left: element.clientWidth }));
    await expect(page.getByRole('link', { name: 'Picture 2 of 3' })).toHaveAttribute('aria-current', 'true');
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  });

  test('a single picture has no dots and is not counted', async ({ page, shop }) => {
    const item = await withPictures(shop, 1);
    await visit(page, item.path);
    await expect(slide(page, 1)).toBeInViewport();
    await expect(dots(page)).toHaveCount(0);
    await expect(page.getByText(/^Picture \d of/)).toHaveCount(0);
  });

  test('a picture’s place has its own color until it is there', async ({ page, shop }) => {
    const item = await withPictures(shop, 1);
    await visit(page, item.path);
    const ground = page.getByRole('region', { name: 'Pictures' }).locator('svg.tint');
    await expect(ground).toHaveCSS('background-color', 'rgb(210, 220, 212)');
    expect((await ground.boundingBox())?.width).toBe(PHONE.width);
  });

  test.describe('without scripts', () => {
    test.use({ javaScriptEnabled: false });

    test('the dots are links into the strip, and none claims to be seen', async ({ page, shop }) => {
      const item = await withPictures(shop, 2);
      await page.goto(item.path);
      await expect(dots(page).nth(0)).not.toHaveAttribute('aria-current');
      await dots(page).nth(1).click();
      await expect(slide(page, 2)).toBeInViewport();
    });

    test('a picture enlarges as a file of its own', async ({ page, shop }) => {
      const item = await withPictures(shop, 1);
      await page.goto(item.path);
      const link = page.getByRole('link', { name: 'Enlarge the picture' });
      const file = await page.request.get((await link.getAttribute('href')) ?? '');
      expect(file.headers()['content-type']).toBe('image/webp');
    });
  });
});

test('a picture enlarges by the keyboard, and closing it leads back to where one was', async ({
  page,
  shop,
}) => {
  const item = await withPictures(shop, 2);
  await visit(page, item.path);
  const enlarge = page.getByRole('link', { name: 'Enlarge picture 1' });
  await enlarge.press('Enter');
  const dialog = page.getByRole('dialog', { name: item.name });
  const large = dialog.getByRole('img', { name: 'View 1' });
  await expect(large).toBeVisible();
  expect((await large.boundingBox())?.width).toBe(1200);
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

test('on a wide screen the words stand beside the picture, in the first screen', async ({ page, shop }) => {
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
  // Nothing lies on the times, which are pressed next.
  await expect(page.getByRole('region', { name: 'Messages' }).locator('.toast')).toHaveCount(0);
  expect(await shop.available(item)).toBe(3);
  await chooseTime(page);
  await reserveButton(page).click();
  await expect(successHeading(page)).toBeVisible();
  expect(await shop.available(item)).toBe(3);
});

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'a guest with scripts' : 'a guest without scripts', () => {
    test.use({ javaScriptEnabled });

    test('signs in on the way from Reserve for Pickup, and what was pressed is held then', async ({
      page,
      shop,
    }) => {
      const item = await shop.product({ onHand: 5 });
      if (javaScriptEnabled) await visit(page, item.path);
      else await page.goto(item.path);
      await page.getByRole('spinbutton', { name: 'Quantity' }).fill('2');
      await page.getByRole('button', { name: 'Reserve for Pickup' }).click();
      await expect(page.getByText('Please log in to reserve a product', { exact: true })).toBeVisible();
      if (javaScriptEnabled)
        await page.getByRole('region', { name: 'Messages' }).getByRole('link', { name: 'Sign In' }).click();
      await expect(page.getByRole('heading', { level: 1, name: 'Customer Login' })).toBeVisible();
      expect(await shop.available(item)).toBe(5);
      await signInByForm(page.getByRole('main'), 'customer@twobranches.example', PASSWORDS.customer);
      if (!javaScriptEnabled)
        await page.getByRole('main').getByRole('button', { name: 'Reserve for Pickup' }).click();
      await expect(page).toHaveURL(/\/checkout\?reservation=[-0-9a-f]+$/);
      expect(await shop.available(item)).toBe(3);
      // Done once: the page has nothing left to do.
      await page.goto('/reserve');
      await expect(page).toHaveURL('/products');
      expect(await shop.available(item)).toBe(3);
    });
  });
}

test('above what one person may have the cart and checkout say so in ounces, and are closed', async ({
  page,
  context,
  shop,
}) => {
  await shop.signIn(context, await shop.person());
  const item = await shop.product({ limitMg: 28_000 });
  await fillCart(page, { product: item.id, quantity: 4 });
  await visit(page, '/cart');
  const words = 'New York allows 3 oz (85 g) of cannabis per person. Your cart has 112 g.';
  await expect(page.getByText(words)).toBeVisible();
  await expect(page.getByText('Checkout opens when your cart is within the limit.').first()).toBeVisible();
  await expect(page.getByRole('link', { name: 'Checkout' })).toHaveCount(0);
  await expectAccessible(page);

  await visit(page, '/checkout');
  await expect(page.getByText(words)).toBeVisible();
  await expect(reserveButton(page).filter({ visible: true })).toBeDisabled();
  await expect(reserveButton(page).filter({ visible: true })).toHaveAccessibleDescription(/3 oz \(85 g\)/);
  await expectAccessible(page);
  await page.getByRole('main').getByRole('link', { name: 'Back to the cart' }).click();
  await page.getByRole('button', { name: about('One less', item.name) }).click();
  await page.getByRole('link', { name: 'Checkout' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Checkout' })).toBeVisible();
  await expect(reserveButton(page).filter({ visible: true })).toBeEnabled();
});

test('the facts of a batch lead to its certificate, which stays when the batch is recalled', async ({
  page,
  shop,
}) => {
  const item = await shop.product({ size: '3.5 g' });
  const [lot] = await shop.db
    .update(lots)
    .set({ coaNumber: 'COA-77', labName: 'Catskill Analytics', totalThcBasisPoints: 2240 })
    .where(eq(lots.productId, item.id))
    .returning({ id: lots.id });
  await expect(async () => {
    await visit(page, item.path);
    await page.getByRole('link', { name: 'COA-77' }).click({ timeout: 1000 });
  }).toPass();
  await expect(page).toHaveURL(`/certificates/${lot?.id}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Certificate of analysis' })).toBeVisible();
  for (const fact of ['Catskill Analytics', '22.4%', 'Test passed', 'COA-77'])
    await expect(page.getByRole('definition').filter({ hasText: fact })).toBeVisible();
  await expect(
    page.getByText('Ask at the counter to see the printed certificate of batch B-1.'),
  ).toBeVisible();
  await expectAccessible(page);
  await expect(page.getByRole('main').getByRole('link', { name: `${item.name}, 3.5 g` })).toHaveAttribute(
    'href',
    item.path,
  );
  await shop.db.update(lots).set({ status: 'recalled' }).where(eq(lots.productId, item.id));
  await expect(async () => {
    await page.reload();
    await expect(page.getByText('This batch has been recalled.')).toBeVisible({ timeout: 500 });
  }).toPass();
  // What was in it is still in the ledger, which the store's own checks hold against the lots.
  await shop.db.update(lots).set({ status: 'sellable' }).where(eq(lots.productId, item.id));
});

test('whoever has reserved it finds the certificate of their batch on the confirmation, and on their order', async ({
  page,
  context,
  shop,
}) => {
  const item = await shop.product();
  const plain = await shop.product();
  const [lot] = await shop.db
    .update(lots)
    .set({ coaNumber: 'COA-78', labName: 'Catskill Analytics' })
    .where(eq(lots.productId, item.id))
    .returning({ id: lots.id });
  const robin = await shop.person();
  await shop.signIn(context, robin);
  const orders = [await shop.order(robin, item), await shop.order(robin, plain)];
  const certificate = page.getByRole('main').getByRole('link', { name: 'Certificate of batch B-1' });
  for (const path of [`/success?order=${orders[0]}`, `/orders/${orders[0]}`]) {
    await visit(page, path);
    await expect(certificate).toHaveAttribute('href', `/certificates/${lot?.id}`);
    for (const width of [390, 768, 1440]) {
      await page.setViewportSize({ width, height: 844 });
      expect((await certificate.boundingBox())?.height).toBeGreaterThanOrEqual(44);
      await expectNoSidewaysScroll(page);
    }
  }
  await certificate.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Certificate of analysis' })).toBeVisible();
  await visit(page, `/orders/${orders[1]}`);
  await expect(page.getByRole('main').getByText('Batch B-1')).toBeVisible();
  await expect(certificate).toHaveCount(0);
});
