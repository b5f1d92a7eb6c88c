/** Presses before the scripts of a page arrive take effect, once. */
import { about, cartLink, holdScripts, toast, visit } from './steps.ts';
import { expect, test } from './support.ts';

test('a guest’s press before the scripts arrive happens once', async ({ page, shop }) => {
  const item = await shop.product({ onHand: 5 });
  // A button that needs scripts: the filter sheet opens once they are loaded.
  await page.setViewportSize({ width: 390, height: 844 });
  let release = await holdScripts(page);
  await page.goto('/products', { waitUntil: 'commit' });
  await page.getByRole('button', { name: 'Filters' }).click();
  await release();
  await expect(page.getByRole('dialog', { name: 'Filters' })).toBeVisible();

  // The menu is the browser's own and stays open.
  release = await holdScripts(page);
  await page.goto('/faq', { waitUntil: 'commit' });
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
  await release();
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();

  // A chosen sort order stays.
  await page.setViewportSize({ width: 1440, height: 900 });
  release = await holdScripts(page);
  await page.goto('/products', { waitUntil: 'commit' });
  await page.getByRole('combobox', { name: 'Sort by' }).selectOption('-price');
  await release();
  await expect(page).toHaveURL(/sort=-price/);

  // A form is sent once, as without scripts.
  release = await holdScripts(page);
  await page.goto(item.path, { waitUntil: 'commit' });
  await page.getByRole('spinbutton', { name: 'Quantity' }).fill('2');
  await page.getByRole('button', { name: about('Add to cart', item.name) }).click();
  await expect(page).toHaveURL('/cart');
  await release();
  await expect(cartLink(page, 1)).toBeVisible();
  await expect(page.getByText('Quantity 2')).toBeVisible();
});

test('a press just as the scripts take over happens once', async ({ page, shop }) => {
  await shop.product({ onHand: 5 });
  // Presses between React's first look at the button and the replay of early presses.
  await page.addInitScript(() => {
    const later = window.setTimeout;
    const counted = window as unknown as { presses: number; opened: number };
    counted.presses = 0;
    counted.opened = 0;
    const showModal = HTMLDialogElement.prototype.showModal;
    HTMLDialogElement.prototype.showModal = function () {
      counted.opened += 1;
      showModal.call(this);
    };
    window.setTimeout = ((work: () => void, ms?: number, ...rest: unknown[]) => {
      const button = [...document.querySelectorAll('button')].find((one) =>
        one.textContent?.includes('Filters'),
      );
      const isReacts = button && Object.keys(button).some((key) => key.startsWith('__reactProps'));
      if (counted.presses === 0 && isReacts && window.earlyPresses) {
        counted.presses = 1;
        button.click();
      }
      return later(work, ms, ...rest);
    }) as typeof window.setTimeout;
  });
  await page.setViewportSize({ width: 390, height: 844 });
  await visit(page, '/products');
  await expect(page.getByRole('dialog', { name: 'Filters' })).toBeVisible();
  expect(await page.evaluate(() => (window as unknown as { presses: number }).presses)).toBe(1);
  expect(await page.evaluate(() => (window as unknown as { opened: number }).opened)).toBe(1);
});

test('a customer’s press before the scripts arrive happens once', async ({ page, context, shop }) => {
  await shop.signIn(context, await shop.person());
  const item = await shop.product();
  let release = await holdScripts(page);
  await page.goto(item.path, { waitUntil: 'commit' });
  await page.getByRole('button', { name: 'Notifications', exact: true }).click();
  await release();
  await expect(page.getByRole('dialog', { name: 'Notifications' })).toContainText(
    /nothing|no notifications/i,
  );

  release = await holdScripts(page);
  await page.goto(item.path, { waitUntil: 'commit' });
  await page.locator('summary', { hasText: 'account menu' }).click();
  await release();
  await expect(page.getByRole('button', { name: 'Sign Out' }).first()).toBeVisible();

  release = await holdScripts(page);
  await page.goto(item.path, { waitUntil: 'commit' });
  const heart = page.getByRole('button', { name: `Favorite: ${item.name}` });
  await heart.click();
  await expect(toast(page, /.*/).or(page.getByRole('status')).first()).toBeAttached();
  await release();
  await expect(heart).toHaveAttribute('aria-pressed', 'true');
});

test('a staff member’s press before the scripts arrive happens once', async ({ page, context, shop }) => {
  await shop.signIn(context, await shop.person({ role: 'admin' }));
  for (let count = 0; count < 3; count++) await shop.order(await shop.person(), await shop.product());
  let release = await holdScripts(page);
  await page.goto('/admin/orders', { waitUntil: 'commit' });
  await expect(page.getByRole('form', { name: 'Selected rows' })).toBeHidden();
  const rows = page.locator('tbody').getByRole('checkbox');
  await rows.nth(1).check();
  await expect(page.getByRole('form', { name: 'Selected rows' })).toBeVisible();
  await release();
  await expect(rows.nth(1)).toBeChecked();
  await expect(page.getByText('1 selected')).toBeVisible();

  release = await holdScripts(page);
  await page.goto('/admin/orders', { waitUntil: 'commit' });
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
  await release();
  await expect(page.getByText(`${await rows.count()} selected`)).toBeVisible();

  release = await holdScripts(page);
  await page.goto('/admin/orders', { waitUntil: 'commit' });
  await page.getByRole('button', { name: /^Search commands/ }).click();
  await release();
  await expect(page.getByRole('combobox', { name: 'Search commands' })).toBeVisible();

  const number = await shop.order(await shop.person(), await shop.product());
  release = await holdScripts(page);
  await page.goto(`/admin/orders/${number}`, { waitUntil: 'commit' });
  await page.locator('summary', { hasText: 'Cancel order' }).click();
  await release();
  await expect(page.getByRole('dialog', { name: `Cancel ${number}?` })).toBeVisible();
});

test('the first response has the cart’s number, also on cached pages', async ({
  page,
  openBrowser,
  shop,
}) => {
  const [item, other] = [await shop.product(), await shop.product()];
  await visit(page, '/faq');
  await page.context().addCookies([{ name: 'cart', value: `${item.id}:2.${other.id}:1`, url: page.url() }]);
  const release = await holdScripts(page);
  await page.goto('/faq', { waitUntil: 'commit' });
  await expect(cartLink(page, 2)).toBeVisible();
  await release();
  await expect(cartLink(page, 2)).toBeVisible();

  const plain = await (await openBrowser({ javaScriptEnabled: false })).newPage();
  await plain.goto(item.path);
  // Nothing counts the cart yet.
  await expect(plain.getByRole('link', { name: 'Cart', exact: true })).toBeVisible();
  await plain.getByRole('button', { name: about('Add to cart', item.name) }).click();
  for (const path of ['/faq', '/products', item.path]) {
    await plain.goto(path);
    await expect(cartLink(plain, 1)).toBeVisible();
  }
});
