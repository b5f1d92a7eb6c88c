/** One bar of signal: a tap that cannot load its page leaves the page that is shown. */
import { DEMO_CUSTOMER } from '#tests/support/demo-store.ts';
import { connect, cutOff, NO_CONNECTION, open, results } from './no-signal-steps.ts';
import { PASSWORDS } from './run.ts';
import { signInByForm, toast } from './steps.ts';
import { expect, test } from './support.ts';

test.use({ losesNetwork: true, serviceWorkers: 'allow', viewport: { width: 390, height: 844 } });

test('without a network a filter, a sort, a search and a removed chip leave the list, and work again by the same tap', async ({
  page,
  context,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await open(page, '/products?category=flower&stock=1');
  const shown = await results(page).getByRole('article').getByRole('heading').allInnerTexts();
  const entries = await page.evaluate(() => history.length);
  await cutOff(context);

  const filters = page.getByRole('form', { name: 'Filters' });
  const edibles = filters.getByRole('radio', { name: /^Edibles/ });
  const leaves = async () => {
    await expect(toast(page, NO_CONNECTION)).toBeVisible();
    await page.getByRole('button', { name: 'Close message' }).click();
    await expect(page).toHaveURL('/products?category=flower&stock=1');
    await expect(filters.getByRole('radio', { name: /^Flower/ })).toBeChecked();
    expect(await results(page).getByRole('article').getByRole('heading').allInnerTexts()).toEqual(shown);
  };
  await edibles.click();
  await leaves();
  const sort = page.getByRole('combobox', { name: 'Sort by' });
  const sorted = await sort.inputValue();
  await sort.selectOption('Price, low to high');
  await leaves();
  await expect(sort).toHaveValue(sorted);
  const search = page.getByRole('searchbox', { name: 'Search products' });
  await search.fill('honey');
  await leaves();
  await expect(search).toHaveValue('honey');
  await search.fill('');
  await page.getByRole('list', { name: 'Chosen filters' }).getByRole('link', { name: /stock/ }).click();
  await leaves();
  expect(await page.evaluate(() => history.length)).toBe(entries);

  await connect(context);
  await edibles.click();
  await expect(page).toHaveURL('/products?category=edibles&stock=1');
  await expect(page.getByRole('heading', { level: 1, name: 'Edibles' })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL('/products?category=flower&stock=1');
});

test('after a sign-in, a card whose page cannot be fetched ahead and a heart leave the menu, and work once they can', async ({
  page,
  context,
}) => {
  await open(page, '/login?returnTo=%2Fproducts');
  await signInByForm(page, DEMO_CUSTOMER, PASSWORDS.customer);
  await expect(page).toHaveURL('/products');
  const card = results(page).getByRole('article').getByRole('link').first();
  const path = (await card.getAttribute('href')) ?? '';
  await cutOff(context);
  const lost = page.waitForEvent('requestfailed', (request) => request.url().includes('/assets/'));
  await card.hover();
  await lost;
  await card.click();
  await expect(toast(page, NO_CONNECTION)).toBeVisible();
  await expect(page).toHaveURL('/products');
  const heart = results(page)
    .getByRole('button', { name: /^Favorite: / })
    .last();
  await heart.click();
  await expect(toast(page, 'Not saved. Try again.')).toBeVisible();
  await expect(heart).toHaveAttribute('aria-pressed', 'false');

  await connect(context);
  await heart.click();
  await expect(toast(page, 'Saved to your favorites.')).toBeVisible();
  await expect(heart).toHaveAttribute('aria-pressed', 'true');
  await card.click();
  await expect(page).toHaveURL(path);
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Products');
});
