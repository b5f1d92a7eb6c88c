/** News reaches the bell, is read there, and a lost connection takes nothing away (specification section 2). */
import { addToCart, visit } from './steps.ts';
import { expect, test } from './support.ts';
import { expectAccessible } from './watch.ts';

test('an order rings the bell; what is pressed is read', async ({ page, context, shop }) => {
  const person = await shop.person();
  const number = await shop.order(person, await shop.product());
  await shop.mailbox.receive(person.email, new RegExp(number));
  await shop.signIn(context, person);
  await visit(page, '/faq');
  await page.getByRole('button', { name: 'Notifications, 1 unread' }).click();
  const panel = page.getByRole('dialog', { name: 'Notifications' });
  await expect(panel.getByRole('listitem')).toHaveCount(1);
  await expect(panel).toContainText(number);
  await expect(panel).toContainText(/[A-Z][a-z]{2} \d{1,2}, \d{4} \d{1,2}:\d{2} [AP]M/);
  await expectAccessible(page);

  await panel.getByRole('button', { name: number }).click();
  await expect(panel.getByText('New', { exact: true })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Notifications', exact: true })).toBeVisible();
});

test('without a connection the panel says so, and the page stays', async ({ page, context, shop }) => {
  await shop.signIn(context, await shop.person());
  await addToCart(page, await shop.product());
  await visit(page, '/cart');
  await page.route('**/notifications', (route) => route.abort('aborted'));
  const bell = page.getByRole('button', { name: 'Notifications', exact: true });
  await bell.click();
  const panel = page.getByRole('dialog', { name: 'Notifications' });
  await expect(panel).toContainText('Your notifications could not be fetched.');
  await expect(page.getByRole('heading', { level: 1, name: /^Cart/ })).toBeVisible();

  await page.unroute('**/notifications');
  await page.keyboard.press('Escape');
  await bell.click();
  await expect(panel).toContainText('Nothing yet.');
});
