/** A guest's heart with scripts. */
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
  await heart.click();
  await expect(page).toHaveURL(/\/login\?returnTo=/);
  await expect(toast(page, 'Sign in to save it.')).toBeVisible();
  await signInByForm(page, CUSTOMER, PASSWORDS.customer);
  await expect(page).toHaveURL(item.path);
  await expect(toast(page, 'Saved to your favorites.')).toBeVisible();
  await expect(heart).toHaveAttribute('aria-pressed', 'true');
});
