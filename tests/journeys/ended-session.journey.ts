/** A session that ends at checkout, in a browser with scripts. */
import { PASSWORD, signOutEverywhere, withPassword } from './ended-session-steps.ts';
import {
  addToCart,
  chooseTime,
  freeTimes,
  reserveButton,
  signInByForm,
  takenOver,
  toast,
  visit,
} from './steps.ts';
import { expect, test } from './support.ts';

const AGAIN = 'You were signed out. Check and press again.';

test('after a session has ended at checkout, the cart and the chosen time are there again', async ({
  page,
  shop,
}) => {
  const person = await withPassword(shop);
  const one = await shop.product();
  const other = await shop.product();
  await visit(page, '/login');
  await signInByForm(page, person.email, PASSWORD);
  await expect(page).toHaveURL(/\/products/);
  await addToCart(page, one);
  await addToCart(page, other);
  await visit(page, '/checkout');
  await chooseTime(page);
  const chosen = await freeTimes(page).last().getAttribute('value');
  await signOutEverywhere(shop, person);
  await reserveButton(page).click();
  await expect(page).toHaveURL(/\/login\?/);
  await signInByForm(page, person.email, PASSWORD);
  await expect(page).toHaveURL(/\/checkout/);
  await expect(toast(page, AGAIN)).toBeVisible();
  await expect(page.getByText('Your cart is empty.')).toBeHidden();
  await expect(page.getByText(one.name).filter({ visible: true }).first()).toBeVisible();
  await expect(page.getByText(other.name).filter({ visible: true }).first()).toBeVisible();
  await expect(page.locator(`input[name="slot"][value="${chosen}"]`)).toBeChecked();
});

test('what was typed is in its field again after the sign-in, once the scripts have taken over', async ({
  page,
  shop,
}) => {
  const person = await withPassword(shop);
  await visit(page, '/login?returnTo=/profile');
  await signInByForm(page, person.email, PASSWORD);
  await expect(page).toHaveURL(/\/profile/);
  await page.getByLabel('Full name').fill('Robin Typed');
  await signOutEverywhere(shop, person);
  await page.getByLabel('Full name').press('Enter');
  await expect(page).toHaveURL(/\/login\?/);
  await signInByForm(page, person.email, PASSWORD);
  await expect(page).toHaveURL(/\/profile/);
  await expect(page.getByLabel('Full name')).toHaveValue('Robin Typed');
  await expect(page.getByLabel('Full name')).toBeFocused();
});

test('boxes, choices and times of rights and of an offer are as they were set, after an ended session', async ({
  page,
  shop,
}) => {
  const admin = await withPassword(shop, { role: 'admin' });
  const staff = await shop.person({ role: 'staff', name: 'Kim Hollow' });
  await visit(page, `/login?mode=admin&returnTo=/admin/users?rightsOf=${staff.userId}%26set=lead`);
  await signInByForm(page, admin.email, PASSWORD);
  await expect(page).toHaveURL(/^[^?]*\/admin\/users\?rightsOf=/);
  // The dialog moves to its place once the scripts have taken over.
  await takenOver(page);
  const rights = page.getByRole('dialog', { name: 'Rights of Kim Hollow' });
  const box = (name: RegExp) => rights.getByRole('checkbox', { name });
  await box(/^Close and reopen days/).uncheck();
  await box(/^See money/).check();
  await rights.getByLabel(/^Refund limit/).fill('75.50');
  await signOutEverywhere(shop, admin);
  await rights.getByRole('button', { name: 'Save rights' }).click();
  await expect(page).toHaveURL(/\/login\?/);
  await signInByForm(page, admin.email, PASSWORD);
  await expect(toast(page, AGAIN)).toBeVisible();
  await expect(box(/^Close and reopen days/)).not.toBeChecked();
  await expect(box(/^See money/)).toBeChecked();
  await expect(box(/^Receive/)).toBeChecked();
  await expect(rights.getByLabel(/^Refund limit/)).toHaveValue('75.50');
  await rights.getByRole('button', { name: 'Save rights' }).click();
  await expect(toast(page, 'Rights saved')).toBeVisible();

  await visit(page, '/admin/offers/new');
  await page.getByLabel('Name').fill('Evening pair');
  await page.getByLabel('Terms').fill('While supplies last.\nOne visit.');
  await page.getByLabel('Kind').selectOption('Price of each unit');
  await page.getByLabel('Starts').fill('2031-05-06T10:30');
  await page.getByText('Only together with other products').click();
  const other = page.getByRole('group', { name: 'Any product of' }).getByRole('checkbox').first();
  await other.check();
  await page.getByRole('checkbox', { name: 'Wed' }).check();
  await signOutEverywhere(shop, admin);
  await page.getByRole('button', { name: 'Show prices' }).click();
  await expect(page).toHaveURL(/\/login\?/);
  await signInByForm(page, admin.email, PASSWORD);
  await expect(page).toHaveURL('/admin/offers/new');
  await expect(page.getByLabel('Name')).toHaveValue('Evening pair');
  await expect(page.getByLabel('Terms')).toHaveValue('While supplies last.\nOne visit.');
  await expect(page.getByLabel('Kind')).toHaveValue('price');
  await expect(page.getByLabel('Starts')).toHaveValue('2031-05-06T10:30');
  await expect(other).toBeVisible();
  await expect(other).toBeChecked();
  await expect(page.getByRole('checkbox', { name: 'Wed' })).toBeChecked();
});
