/** Choosing a pickup time on the smallest phone. */
import { fillCart, pickupTimes, visit } from './steps.ts';
import { expect, test } from './support.ts';
import { expectAccessible, expectNoSidewaysScroll } from './watch.ts';

test.describe('at 320 pixels', () => {
  test.use({ viewport: { width: 320, height: 640 } });

  test('no chip, tab or time is cut off or smaller than a finger', async ({ page, context, shop }) => {
    await shop.signIn(context, await shop.person());
    const item = await shop.product();
    await fillCart(page, { product: item.id, quantity: 1 });
    await visit(page, '/checkout');
    await pickupTimes(page).locator('.slot-day').nth(1).click();
    const labels = pickupTimes(page).locator('label:visible');
    expect(await labels.count()).toBeGreaterThan(9);
    const wrong = await labels.evaluateAll((all) =>
      all
        .filter((label) => {
          const { width, height } = label.getBoundingClientRect();
          return label.scrollWidth > label.clientWidth || width < 44 || height < 44;
        })
        .map((label) => label.textContent),
    );
    expect(wrong).toEqual([]);
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  });
});
