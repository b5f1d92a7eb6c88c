/** Order Management as office staff use it (specification section 2, 'Admin Orders'). */
import { randomBytes } from 'node:crypto';
import type { BrowserContext, Page } from '@playwright/test';
import { eq } from 'drizzle-orm';
import { orders } from '#db/schema/orders.ts';
import type { OrderStatus } from '#kernel/statuses.ts';
import { setStatus } from '#tests/support/set-status.ts';
import type { Shop } from './shop.ts';
import { pastDoubleClick, pressUntil, takenOver, toast, visit } from './steps.ts';
import { expect, test } from './support.ts';
import { expectAccessible, expectNoSidewaysScroll } from './watch.ts';

const TABLET = { viewport: { width: 768, height: 1024 }, hasTouch: true };
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });
const rows = (page: Page) => page.getByRole('table', { name: 'Orders' }).locator('tbody tr');

async function enter(shop: Shop, context: BrowserContext, role: 'admin' | 'staff', name: string) {
  await shop.signIn(context, await shop.person({ role, name }));
}

/** An order of a new customer, found by a unique email. */
async function anOrder(shop: Shop, wanted: { onHand?: number; to?: OrderStatus } = {}) {
  const customer = await shop.person();
  const item = await shop.product({ onHand: wanted.onHand ?? 10 });
  const number = await shop.order(customer, item);
  if (wanted.to) await setStatus(shop.db, number, wanted.to);
  return { number, item, customer };
}

const selectAll = (page: Page) => page.getByRole('checkbox', { name: 'Select all on this page' });

/** No row, neither of the boxes that select all, no count, no bar. */
async function nothingIsSelected(page: Page): Promise<void> {
  await expect(page.getByRole('form', { name: 'Selected rows' })).toBeHidden();
  await expect(page.locator('main input[type=checkbox]:checked')).toHaveCount(0);
}

async function statusOf(shop: Shop, number: string): Promise<string | undefined> {
  const [row] = await shop.db
    .select({ status: orders.status })
    .from(orders)
    .where(eq(orders.orderId, number));
  return row?.status;
}

test('an admin finds, filters, sorts and pages through orders by keyboard alone', async ({
  page,
  context,
  shop,
}) => {
  const { number } = await anOrder(shop);
  await enter(shop, context, 'admin', 'Ada Owner');
  await visit(page, '/admin/dashboard');
  await pressUntil(page, 'g', async () => {
    await page.keyboard.press('o');
    await expect(heading(page, 'Order Management')).toBeVisible({ timeout: 2_000 });
  });
  await expect(rows(page)).toHaveCount(25);

  const numbers = () => rows(page).locator('td.primary').allInnerTexts();
  const first = await numbers();
  expect(first[0]).toBe(number);
  await page.getByRole('link', { name: 'Next', exact: true }).press('Enter');
  await expect(page).toHaveURL(/after=/);
  await expect.poll(numbers).not.toEqual(first);
  await page.getByRole('link', { name: 'Previous', exact: true }).press('Enter');
  await expect.poll(numbers).toEqual(first);

  await page.getByRole('columnheader', { name: 'Total' }).getByRole('link').press('Enter');
  await expect(page.getByRole('columnheader', { name: 'Total' })).toHaveAttribute('aria-sort', 'descending');
  await page.goBack();
  await expect.poll(numbers).toEqual(first);

  // j and k move, x selects, Enter opens.
  await pressUntil(page, 'j', () => expect(page.locator('tbody a:focus')).toHaveCount(1, { timeout: 2_000 }));
  await expect(
    rows(page)
      .nth(0)
      .getByRole('link', { name: first[0] ?? '', exact: true }),
  ).toBeFocused();
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('k');
  await page.keyboard.press('x');
  await expect(rows(page).nth(1).getByRole('checkbox')).toBeChecked();
  await expect(page.getByText('1 selected')).toBeVisible();
  await page.keyboard.press('x');
  await expect(page.getByText('1 selected')).toBeHidden();
  await page.keyboard.press('Enter');
  await expect(heading(page, first[1] ?? '')).toBeVisible();
  await page.goBack();
  await expect(rows(page)).toHaveCount(25);

  const email = page.getByRole('searchbox', { name: 'Search orders' });
  await expect(async () => {
    // Pressed before the list listens, it opens the global search.
    if (new URL(page.url()).pathname === '/admin/search') await page.goBack();
    await page.keyboard.press('/');
    await expect(email).toBeFocused({ timeout: 2_000 });
  }).toPass();
  // While the focus is in a field, letters are input.
  await page.keyboard.type('NOBODY-jkx');
  await page.keyboard.press('Enter');
  await expect(page.getByText('No orders match these filters.')).toBeVisible();
  await expect(email).toHaveValue('NOBODY-jkx');
  await page.getByRole('link', { name: 'Show all orders' }).press('Enter');
  await expect(rows(page)).toHaveCount(25);

  // The palette includes the commands of the open page.
  const command = page.getByRole('combobox', { name: 'Search commands' });
  await pressUntil(page, 'Control+k', () => expect(command).toBeFocused({ timeout: 2_000 }));
  await page.keyboard.type('search this');
  await page.keyboard.press('Enter');
  await expect(email).toBeFocused();
  await email.blur();
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await expect(heading(page, number)).toBeVisible();
  await pressUntil(page, 'Control+k', () => expect(command).toBeFocused({ timeout: 2_000 }));
  await page.keyboard.type('edit this order');
  await expect(page.getByRole('option', { name: /^Edit this order/ })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(heading(page, `Edit ${number}`)).toBeVisible();
});

test('an admin saves a filter as a view and deletes it, and the spreadsheet has the filtered orders', async ({
  page,
  context,
  shop,
}) => {
  const { number, customer } = await anOrder(shop);
  await enter(shop, context, 'admin', 'Ada Owner');
  await visit(page, '/admin/orders');
  await page
    .getByRole('searchbox', { name: 'Search orders' })
    .fill(customer.email.slice(2, 30).toUpperCase());
  await page.getByRole('combobox', { name: 'Status' }).selectOption('Reserved');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText([number]);
  await expect(rows(page).getByText('Reserved')).toBeVisible();
  await expect(page.getByText('1 order', { exact: true })).toBeVisible();

  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Export CSV' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^orders-\d{4}-\d\d-\d\d\.csv$/);
  const text = await (await file.createReadStream()).setEncoding('utf8').toArray();
  expect(text.join('')).toContain(
    'order_id,created_at,user_email,full_name,pickup_time,subtotal,tax,total,status,payment_status',
  );
  expect(text.join('')).toMatch(new RegExp(`${number},.*${customer.email}.*pending,pay_on_pickup`));
  expect(text.join('').trim().split('\r\n')).toHaveLength(2);

  await page.getByText('Save this view').click();
  await page.getByRole('textbox', { name: 'Name' }).fill('One customer');
  await page.getByRole('button', { name: 'Save view' }).click();
  await expect(toast(page, 'View ‘One customer’ saved.')).toBeVisible();
  const view = page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'One customer' });
  await expect(view).toHaveAttribute('aria-current', 'page');
  await page
    .getByRole('navigation', { name: 'Views' })
    .getByRole('link', { name: 'All', exact: true })
    .click();
  await expect(rows(page)).toHaveCount(25);
  await view.click();
  await expect(rows(page)).toHaveCount(1);
  await page.getByRole('button', { name: 'Delete view' }).click();
  await page
    .getByRole('dialog', { name: 'Delete the view ‘One customer’?' })
    .getByRole('button', { name: 'Delete view' })
    .click();
  await expect(toast(page, 'View ‘One customer’ deleted.')).toBeVisible();
  await expect(view).toHaveCount(0);
});

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
  for (const name of [number, `Edit ${number}`, 'Total']) {
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
  await page.getByRole('textbox', { name: 'Issued by' }).fill('Canada');
  await page.getByLabel('Expires').fill('2020-01-31');
  await page.getByLabel('Birth date on the ID').fill('1990-05-05');
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
  await expect(page.getByRole('textbox', { name: 'Issued by' })).toHaveValue('Canada');
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

test('staff cancel an order with a reason, which its history shows', async ({ page, context, shop }) => {
  const { number, item } = await anOrder(shop, { onHand: 3 });
  await enter(shop, context, 'staff', 'Sam Counter');
  await visit(page, `/admin/orders/${number}`);
  await page.getByRole('button', { name: `Cancel order ${number}` }).click();
  const dialog = page.getByRole('dialog', { name: `Cancel ${number}?` });
  await expect(dialog).toContainText('Its one unit');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Don’t cancel' }).click();
  await expect(dialog).toBeHidden();
  expect(await statusOf(shop, number)).toBe('pending');

  await page.getByRole('button', { name: `Cancel order ${number}` }).click();
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Called to cancel');
  await dialog.getByRole('button', { name: 'Cancel order' }).click();
  await expect(toast(page, 'Status updated')).toBeVisible();
  await expect(page.getByText('“Called to cancel”')).toBeVisible();
  await expect(page.getByText('This order has ended.')).toBeVisible();
  await expect.poll(() => shop.available(item)).toBe(3);
  await page.goto(`/admin/orders/${number}/edit`);
  await takenOver(page);
  await expect(page).toHaveURL(`/admin/orders/${number}`);
  await expect(toast(page, 'This order has ended, so it can no longer be edited.')).toBeVisible();
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
  const others = page.getByRole('listitem').filter({ hasText: 'to ‘Ready for pickup’' });
  await expect(others).toContainText(three);
  await nothingIsSelected(page);
  expect(await statusOf(shop, three)).toBe('pending');
  await expectAccessible(page);
  // One press after a change selects again.
  await selectAll(page).click();
  await expect(page.getByText('3 selected')).toBeVisible();
});

test('staff work through the day from the list: tabs by pickup, and each row’s next step', async ({
  page,
  context,
  shop,
}) => {
  const customer = await shop.person();
  const number = await shop.order(customer, await shop.product());
  await enter(shop, context, 'staff', 'Sam Counter');
  const tabs = page.getByRole('navigation', { name: 'Orders by work' });
  const status = rows(page).filter({ hasText: number });
  await visit(page, '/admin/orders');
  await page.getByRole('searchbox', { name: 'Search orders' }).fill(customer.email);
  await page.getByRole('searchbox', { name: 'Search orders' }).press('Enter');
  await expect(rows(page)).toHaveCount(1);
  await tabs.getByRole('link', { name: /^To pack \d/ }).click();
  await expect(page).toHaveURL(/tab=pack/);
  await expect(rows(page)).toHaveCount(1);
  await expectAccessible(page);
  await page.getByRole('button', { name: `Confirm ${number}` }).click();
  await expect(toast(page, `${number}: Confirmed.`)).toBeVisible();
  await expect(status).toContainText('Confirmed');
  // By keyboard: the key for the focused row.
  await page.getByRole('link', { name: number, exact: true }).focus();
  await page.keyboard.press('r');
  await expect(toast(page, `${number}: Ready for pickup.`)).toBeVisible();
  expect(await statusOf(shop, number)).toBe('ready');
  // It has left this tab, and the search stays.
  await expect(rows(page)).toHaveCount(0);
  await tabs.getByRole('link', { name: /^Ready \d/ }).click();
  await page.getByRole('link', { name: `Hand over ${number}` }).click();
  await expect(page).toHaveURL(`/counter/orders/${number}`);
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

test('staff on a tablet cancel many orders with a reason, and bulk actions do not include completing', async ({
  openBrowser,
  shop,
}) => {
  const customer = await shop.person();
  const item = await shop.product({ onHand: 2 });
  const numbers = [await shop.order(customer, item), await shop.order(customer, await shop.product())];
  const context = await openBrowser(TABLET);
  await enter(shop, context, 'staff', 'Sam Counter');
  const page = await context.newPage();
  await visit(page, `/admin/orders?email=${encodeURIComponent(customer.email)}`);
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
  await expect(page.getByRole('button', { name: /Hand over|Complete/ })).toHaveCount(0);
  await expectNoSidewaysScroll(page);
  await page.getByRole('button', { name: 'Cancel orders…' }).tap();
  const asked = page.getByRole('dialog', { name: 'Cancel 2 orders?' });
  await expectAccessible(page);
  // The browser itself asks for the reason.
  await asked.getByRole('button', { name: 'Cancel orders' }).tap();
  await expect(asked).toBeVisible();
  await asked.getByRole('textbox', { name: 'Reason' }).fill('Snowed in');
  await asked.getByRole('button', { name: 'Cancel orders' }).tap();
  await expect(page.getByText('2 orders updated.')).toBeVisible();
  for (const number of numbers) expect(await statusOf(shop, number)).toBe('cancelled');
  await expect.poll(() => shop.available(item)).toBe(2);
  await page
    .getByRole('link', { name: numbers[0] ?? '', exact: true })
    .first()
    .tap();
  await expect(page.getByText('“Snowed in”')).toBeVisible();
});

test('the pick list of selected orders shows their lots by product and by order, and prints without the frame', async ({
  openBrowser,
  shop,
}) => {
  const mark = randomBytes(6).toString('hex');
  const item = await shop.product();
  const numbers: string[] = [];
  for (const name of ['robin', 'wren'])
    numbers.push(await shop.order(await shop.person({ email: `${name}-${mark}@example.com` }), item));
  const context = await openBrowser(TABLET);
  await enter(shop, context, 'staff', 'Sam Counter');
  const page = await context.newPage();
  await visit(page, `/admin/orders?email=${mark}`);
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
  await page.getByRole('button', { name: 'Print pick list' }).tap();
  await expect(heading(page, 'Pick list')).toBeVisible();
  const row = page.getByRole('row', { name: new RegExp(item.name) });
  await expect(row).toContainText('2 ×');
  await expect(row).toContainText('Batch B-1');
  for (const number of numbers) await expect(page.getByRole('heading', { name: number })).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('navigation', { name: 'Back office' })).toBeHidden();
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden();
  await expect(row).toBeVisible();
  await page.emulateMedia({ media: null });

  // Of a day: today's, and the chosen one.
  const [order] = await shop.db
    .select({ at: orders.pickupStartsAt })
    .from(orders)
    .where(eq(orders.orderId, numbers[0] ?? ''));
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' }).format(order?.at ?? 0);
  await visit(page, '/admin/orders');
  await page.getByRole('link', { name: 'Today’s pick list' }).tap();
  await expect(page.getByText(/\(today\)/)).toBeVisible();
  await page.getByLabel('Day').fill(day);
  await page.getByRole('button', { name: 'Show' }).tap();
  await expect(page.getByRole('heading', { name: numbers[0] ?? '' })).toBeVisible();
});

test('a filter, another page, a sort and Back each clear the selection', async ({ page, context, shop }) => {
  await enter(shop, context, 'staff', 'Sam Counter');
  const selected = page.getByText(/^\d[\d,+]*( orders)? selected$/);
  const select = async () => {
    await selectAll(page).check();
    await page.getByRole('checkbox', { name: /^All that match/ }).check();
    await expect(selected).toBeVisible();
  };
  await visit(page, '/admin/orders');
  await expect(rows(page)).toHaveCount(25);

  await select();
  await page.getByRole('link', { name: 'Next', exact: true }).press('Enter');
  await expect(page).toHaveURL(/after=/);
  await nothingIsSelected(page);
  await select();
  await page.goBack();
  await expect(page).toHaveURL('/admin/orders');
  await nothingIsSelected(page);

  // A filter clears the selection, even if every row still matches.
  await select();
  await page.getByRole('combobox', { name: 'Status' }).selectOption('Counted as sales');
  await page.getByRole('button', { name: 'Apply' }).press('Enter');
  await expect(page).toHaveURL(/status=counted/);
  await nothingIsSelected(page);
  await select();
  await page.getByRole('columnheader', { name: 'Total' }).getByRole('link').press('Enter');
  await expect(page).toHaveURL(/sort=/);
  await nothingIsSelected(page);

  // The box in the table head shows whether all rows are selected.
  await selectAll(page).check();
  await rows(page).nth(2).getByRole('checkbox').uncheck();
  await expect(selectAll(page)).not.toBeChecked();
  await rows(page).nth(2).getByRole('checkbox').check();
  await expect(selectAll(page)).toBeChecked();

  // Another document, and back to this one.
  await page.goto('/faq');
  await page.goBack();
  await takenOver(page);
  await nothingIsSelected(page);
});

test('on a tablet the list shows pickup, customer, status and units; email and creation time need a wider screen', async ({
  openBrowser,
  shop,
}) => {
  const robin = await shop.person({ name: 'Robin Hale' });
  const number = await shop.order(robin, await shop.product());
  const context = await openBrowser(TABLET);
  await enter(shop, context, 'staff', 'Sam Counter');
  const page = await context.newPage();
  await visit(page, `/admin/orders?find=${number}`);
  const heads = () =>
    page
      .getByRole('columnheader')
      .allInnerTexts()
      .then((texts) => texts.map((text) => text.trim()).filter(Boolean));
  for (const width of [768, 1024]) {
    await page.setViewportSize({ width, height: 1024 });
    await expect
      .poll(heads)
      .toEqual(['Order #', 'Pickup', 'Customer', 'Status', 'Units', 'Total', 'Actions']);
    await expectNoSidewaysScroll(page);
  }
  await expect(rows(page).first()).toContainText('Robin Hale');
  await expect(rows(page).first().locator('td[data-head=Units]')).toHaveText('1');
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect
    .poll(heads)
    .toEqual(['Order #', 'Created', 'Email', 'Pickup', 'Customer', 'Status', 'Units', 'Total', 'Actions']);
  await expectNoSidewaysScroll(page);
});
