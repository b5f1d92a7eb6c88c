/** A page that the browser translates goes on working, and shows what changes. */
import {
  about,
  cartLine,
  cartLink,
  chooseTime,
  reserveButton,
  startCart,
  successHeading,
  toast,
  visit,
} from './steps.ts';
import { expect, test } from './support.ts';
import { translate, translated } from './translator.ts';

test.use({ ownBrowser: true });

test('a shopper who has the shop translated fills and empties the cart, searches, and reserves', async ({
  page,
  context,
  shop,
}) => {
  const [one, two] = [await shop.product({ onHand: 9 }), await shop.product({ onHand: 9 })];
  await shop.signIn(context, await shop.person());
  await startCart(page, shop, { item: one, quantity: 2 }, { item: two });
  await translate(page);

  await visit(page, '/cart');
  await translated(page);
  await expect(cartLink(page, 2)).toBeVisible();
  await page.getByRole('button', { name: about('One more', one.name) }).click();
  await expect(cartLine(page, one).getByRole('status')).toHaveText(/^\D*3$/);
  await page.getByRole('button', { name: about('Remove', one.name) }).click();
  await expect(toast(page, `Removed: ${one.name}`)).toBeVisible();
  await expect(cartLink(page, 1)).toBeVisible();
  await page.getByRole('button', { name: about('Remove', two.name) }).click();
  await expect(page.getByRole('heading', { name: 'Your cart is empty.' })).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await expect(cartLink(page, 1)).toBeVisible();

  await visit(page, '/products?strain=sativa&stock=1');
  await translated(page);
  await page.getByRole('link', { name: 'Clear all' }).first().click();
  await expect(page).toHaveURL('/products');
  await expect(page.getByRole('list', { name: 'Chosen filters' })).toBeHidden();
  const search = page.getByRole('searchbox').first();
  await search.fill('zzzzzz');
  await expect(page.getByRole('heading', { name: 'No products found matching your criteria' })).toBeVisible();
  await search.fill('');
  await expect(page.getByRole('heading', { name: 'No products found matching your criteria' })).toBeHidden();

  await visit(page, '/checkout');
  await translated(page);
  await chooseTime(page);
  await reserveButton(page).click();
  await expect(successHeading(page)).toBeVisible();
});
