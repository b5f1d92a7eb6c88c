/** The menu on another site as the owner sets it up, and its documents. */
import { affirm, linesOf } from './embed-steps.ts';
import { expect, test } from './own-shop.ts';
import { toast, visit } from './steps.ts';
import { expectAccessible } from './watch.ts';

// In one worker, because each starts a shop.
test.describe.configure({ mode: 'default' });

test('the owner lists a site, and gets the lines for its page with a preview', async ({
  openBrowser,
  shop,
}) => {
  const partner = 'https://partner.example';
  const context = await openBrowser({ viewport: { width: 1440, height: 900 } });
  await shop.signIn(context, await shop.person({ role: 'admin', name: 'Ada Owner' }));
  const page = await context.newPage();
  await visit(page, '/admin/settings/sharing');
  const sites = page.getByLabel('Sites that may show the menu');
  await sites.fill(`${partner}/menu`);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(sites).toHaveAccessibleDescription(/without a path/);
  await expect(sites).toHaveValue(`${partner}/menu`);
  await sites.fill(partner);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(toast(page, 'Saved.')).toBeVisible();
  expect(await page.locator('pre').first().innerText()).toBe(linesOf(shop));
  const preview = page.frameLocator('iframe');
  await preview.getByRole('button', affirm).click();
  await expect(preview.getByRole('heading', { level: 1, name: /^Menu of/ })).toBeVisible();
  await expectAccessible(page);
  await visit(page, '/admin/audit');
  await expect(page.getByText('Sites that may show the menu').first()).toBeVisible();
});

test('the documents of the frame are usable by everyone', async ({ openBrowser, shop }) => {
  const page = await (await openBrowser({ affirmed: false })).newPage();
  await page.goto(`/embed/menu?site=${encodeURIComponent(shop.origin)}`);
  await expectAccessible(page);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: /^Menu of/ })).toBeVisible();
  await expectAccessible(page);
});
