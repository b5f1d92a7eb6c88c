/** A customer's cart on two devices: it follows them, and a line removed on one does not return from the other. */
import type { Page } from '@playwright/test';
import { eq } from 'drizzle-orm';
import type { SignedIn } from '#core/access/actor.ts';
import { carts } from '#db/schema/checkout.ts';
import type { Item, Shop } from './shop.ts';
import { about, addToCart, cartLink, chooseTime, reserveButton, successHeading, visit } from './steps.ts';
import { expect, test } from './support.ts';

const DESK = { viewport: { width: 1440, height: 900 } };

const line = (page: Page, item: Item) => page.getByRole('listitem').filter({ hasText: item.name });

/** Waits until the account has these lines. */
async function isSaved(shop: Shop, { userId }: SignedIn, lines: string): Promise<void> {
  await expect
    .poll(async () => {
      const [saved] = await shop.db.select().from(carts).where(eq(carts.userId, userId));
      return saved?.lines;
    })
    .toBe(lines);
}

test('a cart follows its customer to another device, and a removed line stays removed', async ({
  page,
  context,
  openBrowser,
  shop,
}) => {
  const person = await shop.person();
  const [one, two] = [await shop.product(), await shop.product()];
  await shop.signIn(context, person);
  await addToCart(page, one, 2);
  await addToCart(page, two, 1);
  await isSaved(shop, person, `${one.id}:2.${two.id}:1`);

  const phone = await openBrowser(DESK);
  await shop.signIn(phone, person);
  const other = await phone.newPage();
  await visit(other, '/faq');
  await expect(cartLink(other, 2)).toBeVisible();
  await visit(other, '/cart');
  await expect(line(other, one).getByRole('status')).toContainText('2');
  await other.getByRole('button', { name: `Remove ${one.name}` }).click();
  await isSaved(shop, person, `${two.id}:1`);

  // The first device has not touched the line, so it follows; then it changes another one.
  await visit(page, '/cart');
  await expect(cartLink(page, 1)).toBeVisible();
  await expect(line(page, one)).toHaveCount(0);
  await page.getByRole('button', { name: `One more ${two.name}` }).click();
  await isSaved(shop, person, `${two.id}:2`);
  await visit(other, '/checkout');
  await expect(other.getByRole('region', { name: 'Your items' })).toContainText('2 ×');
  await expect(cartLink(other, 1)).toBeVisible();
});

test('two devices that change different lines lose neither, and other pages request nothing', async ({
  page,
  context,
  openBrowser,
  shop,
}) => {
  const person = await shop.person();
  const [one, two] = [await shop.product(), await shop.product()];
  await shop.signIn(context, person);
  const phone = await openBrowser(DESK);
  await shop.signIn(phone, person);
  const other = await phone.newPage();
  await visit(page, '/faq');
  await visit(other, '/faq');
  await addToCart(page, one, 1);
  await isSaved(shop, person, `${one.id}:1`);
  await addToCart(other, two, 3);
  await isSaved(shop, person, `${one.id}:1.${two.id}:3`);
  await expect(cartLink(other, 2)).toBeVisible();

  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/saved-cart')) asked.push(request.method());
  });
  await visit(page, '/faq');
  await visit(page, one.path);
  expect(asked).toEqual([]);
});

test('a guest’s lines join the cart that the customer left on another device', async ({
  page,
  openBrowser,
  context,
  shop,
}) => {
  const person = await shop.person();
  const [theirs, guests] = [await shop.product(), await shop.product()];
  const phone = await openBrowser(DESK);
  await shop.signIn(phone, person);
  await addToCart(await phone.newPage(), theirs, 2);
  await isSaved(shop, person, `${theirs.id}:2`);

  await addToCart(page, guests, 1);
  await addToCart(page, theirs, 1);
  await shop.signIn(context, person);
  await visit(page, '/cart');
  await expect(line(page, theirs).getByRole('status')).toContainText('3');
  await expect(line(page, guests).getByRole('status')).toContainText('1');
  await isSaved(shop, person, `${theirs.id}:3.${guests.id}:1`);
  await visit(page, '/cart');
  await expect(line(page, theirs).getByRole('status')).toContainText('3');
});

test('a save that is answered after the order does not restore the ordered items', async ({
  page,
  context,
  shop,
}) => {
  const person = await shop.person();
  const item = await shop.product();
  await shop.signIn(context, person);
  let answer = () => {};
  const reserved = new Promise<void>((resolve) => {
    answer = resolve;
  });
  let isSaving = false;
  await page.route('/api/saved-cart*', async (route) => {
    if (route.request().method() === 'POST') {
      isSaving = true;
      await reserved;
    }
    await route.continue();
  });
  await visit(page, `/products?q=${encodeURIComponent(item.name)}`);
  await page.getByRole('button', { name: about('Add to cart', item.name) }).click();
  await page.getByRole('link', { name: 'View cart, 1 in cart' }).press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: /^Cart/ })).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Checkout' }).click();
  await chooseTime(page);
  await expect.poll(() => isSaving).toBe(true);
  await reserveButton(page).click();
  await expect(successHeading(page)).toBeVisible();
  answer();
  await isSaved(shop, person, '');
  await expect(cartLink(page, 0)).toBeVisible();
  await visit(page, '/cart');
  await expect(page.getByRole('heading', { name: 'Your cart is empty.' })).toBeVisible();
});

test('a tab of the previous person does not change the next one’s account', async ({
  page,
  context,
  shop,
}) => {
  const [before, now] = [await shop.person(), await shop.person()];
  const [one, two] = [await shop.product(), await shop.product()];
  await shop.signIn(context, before);
  await visit(page, one.path);
  // In another tab: the session is the browser's.
  await shop.signIn(context, now);
  const answered = page.waitForResponse(
    (response) => response.url().includes('/api/saved-cart') && response.request().method() === 'POST',
  );
  await page
    .getByRole('button', { name: /^Add to cart/ })
    .first()
    .click();
  expect((await answered).status()).toBe(401);
  expect(await shop.db.select().from(carts).where(eq(carts.userId, now.userId))).toEqual([]);
  const other = await context.newPage();
  await addToCart(other, two, 1);
  await isSaved(shop, now, `${two.id}:1`);
});
