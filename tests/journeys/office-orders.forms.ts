/** Orders, reservations, refunds and recalls in the back office without scripts. */
import { randomBytes, randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { auditLog } from '#db/schema/audit.ts';
import { countSheets } from '#db/schema/counts.ts';
import { sessions } from '#db/schema/identity.ts';
import { orders, pickupReservations } from '#db/schema/orders.ts';
import { promotions } from '#db/schema/promotions.ts';
import { recalls } from '#db/schema/recalls.ts';
import { lots } from '#db/schema/stock.ts';
import type { OrderStatus } from '#kernel/statuses.ts';
import { aCrowd } from '#tests/support/recall-crowd.ts';
import { setStatus } from '#tests/support/set-status.ts';
import { enter, heading, problem } from './form-steps.ts';
import { expect, test } from './forms.ts';
import type { PlainPage } from './plain-page.ts';
import type { Item, Shop } from './shop.ts';
import { anItem, reserve } from './shop-steps.ts';

const PATH = '/admin/pickup-reservations';
const CREATE = 'Mark Submitted → Create Order';
const quantity = (page: PlainPage, name: string) =>
  page.getByRole('spinbutton', { name: `Quantity of ${name}`, exact: true });
const note = (page: PlainPage) => page.getByRole('textbox', { name: /^Note for staff/ });
const reason = (page: PlainPage) => page.getByRole('textbox', { name: 'Reason for the change' });
const save = (page: PlainPage) => page.getByRole('button', { name: 'Save changes' });
const cardOf = (page: PlainPage, item: Item) => page.getByRole('article', { name: item.name, exact: true });
const aBatch = () => `JRN-${randomBytes(4).toString('hex')}`;
const aTitle = () => `Harvest ${randomBytes(4).toString('hex')}`;
const listOf = (item: Item) => `${PATH}?product=${encodeURIComponent(item.name)}`;

/** An order of a new customer. */
async function anOrder(shop: Shop, wanted: { onHand?: number; to?: OrderStatus } = {}) {
  const customer = await shop.person();
  const item = await shop.product({ onHand: wanted.onHand ?? 10 });
  const number = await shop.order(customer, item);
  if (wanted.to) await setStatus(shop.db, number, wanted.to);
  return { number, item, customer };
}

async function orderStatus(shop: Shop, number: string) {
  const [row] = await shop.db
    .select({ status: orders.status })
    .from(orders)
    .where(eq(orders.orderId, number));
  return row?.status;
}

async function statusOf(shop: Shop, id: string) {
  const [row] = await shop.db
    .select({ status: pickupReservations.status })
    .from(pickupReservations)
    .where(eq(pickupReservations.id, id));
  return row?.status;
}

/** The units on each card of the list. */
async function quantitiesOf(page: PlainPage): Promise<(string | undefined)[]> {
  const cards = await page.getByRole('article').all();
  return Promise.all(cards.map(async (card) => (await card.getByRole('definition').allInnerTexts())[1]));
}

/** On the page that makes an order of a reservation. */
async function chooseTime(page: PlainPage) {
  const time = page.getByRole('combobox', { name: 'Pickup time' });
  const open = (await time.locator('option').all()).slice(1);
  for (const option of open)
    if ((await option.getAttribute('disabled')) === null) {
      await time.selectOption((await option.getAttribute('value')) ?? '');
      break;
    }
  await page.getByRole('button', { name: 'Create order' }).click();
}

async function asStaff(shop: Shop, page: PlainPage, role: 'admin' | 'staff'): Promise<PlainPage> {
  await enter(shop, page, role);
  return page;
}

/** A merchandise order, which needs no ID, handed over and paid on this page. */
async function handedOver(shop: Shop, page: PlainPage) {
  const robin = await shop.person({ name: 'Robin Hale' });
  const item = await shop.product({
    productType: 'apparel',
    taxClass: 'merchandise',
    requiresId: false,
    limitCategory: null,
    limitMg: null,
    retailPrice: 1800,
  });
  const number = await shop.order(robin, item);
  await page.goto(`/admin/orders/${number}`);
  for (const step of ['Confirm', 'Mark ready for pickup'])
    await page.getByRole('button', { name: step, exact: true }).click();
  await page.getByRole('link', { name: 'Hand over' }).click();
  await page.getByLabel('Cash received').fill('100');
  await page.getByRole('button', { name: 'Paid and handed over' }).click();
  await expect(heading(page, new RegExp(`^${number} is handed over to`))).toBeVisible();
  await page.goto(`/admin/orders/${number}`);
  return { robin, item, number };
}

/** Quarantines the only lot of a product, as staff do. */
async function quarantine(page: PlainPage, shop: Shop, productId: number) {
  await page.goto(`/admin/products/${productId}/lots`);
  await page
    .getByText(/^Quarantine/)
    .first()
    .click();
  await page.getByRole('textbox', { name: 'Reason' }).first().fill('Mold');
  await page.getByRole('button', { name: 'Quarantine', exact: true }).click();
  const [lot] = await shop.db.select().from(lots).where(eq(lots.productId, productId));
  expect(lot?.status).toBe('quarantined');
}

test('without scripts a refused hand-over lists every problem and shows the change, which stays until the next customer', async ({
  openVisitor,
  shop,
}) => {
  const robin = await shop.person({ name: 'Robin Hale' });
  const number = await shop.order(robin, await shop.product());
  await setStatus(shop.db, number, 'ready');
  const page = openVisitor();
  await enter(shop, page, 'staff');
  await page.goto(`/counter/orders/${number}`);
  await page.getByLabel('Cash received').fill('60');
  await page.getByRole('button', { name: 'Paid and handed over' }).click();
  await expect(page.getByRole('main').getByRole('alert')).toContainText('5 things to correct');
  await expect(page.getByRole('main').locator('output')).toHaveText('$9.60');
  await page.getByLabel('Passport').check();
  await page.getByLabel('Issued by').selectOption('Canada');
  await page.getByLabel('Expires').fill('2090-01-31');
  await page.getByLabel('Birth date on the ID').fill('1990-05-05');
  await page.getByLabel('Number of the ID').fill('X1234567');
  await page.getByRole('checkbox', { name: 'The name on the ID is Robin Hale' }).check();
  await page.getByRole('button', { name: 'Paid and handed over' }).click();
  for (const _ of ['at once', 'after a reload']) {
    await expect(page.getByRole('region', { name: 'What was done' })).toContainText('Change due$9.60');
    await page.goto(`/counter/orders/${number}`);
  }
  await page.getByRole('link', { name: 'Next customer' }).click();
  await expect(page).toHaveURL('/counter');
});

test('the office says what it could not find, in its frame and with a title, and links back', async ({
  visitor: page,
  openVisitor,
  shop,
}) => {
  await enter(shop, page, 'admin');
  const missing = '00000000-0000-7000-8000-000000000000';
  for (const [path, what, back] of [
    ['/admin/no/such/page', 'Page not found', '/admin/dashboard'],
    ['/admin/orders/ORD999999', 'Order not found', '/admin/orders'],
    ['/admin/orders/ORD999999/edit', 'Order not found', '/admin/orders'],
    ['/admin/customers/missing', 'Customer not found', '/admin/customers'],
    [`/admin/customers/${missing}`, 'Customer not found', '/admin/customers'],
    ['/admin/products/999999999', 'Product not found', '/admin/inventory'],
    ['/admin/products/999999999/lots', 'Product not found', '/admin/inventory'],
    [`/admin/promotions/${missing}`, 'Promotion not found', '/admin/promotions'],
    [`/admin/sent-mail/${missing}`, 'Message not found', '/admin/sent-mail'],
  ] as const) {
    expect(await page.goto(path), path).toBe(404);
    await expect(heading(page, `${what}.`)).toBeVisible();
    expect(await page.title()).toBe(`${what} · Admin`);
    await expect(page.getByRole('navigation', { name: 'Back office' })).toBeVisible();
    await expect(page.getByRole('main').getByRole('link', { name: /^Back to / })).toHaveAttribute(
      'href',
      back,
    );
  }
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Back to / })
    .press('Enter');
  await expect(heading(page, 'Sent Mail')).toBeVisible();

  for (const role of ['user', null] as const) {
    const stranger = openVisitor();
    if (role) await shop.signIn(stranger, await shop.person());
    expect(await stranger.goto('/admin/no/such/page')).toBe(404);
    await expect(heading(stranger, 'Page not found.')).toBeVisible();
    await expect(stranger.getByText('Admin')).toHaveCount(0);
  }
});

test('a row’s step is refused when someone else has changed the order', async ({ visitor: page, shop }) => {
  const customer = await shop.person();
  const number = await shop.order(customer, await shop.product());
  await enter(shop, page, 'staff');
  await page.goto(`/admin/orders?email=${encodeURIComponent(customer.email)}`);
  const row = page.getByRole('row').filter({ hasText: number });
  await row.locator('form input[name="version"]').first().fill('99');
  await page.getByRole('button', { name: `Confirm ${number}` }).click();
  await expect(page.getByText('Someone else saved changes. Review them first.')).toBeVisible();
  expect(await orderStatus(shop, number)).toBe('pending');
});

test('a refusal at the counter ends the order and says why', async ({ visitor: page, shop }) => {
  const { number, item } = await anOrder(shop, { onHand: 2, to: 'ready' });
  await enter(shop, page, 'staff');
  await page.goto(`/counter/orders/${number}`);
  await page.getByText('Refuse order').click();
  await page.getByRole('button', { name: 'Refuse and end order' }).click();
  await expect(page.getByText('Choose a reason.').first()).toBeVisible();
  await page.getByRole('combobox', { name: 'Why' }).selectOption('mismatch');
  await page.getByRole('textbox', { name: /^Note/ }).fill('A cousin’s ID');
  await page.getByRole('button', { name: 'Refuse and end order' }).click();
  const done = page.getByRole('region', { name: 'What was done' });
  await expect(done).toContainText('Refused: ID belongs to someone else');
  await expect(done).toContainText('“A cousin’s ID”');
  await expect.poll(() => shop.available(item)).toBe(2);
});

test('a ready order that gets other units is packed again before its hand-over', async ({
  visitor: page,
  shop,
}) => {
  const { number, item } = await anOrder(shop, { to: 'ready' });
  const batch = aBatch();
  await shop.db
    .insert(lots)
    .values({ productId: item.id, batchNumber: batch, onHand: 5, testStatus: 'TestPassed' });
  await shop.db.execute(sql`update product_stock set on_hand = on_hand + 5 where product_id = ${item.id}`);
  await shop.db.execute(sql`insert into stock_ledger (product_id, lot_id, on_hand_change, reason)
    select product_id, id, 5, 'received' from lots where batch_number = ${batch}`);
  await enter(shop, page, 'admin');
  await page.goto(`/admin/products/${item.id}/lots`);
  await page
    .getByText(/^Quarantine/)
    .first()
    .click();
  await page.getByRole('textbox', { name: 'Reason' }).first().fill('Mold');
  await page.getByRole('button', { name: 'Quarantine', exact: true }).first().click();
  await page.goto(`/admin/orders/${number}`);
  await expect(page.getByText(`1 of ${item.name} · Batch ${batch}`)).toBeVisible();
  await expect(page.getByText('The stock of this order changed after it was packed.')).toBeVisible();
  await page.goto(`/counter/orders/${number}`);
  const toPack = page.getByText(
    `Units to pack: 1 of ${item.name}. Put them in the bag, then mark the order ready.`,
  );
  await expect(toPack).toBeVisible();
  await page.getByRole('button', { name: 'Mark ready' }).click();
  await expect(page.getByRole('button', { name: 'Paid and handed over' })).toBeVisible();
  await expect(toPack).toHaveCount(0);
});

test('a batch on the shelf without a lot joins a count by its product, and an admin sees what approval does', async ({
  visitor: page,
  shop,
}) => {
  const item = await shop.product({ onHand: 1 });
  const batch = aBatch();
  const [sheet] = await shop.db
    .insert(countSheets)
    .values({
      categoryId: 1_000_000 + item.id,
      title: 'Flower',
      startedBy: randomUUID(),
      startedByName: 'Kim',
    })
    .returning();
  await enter(shop, page, 'admin');
  await page.goto(`/admin/counts/${sheet?.id}`);
  await page.getByText('Found a lot that is not on this sheet?').click();
  await page.getByLabel('Batch number or package tag').fill(batch);
  await page.getByLabel('Units counted').fill('two');
  await page.getByRole('button', { name: 'Add to count' }).click();
  await expect(page.getByText('Enter the units counted: a whole number, 0 or more.')).toBeVisible();
  await page.getByLabel('Units counted').fill('2');
  await page.getByRole('button', { name: 'Add to count' }).click();
  await expect(page.getByText('No lot has this batch number.')).toBeVisible();
  await page.getByLabel('Product of a new batch').fill(item.name);
  await page.getByRole('button', { name: 'Add to count' }).click();
  await expect(page.getByText(`Batch ${batch} added: 2 counted.`)).toBeVisible();
  await expect(page.getByText('Found on the shelf')).toBeVisible();
  await expect(page.getByText(/a lot that waits for its test\. It does not go on sale\.$/)).toBeVisible();
  await page.getByText('Found a lot that is not on this sheet?').click();
  await page.getByLabel('Batch number or package tag').fill(batch);
  await page.getByLabel('Units counted').fill('3');
  await page.getByLabel('Product of a new batch').fill(item.name);
  await page.getByRole('button', { name: 'Add to count' }).click();
  await expect(page.getByText('This lot is on the sheet and counted already.')).toBeVisible();
});

test('without scripts staff filter, confirm, edit and cancel an order', async ({ openVisitor, shop }) => {
  const { number, item, customer } = await anOrder(shop);
  const page = openVisitor();
  await enter(shop, page, 'staff');
  await page.goto('/admin/orders');
  await page.getByRole('searchbox', { name: 'Search orders', exact: true }).fill(customer.email);
  await page.getByRole('combobox', { name: 'Status' }).selectOption('ready');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByText('No orders match')).toBeVisible();
  await page.getByRole('link', { name: /^Remove filter Status: Ready/ }).click();
  await expect(page.getByRole('link', { name: 'Clear all' })).toHaveCount(0);
  await page.getByRole('checkbox', { name: `Select ${number}` }).check();
  await page.getByRole('button', { name: 'Confirm', exact: true }).click();
  await expect(page.getByText('1 order updated.')).toBeVisible();
  await page.getByRole('link', { name: `Edit ${number}` }).click();
  await quantity(page, item.name).fill('2');
  await note(page).fill('n'.repeat(600));
  await save(page).click();
  await expect(page.getByText('One thing to correct')).toBeVisible();
  await expect(quantity(page, item.name)).toHaveValue('2');
  await expect(note(page)).toHaveValue('n'.repeat(600));
  await reason(page).fill('On the phone');
  await save(page).click();
  await expect(page.getByText(`${number} saved.`)).toBeVisible();
  await page.getByText('Cancel order', { exact: false }).first().click();
  await page.getByRole('textbox', { name: 'Reason' }).fill('Moved away');
  await page.getByRole('button', { name: 'Cancel order' }).click();
  await expect(page.getByText('Status updated')).toBeVisible();
  await expect(page.getByText('“Moved away”')).toBeVisible();
});

test('staff send an email again', async ({ visitor: page, shop }) => {
  const { number, customer } = await anOrder(shop);
  await enter(shop, page, 'staff');
  const mails = () => shop.mailbox.all().filter(({ recipient }) => recipient === customer.email).length;
  await expect.poll(mails).toBe(1);
  await page.goto(`/admin/orders/${number}`);
  await page.getByRole('button', { name: /^Send again/ }).click();
  await expect(page.getByText('The email goes out again now.')).toBeVisible();
  await expect.poll(mails).toBe(2);
});

test('a press on an outdated page is refused, and the page then shows the current state', async ({
  visitor: page,
  shop,
}) => {
  const { number } = await anOrder(shop);
  await enter(shop, page, 'staff');
  await page.goto(`/admin/orders/${number}`);
  // Without a notification to open pages.
  await shop.db.update(orders).set({ status: 'packing', version: 9 }).where(eq(orders.orderId, number));
  await page.getByRole('button', { name: 'Confirm', exact: true }).click();
  await expect(page.getByText(/^Failed to update status\. Someone else saved changes/)).toBeVisible();
  await page.getByRole('button', { name: 'Mark ready for pickup' }).click();
  await expect(page.getByText('Status updated')).toBeVisible();
});

test('a list of orders that fails to load says so and preserves its filters', async ({
  visitor: page,
  shop,
}) => {
  await enter(shop, page);
  await page.goto('/admin/orders');
  await shop.db.execute('alter table orders rename to orders_away');
  try {
    await page.getByRole('searchbox', { name: 'Search orders', exact: true }).fill('robin');
    await page.getByRole('button', { name: 'Apply' }).click();
    await expect(page.getByText('Failed to fetch orders')).toBeVisible();
    await expect(page.getByRole('searchbox', { name: 'Search orders', exact: true })).toHaveValue('robin');
  } finally {
    await shop.db.execute('alter table orders_away rename to orders');
  }
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByText('Failed to fetch orders')).toHaveCount(0);
});

test('without scripts, forms change a reservation’s status and make an order of it', async ({
  openVisitor,
  shop,
}) => {
  const [item, other] = [await anItem(shop), await anItem(shop)];
  const robin = await shop.person();
  const id = await reserve(shop, robin, item);
  await reserve(shop, robin, other);
  const page = openVisitor();
  await enter(shop, page, 'staff');
  await page.goto(listOf(item));
  await cardOf(page, item)
    .getByRole('combobox', { name: /^Status/ })
    .selectOption('Confirmed');
  await cardOf(page, item).getByRole('button', { name: /^Save/ }).click();
  await expect(page.getByText('Status updated')).toBeVisible();
  expect(await statusOf(shop, id)).toBe('confirmed');
  await page.goto(listOf(other));
  await cardOf(page, other).getByRole('button', { name: CREATE }).click();
  await chooseTime(page);
  await expect(page.getByText('Order created and reservation submitted')).toBeVisible();
  await expect(cardOf(page, other).getByRole('link', { name: /^ORD\d+$/ })).toBeVisible();
});

test('a reservation that cannot become an order stays as it is and says why', async ({
  openVisitor,
  shop,
}) => {
  const item = await anItem(shop);
  const robin = await shop.person({ birthDate: '1995-06-15' });
  const id = await reserve(shop, robin, item);
  await shop.db.execute(sql`update customer_profiles set is_banned = true where user_id = ${robin.userId}`);
  const page = openVisitor();
  await enter(shop, page, 'staff');
  await page.goto(listOf(item));
  await cardOf(page, item).getByRole('button', { name: CREATE }).click();
  await expect(page.getByText('Could not submit reservation. This customer is banned.')).toBeVisible();
  expect(await statusOf(shop, id)).toBe('pending');
});

test('the list shows ten to a page, counts for people, and pages both ways; one that fails to load says so', async ({
  openVisitor,
  shop,
}) => {
  const item = await anItem(shop);
  const robin = await shop.person();
  await shop.db.insert(pickupReservations).values(
    Array.from({ length: 23 }, (_, minute) => ({
      userId: robin.userId,
      productId: item.id,
      quantity: minute + 1,
      status: 'cancelled' as const,
      createdAt: new Date(Date.now() - minute * 60_000),
    })),
  );
  const page = openVisitor();
  await enter(shop, page, 'staff');
  await page.goto(listOf(item));
  const quantities = () => quantitiesOf(page);
  const from = (first: number, last: number) =>
    Array.from({ length: last - first + 1 }, (_, at) => String(first + at));
  await expect.poll(quantities).toEqual(from(1, 10));
  await page.getByRole('link', { name: 'Next', exact: true }).press('Enter');
  await expect(page.getByText('Page 2', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Next', exact: true }).press('Enter');
  await expect(page.getByText('Page 3', { exact: true })).toBeVisible();
  await expect.poll(quantities).toEqual(from(21, 23));
  await expect(page.getByRole('link', { name: 'Next', exact: true })).toHaveCount(0);
  await page.getByRole('link', { name: 'Previous', exact: true }).press('Enter');
  await expect(page.getByText('Page 2', { exact: true })).toBeVisible();
  await expect.poll(quantities).toEqual(from(11, 20));

  await shop.db.execute(sql`alter table order_receipts rename to order_receipts_away`);
  try {
    await page.goto(listOf(item));
    await expect(page.getByText('Failed to load reservations')).toBeVisible();
    await expect(page.getByRole('searchbox', { name: 'Product', exact: true })).toHaveValue(item.name);
  } finally {
    await shop.db.execute(sql`alter table order_receipts_away rename to order_receipts`);
  }
  await shop.db.delete(pickupReservations).where(eq(pickupReservations.productId, item.id));
});

test('an admin with a recent sign-in downloads the file', async ({ openVisitor, shop }) => {
  const item = await anItem(shop);
  const robin = await shop.person();
  await reserve(shop, robin, item);
  const page = openVisitor();
  const ada = await enter(shop, page, 'admin');
  await page.goto(listOf(item));
  const file = await page.getByRole('link', { name: 'Export CSV' }).download();
  expect(file.name).toBe('pickup_reservations.csv');
  expect(file.content.toString().split('\r\n')[1]).toContain(robin.email);

  const hourAgo = new Date(Date.now() - 3_600_000);
  await shop.db.update(sessions).set({ confirmedAt: hourAgo }).where(eq(sessions.userId, ada.userId));
  await page.getByRole('link', { name: 'Export CSV' }).click();
  await expect(heading(page, 'Confirm it’s you')).toBeVisible();
  expect(new URL(page.url()).search).toContain(encodeURIComponent(PATH));
});

test('the dashboard links to the waiting reservation and to the lots of products that run low', async ({
  openVisitor,
  shop,
}) => {
  const item = await shop.product({ name: `Kestrel ${randomBytes(5).toString('hex')}`, onHand: 1 });
  const robin = await shop.person({ name: `Robin ${randomBytes(4).toString('hex')}` });
  const id = await reserve(shop, robin, item);
  // The earliest to expire comes first.
  await shop.db
    .update(pickupReservations)
    .set({ holdExpiresAt: sql`now() + interval '10 minutes'` })
    .where(eq(pickupReservations.id, id));
  const page = openVisitor();
  await enter(shop, page, 'staff');
  await page.goto('/admin/dashboard');
  await page.getByRole('link', { name: new RegExp(`^${item.name}\\s*, reservation of`) }).click();
  await expect(heading(page, 'Pickup Reservations')).toBeVisible();
  expect(new URL(page.url()).hash).toBe(`#reservation-${id}`);
  await expect(cardOf(page, item).getByRole('combobox')).toHaveValue('pending');

  await page.goto('/admin/dashboard');
  await page.getByRole('link', { name: robin.name, exact: true }).first().click();
  await expect(heading(page, robin.name)).toBeVisible();

  await page.goto('/admin/dashboard');
  const ways = await Promise.all(
    (await page.getByRole('region', { name: 'Low stock' }).getByRole('link').all()).map((link) =>
      link.getAttribute('href'),
    ),
  );
  expect(ways.length).toBeGreaterThan(0);
  for (const way of ways) expect(way).toMatch(/^\/admin\/(inventory|products\/\d+\/lots)$/);
  await page.getByRole('link', { name: /at or below (its|their) level$/ }).click();
  await expect(heading(page, 'Cannabis Inventory Dashboard')).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Stock' })).toHaveValue('low');
});

test('a refund is a form without scripts', async ({ openVisitor, shop }) => {
  const { number } = await handedOver(shop, await asStaff(shop, openVisitor(), 'admin'));
  const page = await asStaff(shop, openVisitor(), 'admin');
  await page.goto(`/admin/orders/${number}/refund`);
  await page.getByRole('button', { name: 'Record refund' }).click();
  await expect(problem(page).getByRole('listitem')).toHaveText([
    'Choose the units to refund.',
    'Enter a reason. It is saved with the order.',
  ]);
  await page.getByRole('checkbox', { name: 'All remaining units' }).check();
  await page.getByRole('button', { name: 'Record refund' }).click();
  await expect(page.getByText('Enter a reason. It is saved with the order.').first()).toBeVisible();
  await expect(page.getByRole('checkbox', { name: 'All remaining units' })).toBeChecked();
  await page.getByLabel('Reason').fill('Changed their mind');
  await page.getByRole('button', { name: 'Record refund' }).click();
  await page.getByRole('button', { name: /^Refund \$/ }).click();
  await expect(page.getByText(/^Refund of ORD\d+ recorded\.$/)).toBeVisible();
});

test('staff see refunds and cannot record them', async ({ openVisitor, shop }) => {
  const page = await asStaff(shop, openVisitor(), 'staff');
  const { number } = await handedOver(shop, page);
  await expect(page.getByText('Someone who may refund can record one.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Record refund' })).toHaveCount(0);
  await page.goto(`/admin/orders/${number}/refund`);
  await expect(page.getByText('Someone who may refund can record one.')).toBeVisible();
  const sent = await page.post(`/admin/orders/${number}/refund`, { whole: '1', reason: 'x', version: '9' });
  expect(sent.url.pathname).toBe(`/admin/orders/${number}`);
  const [order] = await shop.db.select().from(orders).where(eq(orders.orderId, number));
  expect(order?.paymentStatus).toBe('paid');
});

test('stock off sale shows in the inventory, and a new product saves off sale with links to what it lacks', async ({
  visitor: page,
  shop,
}) => {
  await shop.signIn(page, await shop.person({ role: 'admin', name: 'Ada Owner' }));
  const item = await shop.product({ onHand: 5 });
  await quarantine(page, shop, item.id);
  await page.goto(`/admin/inventory?find=${encodeURIComponent(item.name)}`);
  await expect(page.getByText('For sale 0 · quarantined 5').first()).toBeVisible();

  await page.goto('/admin/products/new');
  await page.getByLabel('Name').fill('Beaverkill pre-roll');
  await page.getByLabel('Category').selectOption({ index: 1 });
  await page.getByLabel('Retail').fill('12.00');
  await page.getByLabel('For Sale').selectOption('yes');
  await page.getByRole('button', { name: 'Create product' }).click();
  await expect(page.getByText('Saved off sale. See what is missing.')).toBeVisible();
  const missing = page.locator('[data-field-links]');
  await expect(missing.getByRole('link', { name: 'Receive a lot with its test result.' })).toBeVisible();
  // The saved values show, even if only the sale changed.
  const forSale = page.getByLabel('For Sale');
  await expect(forSale).toHaveValue('no');
  await forSale.selectOption('yes');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('Saved off sale. See what is missing.')).toBeVisible();
  await expect(forSale).toHaveValue('no');
  await missing.getByRole('link', { name: /the amount that counts/ }).click();
  await expect(page.getByLabel('Amount that counts')).toBeVisible();
});

test('a new strain is for sale after twelve fields', async ({ visitor: page, openVisitor, shop }) => {
  await shop.signIn(page, await shop.person({ role: 'admin', name: 'Ada Owner' }));
  const name = aTitle();
  const batch = aBatch();
  await page.goto('/admin/products/new');
  await expect(page.getByLabel('For Sale')).toHaveValue('yes');
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Category').selectOption({ label: 'Flower' });
  await page.getByLabel(/^Size/).fill('3.5 g');
  await page.getByLabel('Retail').fill('45');
  await page.getByLabel(/^THC %/).fill('24.1');
  await page.getByLabel('Batch').fill(batch);
  await page.getByLabel('Units').fill('40');
  await page.getByLabel('Test result').selectOption({ label: 'Test passed' });
  await page.getByLabel('Laboratory').fill('Hudson Labs');
  await page.getByLabel('Certificate number').fill('HL-9');
  await page.getByLabel('CBD %').fill('0.1');
  await page.getByLabel('Last day to sell').fill('2190-12-31');
  await page.getByRole('button', { name: 'Create product' }).click();
  await expect(page.getByText('Product saved')).toBeVisible();
  await expect(page.getByLabel('For Sale')).toHaveValue('yes');
  const missing = page.locator('[data-field-links]').getByRole('link');
  await expect(missing).toHaveText('Add a picture. Until then the shop shows a placeholder.');
  // Counts as and the amount are proposed, so the purchase limit holds.
  await expect(page.getByLabel('Amount that counts')).toHaveValue('3.5 g');

  const shopper = openVisitor();
  await shopper.goto(`/products?q=${encodeURIComponent(name)}`);
  await shopper.getByRole('main').getByRole('link', { name, exact: true }).click();
  const main = shopper.getByRole('main');
  for (const words of ['$45.00', '24.1%', batch]) await expect(main).toContainText(words);
  await expect(main.getByRole('button', { name: 'Reserve for Pickup' })).toBeVisible();
});

test('a mock recall is timed and notifies no one', async ({ visitor: page, shop }) => {
  const batch = aBatch();
  const lotId = await aCrowd(shop.db, 2, batch);
  await shop.signIn(page, await shop.person({ role: 'admin' }));
  await page.goto(`/admin/lots/${lotId}`);
  await page.getByRole('link', { name: 'Mock recall…' }).click();
  await page.getByLabel(/^What is wrong/).fill('Yearly exercise');
  await page.getByRole('button', { name: 'Save and see who has it' }).click();
  await expect(page.getByText('Exercise, nothing is sent')).toBeVisible();
  await page.getByText('Finish exercise').first().click();
  await page.getByRole('button', { name: 'Finish exercise' }).click();
  await expect(page.getByText('Exercise finished. Nothing was sent.')).toBeVisible();
  await expect(page.getByText(/^\d+ s$|^\d+ min \d+ s$/)).toBeVisible();
  await expect(page.getByLabel('Draft')).toHaveValue(/^EXERCISE\./);
  const [stored] = await shop.db.select().from(recalls).where(eq(recalls.reason, 'Yearly exercise'));
  expect(stored).toMatchObject({ status: 'ended', eventId: null });
  expect(shop.mailbox.all().filter(({ recipient }) => recipient.startsWith(`buyer-${lotId}-`))).toEqual([]);
});

test('staff see who has a lot, stop and resume its sales, and cannot recall it', async ({
  visitor: page,
  shop,
}) => {
  const lotId = await aCrowd(shop.db, 1, aBatch());
  await shop.signIn(page, await shop.person({ role: 'staff' }));
  await page.goto(`/admin/lots/${lotId}`);
  await expect(page.getByRole('link', { name: 'Buyer 1', exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Recall…', exact: true })).toHaveCount(0);
  await page.getByRole('button', { name: 'Stop sales now' }).click();
  await expect(page.getByText('Sales stopped.')).toBeVisible();
  await page.getByRole('button', { name: /^Undo/ }).click();
  await expect(page.getByText('Lot on sale.')).toBeVisible();
  await page.goto('/admin/recalls/new');
  await expect(page).toHaveURL(/\/admin\/dashboard/);
});

test('saving a recall draft never overwrites a colleague’s version unseen, and staff can delete a draft', async ({
  visitor: page,
  shop,
}) => {
  const admin = await shop.person({ role: 'admin' });
  await shop.signIn(page, admin);
  const title = aTitle();
  const [draft] = await shop.db
    .insert(promotions)
    .values({ title, words: 'At first.', createdBy: admin.userId })
    .returning({ id: promotions.id });
  const here = `/admin/promotions/${draft?.id}`;
  await page.goto(`${here}/edit`);
  await shop.db
    .update(promotions)
    .set({ words: 'Theirs.', version: 2 })
    .where(eq(promotions.id, draft?.id ?? ''));
  await page.getByLabel(/^Text/).fill('Mine.');
  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect(page.getByText('Not saved: someone else saved changes.')).toBeVisible();
  await expect(page.getByLabel(/^Text/)).toHaveValue('Mine.');
  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect(page).toHaveURL(here);
  await page.getByText('Delete draft').first().click();
  await page.getByRole('button', { name: 'Delete draft' }).click();
  await expect(page.getByText('Draft deleted.')).toBeVisible();
  await page.goto(here);
  await expect(page.getByRole('heading', { name: 'Promotion not found.' })).toBeVisible();
  const entries = await shop.db
    .select({ action: auditLog.action })
    .from(auditLog)
    .where(eq(auditLog.subjectId, draft?.id ?? ''));
  expect(entries.map(({ action }) => action).sort()).toEqual(['promotion.changed', 'promotion.deleted']);
});
