/** The list of orders as office staff use it: filters, views, the day, the selection, what fits on a tablet. */
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
import { pressUntil, takenOver, toast, visit } from './steps.ts';
import { expect, test } from './support.ts';
import { expectAccessible, expectNoSidewaysScroll } from './watch.ts';

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
  // At the pace of a quick person: faster they may be a scan.
  await page.keyboard.type('jjkx', { delay: 130 });
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
  // Right after the words in the palette a letter at this pace is still theirs.
  const top = rows(page).nth(0).getByRole('link', { name: number, exact: true });
  await pressUntil(page, 'j', () => expect(top).toBeFocused({ timeout: 2_000 }));
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
    'order_id,created_at,user_email,full_name,pickup_time,discount,subtotal,tax,total,status,payment_status,refunded,net',
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
    // Two lines: a time, or a next step beside the selected rows' bar.
    expect((await rows(page).first().boundingBox())?.height).toBeLessThan(72);
  }
  await expect(rows(page).first()).toContainText('Robin Hale');
  await expect(rows(page).first().locator('td[data-head=Units]')).toHaveText('1');
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect
    .poll(heads)
    .toEqual(['Order #', 'Created', 'Email', 'Pickup', 'Customer', 'Status', 'Units', 'Total', 'Actions']);
  await expectNoSidewaysScroll(page);
});

test('on a desk an order is one line, however long its customer’s name is, and says the name in full', async ({
  page,
  context,
  shop,
}) => {
  const name = 'Bartholomew Featherstonehaugh-Vandenberg';
  const number = await shop.order(await shop.person({ name }), await shop.product());
  await enter(shop, context, 'admin', 'Ada Owner');
  await visit(page, `/admin/orders?find=${number}`);
  for (const width of [1280, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await expect(rows(page)).toHaveCount(1);
    expect((await rows(page).first().boundingBox())?.height, `at ${width} px`).toBeLessThan(52);
    await expect(rows(page).first().getByTitle(name)).toBeVisible();
    await expectNoSidewaysScroll(page);
  }
});
