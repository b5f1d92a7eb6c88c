/** A shared tablet without scripts: a PIN set with a password, taken over, refused, locked. */
import { aColleague, enter, heading, problem } from './form-steps.ts';
import { expect, withVisitors } from './forms.ts';
import { test as ownShop } from './own-shop.ts';

const test = withVisitors(ownShop);
const PASSWORD = 'a long walk by two rivers';

test('a shared tablet needs no scripts: a PIN is set with a password, takes over, and is locked out', async ({
  visitor: page,
  shop,
}) => {
  await aColleague(shop, 'Kim Hollow', PASSWORD);
  await enter(shop, page, 'staff');
  await page.goto('/counter/switch/share');
  await page.getByRole('textbox', { name: /^Name of the tablet/ }).fill('Register 7');
  await page.getByRole('button', { name: 'Share and sign out' }).click();
  expect(heading(page, 'Who works here now?')).toBeVisible();
  await page.getByRole('link', { name: 'Set a PIN with your password' }).click();
  await page.getByRole('combobox', { name: /^You/ }).selectOption('Kim Hollow');
  await page.getByLabel(/^Your password/).fill('not this one');
  await page.getByLabel(/^New PIN(?! again)/).fill('550831');
  await page.getByLabel(/^New PIN again/).fill('550831');
  await page.getByRole('button', { name: 'Set PIN' }).click();
  expect(problem(page)).toBeVisible();
  await page.getByLabel(/^Your password/).fill(PASSWORD);
  await page.getByLabel(/^New PIN(?! again)/).fill('550831');
  await page.getByLabel(/^New PIN again/).fill('550831');
  await page.getByRole('button', { name: 'Set PIN' }).click();
  expect(heading(page, 'Who works here now?')).toBeVisible();
  await page.getByRole('radio', { name: 'Kim Hollow' }).check();
  await page.getByLabel(/^PIN/).fill('550831');
  await page.getByRole('button', { name: 'Start' }).click();
  expect(page.getByRole('button', { name: 'Lock' })).toBeVisible();
  expect(page.getByText('Kim Hollow').first()).toBeVisible();
  await page.getByRole('button', { name: 'Lock' }).click();
  for (let at = 0; at < 6; at += 1) {
    await page.getByRole('radio', { name: 'Kim Hollow' }).check();
    await page.getByLabel(/^PIN/).fill('000001');
    await page.getByRole('button', { name: 'Start' }).click();
  }
  expect(problem(page)).toContainText('Or set a new PIN with your password.');
});
