/** Notifications reach the bell and are read there, and a lost connection loses nothing (specification section 2). */
import type { Page } from '@playwright/test';
import { startCart, visit } from './steps.ts';
import { expect, test } from './support.ts';
import { expectAccessible } from './watch.ts';

test('an order rings the bell, and pressing its notification marks it read', async ({
  page,
  context,
  shop,
}) => {
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

  // Leads to the order and marks the notification read.
  await panel.getByRole('link', { name: number }).click();
  await expect(page).toHaveURL(`/orders/${number}`);
  await expect(panel).toBeHidden();
  await expect(page.getByRole('button', { name: 'Notifications', exact: true })).toBeVisible();
});

test('bell and account menu close each other, also by keyboard', async ({ page, context, shop }) => {
  const person = await shop.person({ name: 'Robin Hale' });
  await shop.signIn(context, person);
  await visit(page, '/faq');
  const panel = page.getByRole('dialog', { name: 'Notifications' });
  const menu = page
    .getByRole('link', { name: 'Activity History', exact: true })
    .and(page.locator('details *'));
  await page.getByRole('button', { name: 'Notifications', exact: true }).press('Enter');
  await expect(panel).toBeVisible();
  const summary = page.locator('summary').filter({ hasText: 'account menu' });
  await summary.press('Enter');
  await expect(menu).toBeVisible();
  await expect(panel).toBeHidden();
  await expect(summary).toBeFocused();
  await page.getByRole('button', { name: 'Notifications', exact: true }).press('Enter');
  await expect(panel).toBeVisible();
  await expect(menu).toBeHidden();
});

test('the bell’s number updates in every open tab without a reload', async ({ page, context, shop }) => {
  const person = await shop.person();
  await shop.signIn(context, person);
  const other = await context.newPage();
  await visit(page, '/faq');
  await visit(other, '/terms');
  const bell = (tab: Page, unread: number) =>
    tab.getByRole('button', {
      name: unread === 0 ? 'Notifications' : `Notifications, ${unread} unread`,
      exact: true,
    });
  await expect(bell(page, 0)).toBeVisible();
  await shop.order(person, await shop.product());
  await expect(bell(page, 1)).toBeVisible();
  await expect(bell(other, 1)).toBeVisible();
  // A closed panel is empty, so screen readers read nothing twice.
  await expect(page.locator('[popover][aria-label="Notifications"] li')).toHaveCount(0);

  await bell(other, 1).click();
  await other.getByRole('button', { name: 'Mark all as read' }).click();
  await expect(bell(other, 0)).toBeVisible();
  await expect(bell(page, 0)).toBeVisible();
});

test('without a connection the panel says so, and the page stays', async ({ page, context, shop }) => {
  await shop.signIn(context, await shop.person());
  await startCart(page, shop, { item: await shop.product() });
  await visit(page, '/cart');
  await page.route('**/notifications/newest', (route) => route.abort('aborted'));
  const bell = page.getByRole('button', { name: 'Notifications', exact: true });
  await bell.click();
  const panel = page.getByRole('dialog', { name: 'Notifications' });
  await expect(panel).toContainText('We could not load your notifications.');
  await expect(page.getByRole('heading', { level: 1, name: /^Cart/ })).toBeVisible();

  await page.unroute('**/notifications/newest');
  await page.keyboard.press('Escape');
  await bell.click();
  await expect(panel).toContainText('Nothing yet.');
});
