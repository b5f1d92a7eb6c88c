/** What remains of a person in a shared browser. */
import { randomUUID } from 'node:crypto';
import { about, chooseTime, startCart, toast, visit } from './steps.ts';
import { expect, test } from './support.ts';

test('after signing out the open tab contains nothing about who was signed in', async ({
  page,
  context,
  shop,
}) => {
  const person = await shop.person({ name: 'Robin Private', email: `robin-${randomUUID()}@example.com` });
  await shop.order(person, await shop.product());
  await shop.signIn(context, person);
  await visit(page, '/orders');
  await page.getByRole('navigation', { name: 'Account' }).getByRole('link', { name: 'Profile' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Your Orders' })).toBeHidden();

  await page.getByRole('banner').locator('summary').filter({ hasText: person.name }).click();
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await expect(toast(page, 'You are signed out.')).toBeVisible();
  const left = await page.evaluate(() => document.documentElement.outerHTML);
  expect(left).not.toContain(person.email);
  expect(left).not.toContain(person.name);
  expect(left).not.toContain(person.userId);
});

test('after signing out the browser has nothing stored of who was signed in', async ({
  page,
  context,
  shop,
}) => {
  const [person, item] = [await shop.person(), await shop.product()];
  await shop.signIn(context, person);
  const stored = () => page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }));
  await visit(page, item.path);
  await page.getByRole('button', { name: about('Add to cart', item.name) }).click();
  await expect(page.getByRole('link', { name: 'Cart, 1 item' })).toBeVisible();
  // The account has the cart, and the browser remembers that.
  await expect.poll(stored).toContain('agreed');
  await page.getByRole('banner').locator('summary').filter({ hasText: person.name }).click();
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await expect(toast(page, 'You are signed out.')).toBeVisible();
  expect(await stored()).not.toContain(person.userId);
  await expect(page.getByRole('link', { name: 'Cart, 0 items' })).toBeVisible();
  await visit(page, '/cart');
  await expect(page.getByRole('heading', { name: 'Your cart is empty.' })).toBeVisible();
});

test('a reload of a guest’s checkout keeps what was typed, but the password, until a sign-in', async ({
  page,
  context,
  shop,
}) => {
  const typed = { 'Full Name': 'Robin Private', Email: 'robin@example.com', 'Birth Date': '1990-05-06' };
  await startCart(page, shop, { item: await shop.product() });
  await visit(page, '/checkout');
  await chooseTime(page);
  for (const [label, value] of Object.entries(typed))
    await page.getByLabel(label, { exact: true }).fill(value);
  await page.getByLabel('Password', { exact: true }).fill('kettle-orbit-mossy');
  await page.getByText('Add a note, or someone else picks it up').click();
  await page.getByLabel(/^Note for the farm/).fill('Two bags, please');
  const chosen = await page.locator('input[name=slot]:checked').inputValue();

  await visit(page, '/checkout');
  for (const [label, value] of Object.entries(typed))
    await expect(page.getByLabel(label, { exact: true })).toHaveValue(value);
  await expect(page.getByLabel(/^Note for the farm/)).toBeVisible();
  await expect(page.getByLabel(/^Note for the farm/)).toHaveValue('Two bags, please');
  await expect(page.locator('input[name=slot]:checked')).toHaveValue(chosen);
  await expect(page.getByText(/^Chosen: /)).toBeVisible();
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('');
  const stored = () => page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }));
  expect(await stored()).not.toContain('kettle-orbit-mossy');

  await shop.signIn(context, await shop.person());
  await visit(page, '/checkout');
  await expect(page.getByRole('heading', { level: 1, name: 'Checkout' })).toBeVisible();
  await expect.poll(stored).not.toContain('Robin Private');
});
