/** Choosing the earliest pickup time in one tap, and on the smallest phone. */
import type { Page } from '@playwright/test';
import { fillCart, freeTimes, pickupTimes, reserveButton, successHeading, visit } from './steps.ts';
import { expect, test } from './support.ts';
import { expectAccessible, expectNoSidewaysScroll } from './watch.ts';

const earliest = (page: Page) => pickupTimes(page).getByText(/^Earliest: /);
const chosen = (page: Page) => pickupTimes(page).locator('input[name=slot]:checked');

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

test.describe('on the smallest phone', () => {
  test.use({ viewport: { width: 320, height: 640 } });

  test('one tap chooses the earliest time, the list selects it too, and checkout reserves it', async ({
    page,
    context,
    shop,
  }) => {
    await shop.signIn(context, await shop.person());
    const item = await shop.product({ onHand: 5, retailPrice: 4000 });
    await context.addCookies([{ name: 'cart', value: `${item.id}:2.`, url: shop.origin }]);
    await visit(page, '/checkout');
    await expect(chosen(page)).toHaveCount(0);
    // Items, total and cash are directly above the times.
    const short = page.getByRole('region', { name: 'In short' });
    await expect(short).toContainText(`2 ×${item.name}`);
    await expect(short).toContainText('$89.60');
    await expect(short).toContainText('Bring about $90 in cash.');
    const gap = ((await pickupTimes(page).boundingBox())?.y ?? 0) - ((await short.boundingBox())?.y ?? 0);
    expect(gap).toBeGreaterThan(0);
    expect(gap).toBeLessThan(320);

    await earliest(page).click();
    await expect(chosen(page)).toHaveCount(1);
    await expect(freeTimes(page).first()).toBeChecked();
    const words = (await earliest(page).innerText()).replace('Earliest: ', '');
    await reserveButton(page).click();
    await expect(successHeading(page)).toBeVisible();
    await expect(page.getByRole('main')).toContainText(words.split(' ').slice(-2).join(' '));
  });
});
