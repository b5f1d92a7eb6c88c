/** What remains of a person in a shared browser. */
import { randomUUID } from 'node:crypto';
import { toast, visit } from './steps.ts';
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
