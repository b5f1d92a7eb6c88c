/** Error messages, word for word (specification sections 5 and 8). */
import {
  chooseTime,
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

test.describe('checkout says', () => {
  test('“Please select a pickup time”', async ({ page, context, shop }) => {
    const person = await shop.person();
    await shop.signIn(context, person);
    await startCart(page, shop, { item: await shop.product() });
    await visit(page, '/checkout');
    await reserveButton(page).click();
    await expect(problem(page)).toContainText('Please select a pickup time');
    await expect(problem(page)).toBeFocused();
    await expect(page.getByRole('group', { name: 'Pickup Time' })).toContainText(
      'Please select a pickup time',
    );
    await expectAccessible(page);
    // The message leads to its field, and the button works again.
    await problem(page).getByRole('link').click();
    await expect(page.getByRole('group', { name: 'Pickup Time' })).toBeInViewport();
    await chooseTime(page);
    await reserveButton(page).click();
    await expect(successHeading(page)).toBeVisible();
  });

  test('that there is no connection, orders nothing and preserves the form', async ({
    page,
    context,
    shop,
  }) => {
    const person = await shop.person();
    await shop.signIn(context, person);
    await startCart(page, shop, { item: await shop.product() });
    await visit(page, '/checkout');
    await chooseTime(page);
    await page.route(/\/checkout\.data/, (route) => route.abort('aborted'));
    await reserveButton(page).click();
    await expect(toast(page, /^Failed to save changes|^No answer/)).toBeVisible();
    expect(await ordersOf(shop, person)).toEqual([]);
    await page.unroute(/\/checkout\.data/);
    await reserveButton(page).click();
    await expect(successHeading(page)).toBeVisible();
  });
});
