/** Choosing a pickup time: days with dates, and parts of a day as tabs. */
import { pickupTimes, visit } from './steps.ts';
import { expect, test } from './support.ts';

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
