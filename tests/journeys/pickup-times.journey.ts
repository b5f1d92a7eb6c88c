/** Choosing a pickup time: the earliest in one tap, days with dates, parts of a day as tabs. */
import type { Page } from '@playwright/test';
import { freeTimes, pickupTimes, reserveButton, successHeading, visit } from './steps.ts';
import { expect, test } from './support.ts';

const earliest = (page: Page) => pickupTimes(page).getByText(/^Earliest: /);
const chosen = (page: Page) => pickupTimes(page).locator('input[name=slot]:checked');

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
      await pickupTimes(page).locator('.slot-day').nth(1).click();
      await expect(
        pickupTimes(page)
          .getByRole('radio', { name: / at .*AM$/ })
          .first(),
      ).toBeAttached();
      await expect(pickupTimes(page).getByRole('radio', { name: / at .*PM$/ })).toHaveCount(0);
      await pickupTimes(page).locator('.slot-part').filter({ hasText: 'Afternoon', visible: true }).click();
      await expect(
        pickupTimes(page)
          .getByRole('radio', { name: / at .*PM$/ })
          .first(),
      ).toBeAttached();
      await expect(pickupTimes(page).getByRole('radio', { name: / at .*AM$/ })).toHaveCount(0);
    });
  });
