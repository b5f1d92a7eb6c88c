/** Settings as admins change them without scripts, in a shop that other journeys do not read. */
import { Temporal } from 'temporal-polyfill';
import { formatDate } from '#kernel/time.ts';
import { enter } from './form-steps.ts';
import { expect, withVisitors } from './forms.ts';
import { test as ownShop } from './own-shop.ts';

const test = withVisitors(ownShop);

// In one worker, because each starts a shop.
test.describe.configure({ mode: 'default' });

const today = () => Temporal.Now.zonedDateTimeISO('America/New_York').toPlainDate();

test('without scripts a setting is refused, saved and restored', async ({ openVisitor, shop }) => {
  const page = openVisitor();
  await enter(shop, page);
  await page.goto('/admin/settings/license');
  const type = page.getByLabel('License type');
  const before = await type.inputValue();
  await type.fill('');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('License type: this cannot be left empty.').first()).toBeVisible();
  await type.fill('Cultivator');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Saved.')).toBeVisible();
  await page.getByText('Restore this version').first().click();
  await page.getByRole('button', { name: 'Restore this version' }).first().click();
  await expect(page.getByText(/restored\.$/)).toBeVisible();
  await expect(type).toHaveValue(before);
  await page.goto('/admin/settings/hours');
  await page
    .getByRole('group', { name: 'Sunday' })
    .getByLabel('Closes Sunday', { exact: true })
    .fill('16:30');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Saved.')).toBeVisible();
});

test('hours have several spans a day and none before eight, and the calendar closes a day', async ({
  openVisitor,
  shop,
}) => {
  const page = openVisitor();
  await enter(shop, page);
  await page.goto('/admin/settings/hours');
  const monday = page.getByRole('group', { name: 'Monday' });
  await monday.getByLabel('Opens Monday', { exact: true }).fill('07:00');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText(/Monday: nothing may be handed over before 8:00 AM/).first()).toBeVisible();
  await monday.getByLabel('Opens Monday', { exact: true }).fill('08:00');
  await monday.getByLabel('Opens Monday (second time range)').fill('20:00');
  await monday.getByLabel('Closes Monday (second time range)').fill('21:30');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Saved.')).toBeVisible();
  await expect(page.getByText(/8:00 PM to 9:30 PM/).first()).toBeVisible();

  await page.goto('/admin/settings/exceptions');
  const day = today().add({ months: 1 }).with({ day: 15 });
  const label = formatDate(day);
  await page.getByRole('link', { name: 'Next month' }).click();
  await page.getByRole('link', { name: new RegExp(`^${label}`) }).click();
  await expect(page.getByRole('heading', { name: label })).toBeVisible();
  await page.getByLabel('Hours on this day').selectOption('Closed');
  await page.getByLabel('Note').fill('Harvest');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Saved.')).toBeVisible();
  await expect(page.getByRole('link', { name: `${label}: Closed (Harvest)` })).toBeVisible();
  const coming = page.getByRole('region', { name: 'Upcoming days' });
  await expect(coming.getByText(/Closed \(Harvest\)/)).toBeVisible();
  await page.getByLabel('Hours on this day').selectOption('Usual weekly hours');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(coming.getByText('No special hours ahead.')).toBeVisible();
});

test('an admin pauses ordering with a reason that shoppers read, and resumes it', async ({
  openVisitor,
  shop,
}) => {
  const item = await shop.product();
  const page = openVisitor();
  await enter(shop, page);
  await page.goto('/admin/settings/pause');
  await page.getByLabel('Reservations').selectOption('Paused');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByLabel('Reason shoppers see')).toHaveAccessibleDescription(/Enter a reason/);
  await page.getByLabel('Reason shoppers see').fill('We are counting the harvest.');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('cannot reserve:')).toBeVisible();

  const shopper = openVisitor();
  await shop.signIn(shopper, await shop.person());
  const words = 'We are not taking reservations right now. We are counting the harvest.';
  await shopper.goto(item.path);
  await expect(shopper.getByText(words).first()).toBeVisible();
  await shopper.getByRole('button', { name: 'Reserve for Pickup' }).click();
  await expect(shopper.getByText(`Failed to reserve product. ${words}`).first()).toBeVisible();

  await page.getByLabel('Reservations').selectOption('Open');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Reservations are open.')).toBeVisible();
  await shopper.goto(item.path);
  await expect(shopper.getByText('We are not taking reservations')).toHaveCount(0);
  await shopper.getByRole('button', { name: 'Reserve for Pickup' }).click();
  await expect(shopper.getByText(`Reserved 1 of ${item.name}`).first()).toBeVisible();
});
