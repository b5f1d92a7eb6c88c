/** Without a network: our own page with the cached cart and menu, and nothing personal. */
import type { Page } from '@playwright/test';
import { connected, cutOff, menu, pickups, prepared, savedPickups, title } from './offline-steps.ts';
import { addToCart, takenOver, toast, visit } from './steps.ts';
import { expect, test } from './support.ts';
import { expectAccessible, expectFits, expectNoSidewaysScroll } from './watch.ts';

test.use({ losesNetwork: true, serviceWorkers: 'allow' });
const cart = (page: Page) => page.getByRole('region', { name: 'Your cart' });

test('the cart and the menu are readable without a network, and the page reloads itself afterwards', async ({
  page,
  context,
  shop,
}) => {
  const item = await shop.product({ name: `Aspen ${Date.now()}`, retailPrice: 3150, onHand: 9 });
  await expect.poll(async () => (await fetch(`${shop.origin}/api/menu`)).text()).toContain(item.name);
  await addToCart(page, item, 2);
  await prepared(page);
  await cutOff(context);

  await page.goto('/faq');
  await expect(title(page)).toBeVisible();
  await expect(page).toHaveURL('/faq');
  await expect(cart(page).getByRole('listitem')).toHaveText(`2 × ${item.name}$31.50 each`);
  await expect(
    menu(page).getByText(/^Seen .+ \d{1,2}:\d\d [AP]M\. Prices and what is left may be different now\.$/),
  ).toBeVisible();
  await expect(menu(page).getByRole('listitem').filter({ hasText: item.name })).toContainText('$31.50');
  await expect(page.getByText('For use only by persons 21 years of age and older.')).toBeVisible();
  await expectFits(page, [320, 390, 768, 1440]);
  await page.getByRole('button', { name: 'Try again' }).press('Enter');
  await expect(page.getByText('Still no connection.')).toBeVisible();

  await shop.reprice(item, 3300);
  await connected(context);
  await expect(page.getByRole('heading', { level: 1, name: 'FAQ' })).toBeVisible();
  await takenOver(page);
  await visit(page, item.path);
  await expect(page.getByRole('main').getByText('$33.00').first()).toBeVisible();
});

test('after signing out, the offline browser has nothing personal', async ({ page, context, shop }) => {
  const person = await shop.person({ name: 'Robin Private' });
  await shop.signIn(context, person);
  const item = await shop.product();
  await addToCart(page, item);
  await visit(page, '/orders');
  await prepared(page);
  const kept = await page.evaluate(async () => {
    const all: string[] = [];
    for (const name of await caches.keys())
      for (const { url } of await (await caches.open(name)).keys()) all.push(new URL(url).pathname);
    return all.sort();
  });
  expect(kept).toEqual([
    '/offline/display.woff2',
    '/offline/page.css',
    '/offline/page.html',
    '/offline/page.js',
    '/offline/ridge-line.svg',
    '/offline/text.woff2',
  ]);
  await cutOff(context);
  await page.goto('/orders');
  await expect(title(page)).toBeVisible();
  await expect(cart(page)).toContainText(item.name);
  await expect(page.getByText('Robin Private')).toHaveCount(0);

  await connected(context);
  await expect(page.getByRole('heading', { level: 1, name: 'Your Orders' })).toBeVisible();
  await takenOver(page);
  await page.getByRole('banner').locator('summary').filter({ hasText: 'Robin Private' }).click();
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await expect(toast(page, 'You are signed out.')).toBeVisible();
  // The sign-out took the worker along; the next page brings it back.
  await prepared(page);
  await cutOff(context);
  await page.goto('/orders');
  await expect(title(page)).toBeVisible();
  await expect(cart(page)).toBeHidden();
});

test('the pass, its time and the address open offline, and signing out deletes them', async ({
  page,
  context,
  shop,
}) => {
  const person = await shop.person({ name: 'Robin Private' });
  await shop.signIn(context, person);
  const item = await shop.product();
  await visit(page, '/faq');
  await prepared(page);
  const number = await shop.order(person, item);
  // A page about orders fetches them at once.
  await visit(page, `/orders/${number}`);
  await expect.poll(() => savedPickups(page)).toContain(number);
  expect(await savedPickups(page)).not.toContain(item.name);
  const code = await page
    .getByText(/^[0-9A-F]{4}-[0-9A-F]{4}-[0-9A-F]{4}$/)
    .first()
    .innerText();

  await cutOff(context);
  await page.goto(`/orders/${number}`);
  await expect(title(page)).toBeVisible();
  await expect(pickups(page)).toContainText(`Order ${number}`);
  await expect(pickups(page)).toContainText(/\d{1,2}:\d\d [AP]M to \d{1,2}:\d\d [AP]M/);
  await expect(pickups(page)).toContainText('Hancock');
  await expect(pickups(page).getByText(code, { exact: true })).toBeVisible();
  await expect(pickups(page).getByRole('img', { name: `Pickup pass ${code}` })).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  await connected(context);
  await expect(page.getByRole('heading', { level: 1, name: new RegExp(number) })).toBeVisible();
  await takenOver(page);
  await page.getByRole('banner').locator('summary').filter({ hasText: 'Robin Private' }).click();
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await expect(toast(page, 'You are signed out.')).toBeVisible();
  await expect.poll(() => savedPickups(page)).toBeNull();
  await prepared(page);
  await cutOff(context);
  await page.goto(`/orders/${number}`);
  await expect(title(page)).toBeVisible();
  await expect(pickups(page)).toBeHidden();
});

test.describe('before the age gate is answered', () => {
  test.use({ affirmed: false });

  test('the browser caches nothing, not even the offline page', async ({ page, context }) => {
    await visit(page, '/products');
    await page.waitForLoadState('networkidle');
    const workers = () => navigator.serviceWorker.getRegistrations().then(({ length }) => length);
    expect(await page.evaluate(workers)).toBe(0);
    await cutOff(context);
    await expect(page.goto('/products')).rejects.toThrow('ERR_INTERNET_DISCONNECTED');
  });
});
