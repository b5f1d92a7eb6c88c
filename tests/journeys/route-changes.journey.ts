/** In the shop another page is announced and starts at its heading; another state of it is not another page. */
import { expectSaid, heading, main, said } from './route-changes-steps.ts';
import { PASSWORDS } from './run.ts';
import { signInByForm, visit } from './steps.ts';
import { expect, test } from './support.ts';

test('in the shop, the title is announced, the heading has the focus, and Back focuses the link that was followed', async ({
  page,
  shop,
}) => {
  const item = await shop.product();
  await visit(page, '/faq');
  await expect(said(page)).toHaveText('');
  await page.getByRole('banner').getByRole('link', { name: 'Products' }).click();
  await expect(heading(page, 'Products')).toBeFocused();
  await expectSaid(page);
  await page.getByRole('searchbox', { name: 'Search products' }).fill(item.name);
  const link = main(page).getByRole('link', { name: item.name, exact: true });
  await expect(page).toHaveURL(/\?q=/);
  await link.focus();
  await page.keyboard.press('Enter');
  await expect(heading(page, item.name)).toBeFocused();
  await expectSaid(page);
  await page.goBack();
  await expect(link).toBeFocused();
  await expectSaid(page);
});

test('a filter announces its count, keeps the focus, and is not announced as another page', async ({
  page,
}) => {
  await visit(page, '/faq');
  await page.getByRole('banner').getByRole('link', { name: 'Products' }).click();
  await expect(heading(page, 'Products')).toBeFocused();
  const before = await said(page).innerText();
  const flower = page.getByRole('form', { name: 'Filters' }).getByRole('radio', { name: /^Flower/ });
  await flower.check();
  await expect(page).toHaveURL('/products?category=flower');
  await expect(flower).toBeFocused();
  await expect(page.getByRole('region', { name: 'Products' }).getByRole('status').first()).toHaveText(
    /product/,
  );
  // An answer that takes longer than a second is announced as 'Loading', which then goes.
  await expect.poll(async () => [before, ''].includes(await said(page).innerText())).toBe(true);
});

test('a refused form focuses its error, and an accepted one focuses the next page’s heading', async ({
  page,
}) => {
  await visit(page, '/faq');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Terms & Conditions' }).first().click();
  await expect(main(page).getByRole('heading', { level: 1 })).toBeFocused();
  await visit(page, '/login');
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page.getByLabel('Email')).toBeFocused();
  await expect(said(page)).toHaveText('');
  await signInByForm(main(page), 'customer@twobranches.example', PASSWORDS.customer);
  await expect(page).toHaveURL(/\/products$/);
  await expect(main(page).getByRole('heading', { level: 1 })).toBeFocused();
  await expectSaid(page);
});
