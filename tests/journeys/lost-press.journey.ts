/** The counter's Switch without a network. */
import { cutOff, NO_CONNECTION } from './no-signal-steps.ts';
import { toast, visit } from './steps.ts';
import { expect, test } from './support.ts';

test.use({ losesNetwork: true });

const untilStaying = () =>
  performance.getEntriesByType('resource').some(({ name }) => name.includes('/stay-on-page-'));

test('Switch without a network stays at the counter and says why', async ({ page, context, shop }) => {
  await shop.signIn(context, await shop.person({ role: 'staff' }));
  await visit(page, '/counter');
  await page.waitForFunction(untilStaying);
  await cutOff(context);
  await page.getByRole('link', { name: 'Switch' }).click();
  await expect(toast(page, NO_CONNECTION)).toBeVisible();
  await expect(page).toHaveURL('/counter');
  await expect(page.getByRole('banner').getByRole('link', { name: 'Walk-in' })).toBeVisible();
});
