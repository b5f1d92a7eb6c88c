/** The heart with scripts. */
import { eq } from 'drizzle-orm';
import { favorites } from '#db/schema/favorites.ts';
import { PASSWORDS } from './run.ts';
import { signInByForm, toast, visit } from './steps.ts';
import { expect, test } from './support.ts';

const CUSTOMER = 'customer@twobranches.example';

test('a guest’s heart leads to sign-in, which says why, and the product is saved afterwards', async ({
  page,
  shop,
}) => {
  const item = await shop.product();
  await visit(page, item.path);
  const heart = page.getByRole('main').getByRole('button', { name: `Favorite: ${item.name}`, exact: true });
  // A second press does not take the first one back.
  await heart.dblclick();
  await expect(page).toHaveURL(/\/login\?returnTo=/);
  await expect(toast(page, 'Sign in to save it.')).toBeVisible();
  await signInByForm(page, CUSTOMER, PASSWORDS.customer);
  await expect(page).toHaveURL(item.path);
  await expect(toast(page, 'Saved to your favorites.')).toBeVisible();
  await expect(heart).toHaveAttribute('aria-pressed', 'true');
});

test('a press on the heart during another is sent after it, so that the last one decides', async ({
  page,
  context,
  shop,
}) => {
  const item = await shop.product();
  const person = await shop.person();
  await shop.signIn(context, person);
  const held: (() => void)[] = [];
  await page.route('**/api/favorites', async (route) => {
    await new Promise<void>((resolve) => held.push(resolve));
    await route.continue();
  });
  await visit(page, item.path);
  const heart = page.getByRole('main').getByRole('button', { name: `Favorite: ${item.name}`, exact: true });
  const stored = () => shop.db.$count(favorites, eq(favorites.userId, person.userId));
  for (const isFavorite of ['true', 'false', 'true']) {
    await heart.click();
    await expect(heart).toHaveAttribute('aria-pressed', isFavorite);
  }
  for (const sent of [1, 2, 3]) {
    await expect.poll(() => held.length).toBe(sent);
    held.at(-1)?.();
  }
  await expect(toast(page, 'Saved to your favorites.')).toBeVisible();
  await expect.poll(stored).toBe(1);
  await heart.click();
  await expect.poll(() => held.length).toBe(4);
  held.at(-1)?.();
  await expect.poll(stored).toBe(0);
  await expect(heart).toHaveAttribute('aria-pressed', 'false');
});
