/**
 * Settings as admins change them: sections, history, hours and special days, pauses, tax. In a shop that other
 * journeys do not read.
 */
import type { BrowserContext, Page } from '@playwright/test';
import { Temporal } from 'temporal-polyfill';
import { formatDate } from '#kernel/time.ts';
import { expect, test } from './own-shop.ts';
import type { Shop } from './shop.ts';
import { toast, visit } from './steps.ts';
import { expectAccessible } from './watch.ts';

// In one worker, because each starts a shop.
test.describe.configure({ mode: 'default' });

const DESK = { viewport: { width: 1440, height: 900 } };
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });
const today = () => Temporal.Now.zonedDateTimeISO('America/New_York').toPlainDate();

async function enter(shop: Shop, context: BrowserContext, name: string) {
  await shop.signIn(context, await shop.person({ role: 'admin', name }));
  return context.newPage();
}

test('an admin changes a phone number, shoppers read it, and the history restores the old one', async ({
  openBrowser,
  shop,
}) => {
  const page = await enter(shop, await openBrowser(DESK), 'Ada Owner');
  await visit(page, '/admin/settings');
  await page.getByRole('searchbox', { name: 'Search settings' }).fill('tap to call');
  await page.getByRole('link', { name: 'Phone', exact: true }).click();
  await expect(heading(page, 'Store facts')).toBeVisible();
  const phone = page.getByLabel('Phone');
  await expect(phone).toBeFocused();
  const before = await phone.inputValue();
  await phone.fill('call me');
  await page.getByLabel('City').fill('Deposit');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(phone).toHaveAccessibleDescription(/Enter a phone number like/);
  await expect(page.getByLabel('City')).toHaveValue('Deposit');

  // Leaving asks first.
  const leaving = page.getByRole('dialog', { name: 'Leave without saving?' });
  // A link pressed while the refusal still arrives is dropped.
  await expect(async () => {
    await page.getByRole('link', { name: 'License', exact: true }).click({ timeout: 2000 });
    await expect(leaving).toBeVisible({ timeout: 2000 });
  }).toPass();
  await leaving.getByRole('button', { name: 'Cancel' }).click();
  await phone.fill('(607) 555-0188');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(toast(page, 'Saved.')).toBeVisible();
  const shopper = await (await openBrowser(DESK)).newPage();
  await expect(async () => {
    await visit(shopper, '/faq');
    await expect(shopper.getByRole('link', { name: '(607) 555-0188' }).first()).toBeVisible({
      timeout: 1000,
    });
  }).toPass();

  const history = page.getByRole('region', { name: 'History' });
  await expect(history.getByText('by Ada Owner').first()).toBeVisible();
  await expect(
    history.getByText(`${before} → to (607) 555-0188`).or(history.getByText('(607) 555-0188')).first(),
  ).toBeVisible();
  await history.getByRole('button', { name: 'Restore this version before the first change' }).click();
  const dialog = page.getByRole('dialog', { name: 'Restore the values from before the first change?' });
  await expect(dialog.getByText(before)).toBeVisible();
  await dialog.getByRole('button', { name: 'Restore this version' }).click();
  await expect(toast(page, 'The values from before the first change are restored.')).toBeVisible();
  await expect(phone).toHaveValue(before);
  await visit(page, '/admin/settings');
  const card = page.getByRole('listitem').filter({ hasText: 'Store facts' });
  await expect(card.getByText('Changed by Ada Owner')).toBeVisible();
});

test('of two admins who change one section, the second sees the first one’s change and decides', async ({
  openBrowser,
  shop,
}) => {
  const [ada, ben] = [
    await enter(shop, await openBrowser(DESK), 'Ada Owner'),
    await enter(shop, await openBrowser(DESK), 'Ben Owner'),
  ];
  for (const page of [ada, ben]) await visit(page, '/admin/settings/holds');
  const units = (page: Page) => page.getByLabel('Units per customer');
  await units(ada).fill('41');
  await ada.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(toast(ada, 'Saved.')).toBeVisible();
  await units(ben).fill('42');
  await ben.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(ben.getByText('Not saved: someone else saved changes.')).toBeVisible();
  await expect(units(ben)).toHaveValue('42');
  await ben.getByRole('button', { name: 'Take saved Units per customer' }).click();
  await expect(units(ben)).toHaveValue('41');
  await units(ben).fill('43');
  await ben.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(toast(ben, 'Saved.')).toBeVisible();
  await expect(units(ben)).toHaveValue('43');
});

test('an admin previews and applies New York’s tax, and adds and removes rules', async ({
  openBrowser,
  shop,
}) => {
  const page = await enter(shop, await openBrowser(DESK), 'Ada Owner');
  await visit(page, '/admin/settings/tax');
  await expect(page.getByText('12% is an estimate.')).toBeVisible();
  const preset = page.getByRole('region', { name: 'New York preset' });
  const from = today().add({ days: 10 });
  await preset.getByLabel('From').fill(from.toString());
  await preset.getByRole('button', { name: 'Preview' }).click();
  await expect(preset.getByText('$167.00')).toBeVisible();
  await expect(preset.getByText('Estimated Tax ends the day before.')).toBeVisible();
  await expectAccessible(page);
  await preset.getByRole('button', { name: `Apply from ${formatDate(from)}` }).click();
  await expect(toast(page, 'Saved.')).toBeVisible();
  const rule = (name: string) =>
    page.getByRole('main').getByRole('listitem').filter({ hasText: name }).first();
  await expect(rule('NY State cannabis excise tax')).toContainText('Upcoming');
  await expect(rule('Estimated Tax')).toContainText(formatDate(from.subtract({ days: 1 })));

  const add = page.getByRole('region', { name: 'Add a rule' });
  await add.getByLabel('Name').fill('Town tax');
  await add.getByLabel('Rate').fill('a lot');
  await add.getByRole('button', { name: 'Add rule' }).click();
  await expect(add.getByLabel('Rate')).toHaveAccessibleDescription(/Enter a percentage/);
  await expect(add.getByLabel('Name')).toHaveValue('Town tax');
  await add.getByLabel('Rate').fill('1.5');
  await add.getByLabel('From').fill(from.toString());
  await add.getByRole('button', { name: 'Add rule' }).click();
  await expect(rule('Town tax')).toContainText('1.5%');
  await page.getByRole('button', { name: 'Delete Town tax' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('button', { name: 'Delete Town tax' })).toHaveCount(0);
});

test('warnings are previewed while typed, and one press restores the law’s wording', async ({
  openBrowser,
  shop,
}) => {
  const page = await enter(shop, await openBrowser(DESK), 'Ada Owner');
  await visit(page, '/admin/settings/warnings');
  const field = page.getByLabel('Warning on every page');
  const law = await field.inputValue();
  await field.fill('Keep it away from children.');
  const banner = page.getByRole('region', { name: 'Health warnings' });
  await expect(banner.getByText('Keep it away from children.')).toBeVisible();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(toast(page, 'Saved.')).toBeVisible();
  await page.getByRole('button', { name: /^Restore the law’s wording/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Restore the law’s wording' }).click();
  await expect(toast(page, 'The law’s wording is restored.')).toBeVisible();
  await expect(field).toHaveValue(law);
});
