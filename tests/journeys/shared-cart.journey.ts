/** A customer's cart on two devices: it follows them, and a line removed on one does not return from the other. */
import { DESK, isSaved } from './shared-cart-steps.ts';
import {
  about,
  addToCart,
  cartLine,
  cartLink,
  chooseTime,
  reserveButton,
  successHeading,
  visit,
} from './steps.ts';
import { expect, test } from './support.ts';

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
  await expect(cartLine(other, one).getByRole('status')).toContainText('2');
  await other.getByRole('button', { name: `Remove ${one.name}` }).click();
  await isSaved(shop, person, `${two.id}:1`);

  // The first device has not touched the line, so it follows; then it changes another one.
  await visit(page, '/cart');
  await expect(cartLink(page, 1)).toBeVisible();
  await expect(cartLine(page, one)).toHaveCount(0);
  await page.getByRole('button', { name: `One more ${two.name}` }).click();
  await isSaved(shop, person, `${two.id}:2`);
  await visit(other, '/checkout');
  await expect(other.getByRole('region', { name: 'Your items' })).toContainText('2 ×');
  await expect(cartLink(other, 1)).toBeVisible();
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
