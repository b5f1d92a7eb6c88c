/** Pages with parts that the server cached for another person: they hydrate, and everything in them works. */
import { about, cartLink, toast, visit } from './steps.ts';
import { expect, test } from './support.ts';

test('cards, filters, menus and footer cached for one person work for another', async ({
  page,
  context,
  shop,
  openBrowser,
}) => {
  const item = await shop.product();
  const found = `/products?q=${encodeURIComponent(item.name)}`;
  const paths = [found, '/products', item.path, '/'];
  const before = await openBrowser();
  await shop.signIn(before, await shop.person());
  const first = await before.newPage();
  // A hydration mismatch is an exception, which ends the journey (watch.ts).
  for (const path of paths) await visit(first, path);

  const person = await shop.person();
  await shop.signIn(context, person);
  for (const path of paths.toReversed()) await visit(page, path);

  const card = page.getByRole('article').filter({ hasText: item.name }).first();
  const heart = card.getByRole('button', { name: `Favorite: ${item.name}`, exact: true });
  await expect(heart).toHaveAttribute('aria-pressed', 'false');
  await heart.click();
  await expect(toast(page, 'Saved to your favorites.')).toBeVisible();
  await expect(heart).toHaveAttribute('aria-pressed', 'true');
  await card.getByRole('button', { name: about('Add to cart', item.name) }).click();
  await expect(cartLink(page, 1)).toBeVisible();

  await page.getByRole('checkbox', { name: /^In stock/ }).check();
  await expect(page).toHaveURL(/stock=1/);
  await page.getByRole('link', { name: 'Terms & Conditions' }).last().click();
  await expect(page).toHaveURL(/\/terms$/);

  await visit(page, found);
  await expect(heart).toHaveAttribute('aria-pressed', 'true');
  // The other visitor has marked nothing, and the page shows that.
  await visit(first, found);
  await expect(first.getByRole('button', { name: `Favorite: ${item.name}`, exact: true })).toHaveAttribute(
    'aria-pressed',
    'false',
  );
});
