/** A customer's order without scripts: placed, viewed, changed, moved, repeated and canceled. */
import { eq } from 'drizzle-orm';
import { products } from '#db/schema/catalogue.ts';
import { orderItems, orders } from '#db/schema/orders.ts';
import { chooseTime, freeTimes, heading, reserveButton, successHeading } from './form-steps.ts';
import { expect, test } from './forms.ts';
import type { PlainPage } from './plain-page.ts';
import type { Item, Shop } from './shop.ts';
import { about } from './steps.ts';

const merchandise = {
  ...{ productType: 'apparel', taxClass: 'merchandise', requiresId: false },
  ...{ limitCategory: null, limitMg: null, retailPrice: 1800 },
};
const press = (page: PlainPage, word: string, item: Item) =>
  page.getByRole('button', { name: about(word, item.name) });
const save = (page: PlainPage) => page.getByRole('button', { name: 'Save changes' }).first();
const times = (page: PlainPage) => page.getByRole('group', { name: 'Pickup Time' });
const earliest = (page: PlainPage) => times(page).getByText(/^Earliest: /);
const chosen = (page: PlainPage) => times(page).getByRole('radio', { name: / at \d/, checked: true });

async function aCustomer(shop: Shop, page: PlainPage) {
  const customer = await shop.person();
  await shop.signIn(page, customer);
  return customer;
}

async function anOrder(shop: Shop, page: PlainPage) {
  const customer = await aCustomer(shop, page);
  const item = await shop.product({ onHand: 4 });
  const mug = await shop.product({ name: `Mug ${crypto.randomUUID().slice(0, 8)}`, ...merchandise });
  return { customer, item, mug, number: await shop.order(customer, item) };
}

async function stored(shop: Shop, number: string) {
  const [order] = await shop.db.select().from(orders).where(eq(orders.orderId, number));
  if (!order) throw new Error(`no ${number}`);
  return order;
}

const linesOf = (shop: Shop, number: string) =>
  shop.db
    .select({ name: orderItems.productName, quantity: orderItems.quantity, total: orders.total })
    .from(orderItems)
    .innerJoin(orders, eq(orders.id, orderItems.orderId))
    .where(eq(orders.orderId, number))
    .orderBy(orderItems.position);

test('a customer views, moves, repeats and cancels an order', async ({ visitor: page, shop }) => {
  const customer = await aCustomer(shop, page);
  const item = await shop.product();
  const number = await shop.order(customer, item);
  const before = await stored(shop, number);
  await page.goto('/orders');
  await page.getByRole('link', { name: `View order ${number}` }).click();
  await expect(heading(page, number)).toBeVisible();
  await page.getByRole('link', { name: 'Move pickup' }).click();
  await chooseTime(page);
  await page.getByRole('button', { name: 'Move pickup' }).click();
  await expect(page.getByText(/^Your pickup is now /)).toBeVisible();
  expect((await stored(shop, number)).pickupStartsAt).not.toEqual(before.pickupStartsAt);

  await page.getByRole('button', { name: 'Order again' }).click();
  await expect(page.getByText('The item is in your cart.')).toBeVisible();
  await page.goto('/cart');
  await expect(page.getByRole('main')).toContainText(item.name);

  await page.goto(`/orders/${number}`);
  await page.getByText(about('Cancel order', number)).click();
  await page.getByRole('button', { name: 'Cancel order' }).click();
  await expect(page.getByText(`${number} is canceled.`)).toBeVisible();
});

test('ordering again fills the cart and notes what is gone, sold out or dearer', async ({
  visitor: page,
  shop,
}) => {
  const { item, number } = await anOrder(shop, page);
  await page.goto(`/orders/${number}`);
  await page.getByRole('button', { name: 'Order again' }).click();
  await expect(page.getByText('The item is in your cart.')).toBeVisible();
  await shop.reprice(item, item.price + 500);
  await page.getByRole('button', { name: 'Order again' }).click();
  await expect(page.getByText(`${item.name} is now $50.00 (was $45.00).`)).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Go to the cart' }).click();
  await expect(page.getByRole('main')).toContainText(item.name);

  await shop.db.update(products).set({ forSale: false }).where(eq(products.id, item.id));
  await page.goto(`/orders/${number}`);
  await page.getByRole('button', { name: 'Order again' }).click();
  await expect(page.getByText('Nothing from this order can be reserved right now.')).toBeVisible();
  await expect(page.getByText(`${item.name} is no longer on the menu.`)).toBeVisible();
});

test('without scripts a customer changes quantities, finds products, adds and saves them; an order without items is canceled instead', async ({
  openVisitor,
  shop,
}) => {
  const page = openVisitor();
  const { item, mug, number } = await anOrder(shop, page);
  await page.goto(`/orders/${number}`);
  await page.getByRole('link', { name: 'Change items' }).click();
  await press(page, 'Remove', item).click();
  await expect(page.getByText('Will be removed')).toBeVisible();
  await save(page).click();
  await expect(page.getByRole('alert')).toContainText('An order needs at least one item.');
  await expect(page.getByRole('link', { name: 'Cancel the order instead' }).first()).toHaveAttribute(
    'href',
    `/orders/${number}#cancel`,
  );
  await page.getByRole('searchbox', { name: 'Add a product' }).fill(mug.name);
  await page.getByRole('button', { name: 'Search' }).click();
  await press(page, 'Add', mug).click();
  await press(page, 'One more', mug).click();
  await expect(page.getByRole('region', { name: 'New total' })).toContainText('$40.32');
  // Increased while the page was open: the customer sees the new total first.
  await shop.reprice(mug, 2000);
  await save(page).click();
  await expect(page.getByRole('alert')).toContainText('The total is now $44.80 (it was $40.32).');
  await expect(page.getByRole('region', { name: 'New total' })).toContainText('$44.80');
  await save(page).click();
  await expect(page.getByText('Your order is changed. Bring about $45 in cash.')).toBeVisible();
  expect(await linesOf(shop, number)).toEqual([{ name: mug.name, quantity: 2, total: 4480 }]);
});

test('an order that staff have started to pack no longer changes, and asks the customer to call', async ({
  visitor: page,
  shop,
}) => {
  const { item, number } = await anOrder(shop, page);
  await page.goto(`/orders/${number}/change`);
  await press(page, 'One more', item).click();
  // Without a notification to open pages.
  await shop.db.update(orders).set({ status: 'packing', version: 9 }).where(eq(orders.orderId, number));
  await save(page).click();
  await expect(
    page.getByText(/‘Packing’, so its items can no longer be changed here. Please call us/),
  ).toBeVisible();
  await expect(page).toHaveURL(`/orders/${number}`);
  await expect(page.getByRole('link', { name: 'Change items' })).toHaveCount(0);
  await page.goto(`/orders/${number}/change`);
  await expect(page).toHaveURL(`/orders/${number}`);
  expect((await linesOf(shop, number)).map(({ quantity }) => quantity)).toEqual([1]);
});

test('without scripts no button offers to print, and calendar and directions work', async ({
  visitor: page,
  shop,
}) => {
  const { number } = await anOrder(shop, page);
  for (const path of [`/success?order=${number}`, `/orders/${number}`]) {
    await page.goto(path);
    await expect(page.getByRole('main').getByRole('link', { name: 'Add to calendar' })).toBeVisible();
    await expect(page.getByRole('main').getByRole('link', { name: /^Directions/ })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Print' })).toHaveCount(0);
  }
});

test('one tap chooses the earliest time, the list selects it too, and checkout reserves it', async ({
  visitor: page,
  shop,
}) => {
  await shop.signIn(page, await shop.person());
  const item = await shop.product({ onHand: 5, retailPrice: 4000 });
  await page.addCookies([{ name: 'cart', value: `${item.id}:2.` }]);
  await page.goto('/checkout');
  await expect(chosen(page)).toHaveCount(0);
  // Items, total and cash are directly above the times.
  const short = page.getByRole('region', { name: 'In short' });
  await expect(short).toContainText(`2 ×${item.name}`);
  await expect(short).toContainText('$89.60');
  await expect(short).toContainText('Bring about $90 in cash.');

  await earliest(page).click();
  await expect(chosen(page)).toHaveCount(1);
  await expect(freeTimes(page).first()).toBeChecked();
  const words = (await earliest(page).innerText()).replace('Earliest: ', '');
  await reserveButton(page).click();
  await expect(successHeading(page)).toBeVisible();
  await expect(page.getByRole('main')).toContainText(words.split(' ').slice(-2).join(' '));
});
