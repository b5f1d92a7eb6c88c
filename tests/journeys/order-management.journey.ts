/** Orders that staff move on by touch, one and many at once (specification section 2, 'Admin Orders'). */
import {
  anOrder,
  enter,
  heading,
  nothingIsSelected,
  rows,
  selectAll,
  statusOf,
  TABLET,
} from './order-management-steps.ts';
import { pastDoubleClick, toast, visit } from './steps.ts';
import { expect, test } from './support.ts';
import { expectAccessible, expectNoSidewaysScroll } from './watch.ts';

test('staff on a tablet take an order from reserved to completed by touch', async ({ openBrowser, shop }) => {
  const { number, customer } = await anOrder(shop);
  const context = await openBrowser(TABLET);
  await enter(shop, context, 'staff', 'Sam Counter');
  const page = await context.newPage();
  await visit(page, `/admin/orders?email=${encodeURIComponent(customer.email)}`);
  // Only admins export personal data.
  await expect(page.getByRole('link', { name: 'Export CSV' })).toHaveCount(0);
  expect((await page.request.get('/admin/orders/export')).url()).not.toContain('export');
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  for (const name of [number, 'Total']) {
    const box = await page.getByRole('link', { name, exact: true }).boundingBox();
    expect(box?.height, name).toBeGreaterThanOrEqual(44);
  }
  await page.getByRole('link', { name: number, exact: true }).tap();
  await expect(heading(page, number)).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  for (const [button, status] of [
    ['Confirm', 'Confirmed'],
    ['Start packing', 'Packing'],
    ['Mark ready for pickup', 'Ready for pickup'],
  ] as const) {
    const pressed = page.getByRole('button', { name: button, exact: true });
    expect((await pressed.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    await pressed.tap();
    await expect(toast(page, 'Status updated').last()).toBeVisible();
    await expect(page.getByRole('main').getByText(status, { exact: true }).first()).toBeVisible();
  }
  await page.getByRole('link', { name: 'Hand over' }).tap();
  await expect(heading(page, `Hand over ${number} to Robin Hale`)).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await page.getByText('Passport', { exact: true }).tap();
  await page.getByRole('combobox', { name: 'Issued by' }).selectOption('Canada');
  await page.getByLabel('Expires').fill('2020-01-31');
  await page.getByLabel('Birth date on the ID').fill('1990-05-05');
  await page.getByLabel('Number of the ID').fill('X1234567');
  const change = page.getByRole('main').locator('output');
  await page.getByRole('textbox', { name: 'Cash received' }).fill('40');
  await expect(change).toHaveText('$10.40');
  await expect(page.getByText('Still due')).toBeVisible();
  await page.getByRole('button', { name: 'Paid and handed over' }).tap();
  // One response lists every problem, and each is beside its field.
  const summary = page.getByRole('main').getByRole('alert');
  await expect(summary).toContainText('3 things to correct');
  const wrong = {
    Expires: /This ID has expired/,
    'The name on the ID is Robin Hale': /The name on the ID must be Robin Hale/,
    'Cash received': /\$10\.40 is still due\./,
  };
  for (const [label, words] of Object.entries(wrong)) {
    await expect(summary).toContainText(words);
    await expect(page.getByLabel(label)).toHaveAccessibleDescription(words);
  }
  expect(await statusOf(shop, number)).toBe('ready');
  // The input is preserved.
  await expect(page.getByRole('radio', { name: 'Passport' })).toBeChecked();
  await expect(page.getByRole('combobox', { name: 'Issued by' })).toHaveValue('Canada');
  await page.getByLabel('Expires').fill('2090-01-31');
  await page.getByRole('checkbox', { name: 'The name on the ID is Robin Hale' }).tap();
  await page.getByRole('textbox', { name: 'Cash received' }).fill('60');
  await expect(change).toHaveText('$9.60');
  await expect(page.getByText('Change due')).toBeVisible();
  await expect(
    page.getByLabel('Cash received'),
    'the refusal was about another amount',
  ).not.toHaveAccessibleDescription(/still due/);
  await page.getByRole('button', { name: 'Paid and handed over' }).tap();
  const done = page.getByRole('region', { name: 'What was done' });
  await expect(heading(page, `${number} is handed over to Robin Hale`)).toBeVisible();
  await expect(done).toContainText('$9.60');
  await page.reload();
  await expect(done, 'the change stays until the next customer').toContainText('$9.60');
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  // A tap right after the page appears counts as the second half of a double tap.
  await expect(async () => {
    await done.getByRole('link', { name: 'Next customer' }).tap();
    await expect(page).toHaveURL('/counter', { timeout: 1000 });
  }).toPass();

  await visit(page, `/admin/orders/${number}`);
  const order = page.getByRole('main');
  await expect(order.getByText(/^✓?\s*Paid$/).first()).toBeVisible();
  await expect(order.getByText('Estimated Tax'), 'what was paid is final').toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'History' })).toBeVisible();
  await expect(page.getByText('Order handed over')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Edit', exact: true })).toHaveCount(0);
});

test('several orders change status at once, and the one that cannot is named', async ({
  page,
  context,
  shop,
}) => {
  const customer = await shop.person();
  const numbers = [];
  for (let index = 0; index < 3; index++) numbers.push(await shop.order(customer, await shop.product()));
  const [one = '', two = '', three = ''] = numbers;
  await enter(shop, context, 'admin', 'Ada Owner');
  await visit(page, `/admin/orders?email=${encodeURIComponent(customer.email)}`);
  await page.getByRole('checkbox', { name: `Select ${one}` }).check();
  await page.getByRole('checkbox', { name: `Select ${two}` }).check();
  await expect(page.getByText('2 selected')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Confirm', exact: true }).press('Enter');
  await expect(page.getByText('2 orders updated.')).toBeVisible();
  await expect(rows(page).getByText('Confirmed')).toHaveCount(2);
  // The selection belonged to that change.
  await expect(page.getByText('2 selected')).toBeHidden();

  await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
  await page.getByRole('checkbox', { name: 'All that match (3 orders)' }).check();
  await expect(page.getByText('3 orders selected')).toBeVisible();
  await page.getByRole('button', { name: 'Mark ready', exact: true }).click();
  const asked = page.getByRole('dialog', { name: 'Mark 3 orders as ready for pickup?' });
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(asked).toBeHidden();
  expect(await statusOf(shop, one)).toBe('confirmed');
  await page.getByRole('button', { name: 'Mark ready', exact: true }).press('Enter');
  await asked.getByRole('button', { name: 'Mark ready', exact: true }).press('Enter');
  await expect(page.getByText('2 orders updated.')).toBeVisible();
  const others = page
    .getByRole('listitem')
    .filter({ hasText: 'This order is not confirmed yet. Confirm it first.' });
  await expect(others).toContainText(three);
  await nothingIsSelected(page);
  expect(await statusOf(shop, three)).toBe('pending');
  await expectAccessible(page);
  // One press after a change selects again.
  await selectAll(page).click();
  await expect(page.getByText('3 selected')).toBeVisible();
});

test('the second press of a double press does not reach the order that moved up', async ({
  page,
  context,
  shop,
}) => {
  const customer = await shop.person();
  const numbers = [];
  for (let index = 0; index < 2; index++) numbers.push(await shop.order(customer, await shop.product()));
  await enter(shop, context, 'staff', 'Sam Counter');
  await visit(page, `/admin/orders?email=${encodeURIComponent(customer.email)}&status=pending`);
  await expect(rows(page)).toHaveCount(2);
  const confirm = page.getByRole('button', { name: /^Confirm ORD/ }).first();
  const { x, y } = (await confirm.boundingBox()) ?? { x: 0, y: 0 };
  await page.mouse.click(x + 20, y + 20);
  await expect(rows(page)).toHaveCount(1);
  await page.mouse.click(x + 20, y + 20);
  // A visit at once would cancel the request of the second press.
  await pastDoubleClick(page);
  await visit(page, page.url());
  await expect(rows(page)).toHaveCount(1);
  const statuses = await Promise.all(numbers.map((number) => statusOf(shop, number)));
  expect(statuses.sort()).toEqual(['confirmed', 'pending']);
});
