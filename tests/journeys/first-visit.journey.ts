/** A first visit while its scripts and typefaces are still loading. */
import type { Page } from '@playwright/test';
import { takenOver } from './steps.ts';
import { expect, test } from './support.ts';

/** Holds up requests until the returned function is called. */
async function hold(page: Page, address: string): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(address, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

test.describe('at the gate', () => {
  test.use({ affirmed: false });

  test('nothing shifts on phones when our typefaces arrive', async ({ page }) => {
    for (const width of [360, 390, 412]) {
      await page.setViewportSize({ width, height: 823 });
      const release = await hold(page, '**/*.woff2');
      await page.goto('/', { waitUntil: 'commit' });
      const enter = page.getByRole('button', { name: 'I am 21 or older' });
      await expect(enter).toBeVisible();
      const before = await enter.boundingBox();
      release();
      await page.evaluate(() => document.fonts.ready);
      expect(await page.evaluate(() => document.fonts.check('24px "Farm Display"'))).toBe(true);
      const after = await enter.boundingBox();
      // Their lines may differ by a fraction.
      expect(Math.abs((after?.y ?? 0) - (before?.y ?? 0)), `${width} px`).toBeLessThan(3);
      await page.unroute('**/*.woff2');
    }
  });
});

test('on a phone nothing on the sign-in page shifts when scripts take over', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const release = await hold(page, '**/assets/*.js');
  await page.goto('/login');
  await page.evaluate(() => document.fonts.ready);
  const passkey = page.getByRole('button', { name: 'Sign in with a passkey' });
  const next = page.getByRole('main').getByRole('link', { name: 'Forgot password?' });
  const before = await next.boundingBox();
  expect(before).not.toBeNull();
  // What does nothing yet is hidden, also from screen readers.
  await expect(passkey).toBeHidden();
  release();
  await takenOver(page);
  await expect(passkey).toBeVisible();
  expect(await next.boundingBox()).toEqual(before);
});
