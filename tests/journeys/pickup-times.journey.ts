/** Choosing a pickup time: the earliest in one tap, days with dates, parts of a day as tabs, on the smallest phone. */
import type { Page } from '@playwright/test';
import { fillCart, freeTimes, reserveButton, successHeading, visit } from './steps.ts';
import { expect, test } from './support.ts';
import { expectAccessible, expectNoSidewaysScroll } from './watch.ts';

const times = (page: Page) => page.getByRole('group', { name: 'Pickup Time' });
const earliest = (page: Page) => times(page).getByText(/^Earliest: /);
const chosen = (page: Page) => times(page).locator('input[name=slot]:checked');

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
    const gap = ((await times(page).boundingBox())?.y ?? 0) - ((await short.boundingBox())?.y ?? 0);
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

for (const javaScriptEnabled of [true, false])
  test.describe(() => {
    test.use({ javaScriptEnabled, viewport: { width: 320, height: 640 } });

    test(`a part of a day is a tab that shows only its times, ${javaScriptEnabled ? 'with' : 'without'} scripts`, async ({
      page,
      context,
      shop,
    }) => {
      await shop.signIn(context, await shop.person());
      const item = await shop.product();
      await context.addCookies([{ name: 'cart', value: `${item.id}:1.`, url: shop.origin }]);
      if (javaScriptEnabled) await visit(page, '/checkout');
      else await page.goto('/checkout');
      // The second day is complete.
      await times(page).locator('.slot-day').nth(1).click();
      await expect(
        times(page)
          .getByRole('radio', { name: / at .*AM$/ })
          .first(),
      ).toBeAttached();
      await expect(times(page).getByRole('radio', { name: / at .*PM$/ })).toHaveCount(0);
      await times(page).locator('.slot-part').filter({ hasText: 'Afternoon', visible: true }).click();
      await expect(
        times(page)
          .getByRole('radio', { name: / at .*PM$/ })
          .first(),
      ).toBeAttached();
      await expect(times(page).getByRole('radio', { name: / at .*AM$/ })).toHaveCount(0);
    });
  });

test.describe('at 320 pixels', () => {
  test.use({ viewport: { width: 320, height: 640 } });

  test('no chip, tab or time is cut off or smaller than a finger', async ({ page, context, shop }) => {
    await shop.signIn(context, await shop.person());
    const item = await shop.product();
    await fillCart(page, { product: item.id, quantity: 1 });
    await visit(page, '/checkout');
    await times(page).locator('.slot-day').nth(1).click();
    const labels = times(page).locator('label:visible');
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
