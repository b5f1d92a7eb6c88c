/** What a first visit looks like while its scripts are still on their way. */
import { takenOver } from './steps.ts';
import { expect, test } from './support.ts';

test('on a phone nothing on the sign-in page moves when scripts take over', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/assets/*.js', async (route) => {
    await released;
    await route.continue();
  });
  await page.goto('/login');
  await page.evaluate(() => document.fonts.ready);
  const passkey = page.getByRole('button', { name: 'Sign in with a passkey' });
  const next = page.getByRole('main').getByRole('link', { name: 'Forgot password?' });
  const before = await next.boundingBox();
  expect(before).not.toBeNull();
  // What could do nothing yet is neither seen nor told.
  await expect(passkey).toBeHidden();
  release();
  await takenOver(page);
  await expect(passkey).toBeVisible();
  expect(await next.boundingBox()).toEqual(before);
});
