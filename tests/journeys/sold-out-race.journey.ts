/** Two people, one unit; one person, two presses: no one gets a unit that does not exist, or twice. */
import {
  addToCart,
  cartLink,
  chooseTime,
  freeTimes,
  orderNumber,
  ordersOf,
  problem,
  reserveButton,
  startCart,
  successHeading,
  toast,
  visit,
} from './steps.ts';
import { expect, test } from './support.ts';
import { expectAccessible } from './watch.ts';

test('of two customers who want the last unit, one gets it; the other sees which line is gone and orders the rest', async ({
  openBrowser,
  shop,
}) => {
  const last = await shop.product({ onHand: 1 });
  const plenty = await shop.product({ onHand: 20 });
  const quick = await shop.person();
  const slow = await shop.person();
  const first = await openBrowser();
  const second = await openBrowser();
  await shop.signIn(first, quick);
  await shop.signIn(second, slow);
  const a = await first.newPage();
  const b = await second.newPage();

  await startCart(a, shop, { item: last });
  await startCart(b, shop, { item: last }, { item: plenty, quantity: 2 });
  for (const page of [a, b]) await visit(page, '/checkout');
  // Another time: the first order may take the slot's last place.
  await chooseTime(a, 'first');
  await chooseTime(b, 'last');
  await reserveButton(a).click();
  await expect(successHeading(a)).toBeVisible();

  await reserveButton(b).click();
  await expect(problem(b)).toContainText(`${last.name} is sold out. Nothing has been reserved yet.`);
  await expect(problem(b)).toBeFocused();
  await expectAccessible(b);
  expect(await ordersOf(shop, slow)).toEqual([]);
  expect(await shop.available(plenty)).toBe(20);

  await b.getByRole('button', { name: 'Continue with the rest' }).click();
  const items = b.getByRole('region', { name: 'Your items' });
  await expect(items.getByRole('listitem')).toHaveCount(1);
  await expect(items).toContainText(plenty.name);
  // The chosen time is still selected.
  await expect(freeTimes(b).and(b.getByRole('radio', { checked: true }))).toHaveCount(1);
  await reserveButton(b).click();
  await expect(successHeading(b)).toBeVisible();
  expect(await ordersOf(shop, slow)).toHaveLength(1);
  expect(await shop.available(plenty)).toBe(18);
  expect(await shop.available(last)).toBe(0);
});

test('pressing Reserve Items twice makes one order, and going back makes no other', async ({
  page,
  context,
  shop,
}) => {
  const item = await shop.product({ onHand: 9 });
  const person = await shop.person();
  await shop.signIn(context, person);
  await addToCart(page, item, 2);
  await page.getByRole('link', { name: 'Cart, 1 item' }).click();
  // The product page has such a link too, which ignores the second press of a double press.
  await expect(page.getByRole('heading', { level: 1, name: /^Cart/ })).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Checkout' }).click();
  await chooseTime(page);
  await reserveButton(page).dblclick();
  const number = await orderNumber(page);
  expect(await ordersOf(shop, person)).toEqual([{ orderId: number, status: 'pending' }]);

  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Your cart is empty.' })).toBeVisible();
  await expect(reserveButton(page)).toHaveCount(0);
  await page.goForward();
  await expect(successHeading(page)).toBeVisible();
  await visit(page, '/cart');
  await expect(page.getByRole('heading', { name: 'Your cart is empty.' })).toBeVisible();
  expect(await ordersOf(shop, person)).toHaveLength(1);
  expect(await shop.available(item)).toBe(7);
});

test('a response lost on the way makes no second order', async ({ page, context, shop }) => {
  const item = await shop.product({ onHand: 9 });
  const person = await shop.person();
  await shop.signIn(context, person);
  await startCart(page, shop, { item });
  await visit(page, '/checkout');
  await chooseTime(page);

  // The order is made, but the browser gets no response.
  let lost = false;
  await page.route(/\/checkout\.data/, async (route) => {
    if (lost || route.request().method() !== 'POST') return route.fallback();
    lost = true;
    const request = route.request();
    // By hand: Playwright's own fetch would pass the response's cookies to the browser.
    const made = await fetch(request.url(), {
      method: 'POST',
      headers: await request.allHeaders(),
      body: request.postData(),
      redirect: 'manual',
    });
    expect(made.status).toBeLessThan(400);
    await route.abort('aborted');
  });
  await reserveButton(page).click();
  await expect(toast(page, /^Failed to save changes|^No answer/)).toBeVisible();
  expect(await ordersOf(shop, person)).toHaveLength(1);

  await reserveButton(page).click();
  await expect(successHeading(page)).toBeVisible();
  expect(await ordersOf(shop, person)).toHaveLength(1);
  expect(await shop.available(item)).toBe(8);
  await expect(cartLink(page, 0)).toBeVisible();
});

test('checkout leaves out a line that sold out while the cart was open, and says so', async ({
  page,
  context,
  shop,
}) => {
  const gone = await shop.product({ onHand: 1 });
  const rest = await shop.product();
  await shop.signIn(context, await shop.person());
  await startCart(page, shop, { item: gone }, { item: rest });
  await shop.takeAway(gone, 1);
  await visit(page, '/checkout');
  await expect(page.getByText('Not included: no longer available')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Your items' }).getByRole('listitem')).toHaveCount(1);
});
