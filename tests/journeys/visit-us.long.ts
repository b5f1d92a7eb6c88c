/** How to get to the farm and when, on every page; and what the site promises to everyone. */
import { visit } from './steps.ts';
import { expect, test } from './support.ts';

test('on a narrow phone each line of the posted hours fits in one line', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await visit(page, '/cart');
  const rows = page.getByRole('contentinfo').getByRole('table', { name: 'Opening hours' }).getByRole('row');
  for (const row of await rows.all())
    expect((await row.boundingBox())?.height, await row.innerText()).toBeLessThan(30);
});
