/** The camera of a tablet: a label that stays before it, and a camera that is not allowed. */
import type { Page } from '@playwright/test';
import { eq } from 'drizzle-orm';
import { lots } from '#db/schema/stock.ts';
import { drawBarcode } from '#tests/support/barcodes.ts';
import { button, dialog, placed, rememberTracks, seen, show, tracksOf } from './camera-steps.ts';
import { visit } from './steps.ts';
import { expect, test } from './support.ts';
import { expectAccessible, expectFits } from './watch.ts';

test.use({
  viewport: { width: 768, height: 1024 },
  ownBrowser: true,
  launchOptions: [
    async ({ launchOptions }, use) =>
      use({
        ...launchOptions,
        args: [
          ...(launchOptions.args ?? []),
          '--use-fake-device-for-media-stream',
          `--use-file-for-fake-video-capture=${seen}`,
        ],
      }),
    { scope: 'worker' },
  ],
});

/** Someone turns to another tab, and back. */
async function look(page: Page, state: DocumentVisibilityState): Promise<void> {
  await page.evaluate((is) => {
    Object.defineProperty(document, 'visibilityState', { value: is, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  }, state);
}

test('a label that stays in front of the camera packs one unit, and Escape turns the camera off', async ({
  context,
  page,
  shop,
}) => {
  const { number, jar } = await placed(shop, 'Juniper Vale', 2);
  const batchNumber = 'CAMERA-1';
  await shop.db.update(lots).set({ batchNumber }).where(eq(lots.productId, jar.id));
  await context.grantPermissions(['camera'], { origin: shop.origin });
  await rememberTracks(page);
  await shop.signIn(context, await shop.person({ role: 'staff' }));
  await visit(page, `/counter/orders/${number}/packing`);
  await page.getByRole('button', { name: 'Start packing' }).click();
  const label = await drawBarcode('Code128', batchNumber);
  show([label], [label], [label], [label], [label]);
  await button(page).click();
  await expect(dialog(page).getByRole('status')).toContainText('1 of 2');
  await expectFits(page, [390, 1440, 768]);
  // Longer than the time after which the same label would count again, had it been away.
  await expect
    .poll(() =>
      page.getByLabel('Picture of the camera').evaluate((video: HTMLVideoElement) => video.currentTime),
    )
    .toBeGreaterThan(4);
  await expect(dialog(page).getByRole('alert')).toHaveCount(0);
  expect(await tracksOf(page)).toEqual(['live']);
  await look(page, 'hidden');
  expect(await tracksOf(page)).toEqual(['ended']);
  await look(page, 'visible');
  await expect.poll(() => tracksOf(page)).toEqual(['ended', 'live']);
  await dialog(page).getByRole('button', { name: 'Switch camera' }).click();
  await expect.poll(() => tracksOf(page)).toEqual(['ended', 'ended', 'live']);
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  await expect(button(page)).toBeFocused();
  expect(await tracksOf(page)).toEqual(['ended', 'ended', 'ended']);
  await expect(page.getByRole('status').filter({ hasText: '1 of 2 packed' })).toBeVisible();
});

test('a camera that is not allowed says what to do, and starts when it is', async ({
  context,
  page,
  shop,
}) => {
  show([]);
  await shop.signIn(context, await shop.person({ role: 'staff' }));
  await visit(page, '/counter');
  await button(page).click();
  const refusal = dialog(page).getByRole('alert');
  await expect(refusal).toHaveText('Allow the camera in the browser’s settings, then press again.');
  await expectAccessible(page);
  await context.grantPermissions(['camera'], { origin: shop.origin });
  await dialog(page).getByRole('button', { name: 'Try again' }).click();
  await expect(dialog(page).getByLabel('Picture of the camera')).toBeVisible();
  await expect(refusal).toHaveCount(0);
  await dialog(page).getByRole('button', { name: 'Close' }).click();
  await expect(button(page)).toBeFocused();
});
