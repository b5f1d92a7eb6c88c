/** The back office's one search, by keyboard in the palette. */
import { randomBytes } from 'node:crypto';
import { pressUntil, visit } from './steps.ts';
import { expect, test } from './support.ts';
import { expectAccessible, expectFits } from './watch.ts';

const aMark = () => `Q${randomBytes(5).toString('hex')}`;

test('staff find an order, a customer and a product by keyboard alone', async ({ page, context, shop }) => {
  const mark = aMark();
  const customer = await shop.person({ name: `Ana ${mark}`, email: `${mark}@example.com` });
  const item = await shop.product({ name: `Moon ${mark}` });
  const number = await shop.order(customer, item);
  await shop.signIn(context, await shop.person({ role: 'staff' }));
  await visit(page, '/admin/dashboard');
  const dialog = page.getByRole('dialog', { name: 'Commands' });
  await pressUntil(page, 'Control+k', () => expect(dialog).toBeVisible({ timeout: 2_000 }));
  const field = dialog.getByRole('combobox');

  await field.fill(mark);
  const people = dialog.getByRole('group', { name: 'Customers' });
  await expect(people.getByRole('option')).toHaveCount(1);
  await expect(people.getByRole('option')).toContainText(`Ana ${mark}`);
  await expect(dialog.getByRole('group', { name: 'Products' }).getByRole('option')).toContainText(item.name);
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/admin/customers/${customer.userId}`);

  await pressUntil(page, 'Control+k', () => expect(dialog).toBeVisible({ timeout: 2_000 }));
  await field.fill(number.toLowerCase());
  await expect(dialog.getByRole('group', { name: 'Orders' }).getByRole('option')).toContainText(number);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/admin/orders/${number}`);

  await pressUntil(page, 'Control+k', () => expect(dialog).toBeVisible({ timeout: 2_000 }));
  await field.fill(`moon ${mark}`);
  await expect(dialog.getByRole('group', { name: 'Products' })).toBeVisible();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/^[^?]*\/admin\/search\?q=moon/);
  const products = page
    .getByRole('region', { name: 'Products' })
    .or(page.locator('section', { hasText: 'Products' }));
  // Staff count stock but do not edit products.
  await expect(products.getByRole('link', { name: item.name })).toHaveAttribute(
    'href',
    `/admin/products/${item.id}/lots`,
  );
  await expectFits(page);
});
