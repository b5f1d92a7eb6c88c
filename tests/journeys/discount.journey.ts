/** A discount from start to end: set in Edit Product, seen by customers, saved with the order, and switched off. */
import type { BrowserContext, Locator, Page } from '@playwright/test';
import { and, eq } from 'drizzle-orm';
import { Temporal } from 'temporal-polyfill';
import { products } from '#db/schema/catalogue.ts';
import { orderItems, orders } from '#db/schema/orders.ts';
import { storeSettings } from '#db/schema/settings.ts';
import { formatDate } from '#kernel/time.ts';
import { setStatus } from '#tests/support/set-status.ts';
import type { Item, Shop } from './shop.ts';
import { addToCart, chooseTime, orderNumber, problem, reserveButton, toast, visit } from './steps.ts';
import { expect, test } from './support.ts';
import { expectAccessible, expectNoSidewaysScroll } from './watch.ts';

/** Around today with room on both sides, so that it is current at any hour of the run. */
const today = Temporal.Now.plainDateISO('America/New_York');
const from = today.subtract({ days: 2 });
const until = today.add({ days: 30 });
const untilText = `until ${formatDate(until)}`;
const TERMS = 'While supplies last, for customers 21 and older.';

async function giveDiscounts(shop: Shop, enabled: boolean): Promise<void> {
  const value = { enabled };
  await shop.db
    .insert(storeSettings)
    .values({ name: 'discounts', value })
    .onConflictDoUpdate({ target: storeSettings.name, set: { value } });
}

const field = (page: Page, name: string) => page.getByLabel(name);
const main = (page: Page) => page.getByRole('main');

async function looksRight(page: Page): Promise<void> {
  for (const width of [390, 768, 1440]) {
    // High enough that nothing is under the filter bar at the bottom of a phone.
    await page.setViewportSize({ width, height: 1200 });
    await expectNoSidewaysScroll(page);
    if (width === 390) await expectAccessible(page);
  }
}

/** The price now, and the list price struck through. */
async function expectOffer(where: Locator, now: string, list: string): Promise<void> {
  await expect(where).toContainText(now);
  await expect(where.locator('s').first()).toHaveText(`instead of the list price of ${list}`);
}

async function saveProduct(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save Changes' }).press('Enter');
}

/** The shop as another visitor sees it a moment later, without a cached page. */
async function shows(shop: Shop, item: Item, words: string): Promise<boolean> {
  const page = await fetch(shop.origin + item.path, { headers: { cookie: 'age_verified=yes' } });
  return (await page.text()).includes(words);
}

test.afterEach(({ shop }) => giveDiscounts(shop, false));

test('is saved with its dates and terms, and below the legal floor only after its warning is read', async ({
  page,
  context,
  shop,
}) => {
  const item = await shop.product({ retailPrice: 6000, wholesalePrice: 3000 });
  await shop.signIn(context, await shop.person({ role: 'admin', name: 'Ada Owner' }));
  await visit(page, `/admin/products/${item.id}`);
  // Off by default, and then the form does not ask for one.
  await expect(field(page, 'Retail')).toHaveValue('60.00');
  await expect(page.getByRole('group', { name: 'Discount' })).toHaveCount(0);

  await giveDiscounts(shop, true);
  await expect(async () => {
    await visit(page, `/admin/products/${item.id}`);
    await expect(page.getByRole('group', { name: 'Discount' })).toBeVisible({ timeout: 1000 });
  }).toPass();
  const discount = page.getByRole('textbox', { name: /^Discount/ });
  await discount.fill('30%');
  await saveProduct(page);
  await expect(page.getByText('Give the first day of the discount.').first()).toBeVisible();
  await expect(field(page, 'Last day')).toHaveAttribute('aria-invalid', 'true');
  await expect(discount).toHaveValue('30%');
  await looksRight(page);

  await field(page, 'First day').fill(from.toString());
  await field(page, 'Last day').fill(until.toString());
  await field(page, 'Terms of the discount').fill(TERMS);
  await saveProduct(page);
  await expect(
    page.getByText(
      'With the discount, $42.00 is below the legal floor of $45.00: 1.5 times the wholesale price of $30.00.',
    ),
  ).toBeVisible();
  await expect(discount).toHaveValue('30%');
  await discount.fill('20%');
  await saveProduct(page);
  await expect(toast(page, 'Product saved')).toBeVisible();
  await expect(discount).toHaveValue('12.00');
  await expect(field(page, 'Terms of the discount')).toHaveValue(TERMS);
  await looksRight(page);
  await page.getByRole('link', { name: 'Preview' }).press('Enter');
  await expectOffer(main(page), '$48.00', '$60.00');
  await expect(main(page)).toContainText(TERMS);
});

test('is previewed, set on many products at once, undone, and ended', async ({ page, context, shop }) => {
  const word = `Dunnock${crypto.randomUUID().slice(0, 8)}`;
  const items = [
    await shop.product({ name: `${word} A`, retailPrice: 6000, wholesalePrice: 1000 }),
    await shop.product({ name: `${word} B`, retailPrice: 3000, wholesalePrice: 1000 }),
  ];
  const stored = async () => {
    const all = await Promise.all(
      items.map(({ id }) => shop.db.select().from(products).where(eq(products.id, id))),
    );
    return all.map(([row]) => row?.discount ?? null);
  };
  await giveDiscounts(shop, true);
  await shop.signIn(context, await shop.person({ role: 'admin', name: 'Ada Owner' }));
  const edit = async () => {
    await visit(page, `/admin/inventory?find=${word}`);
    await page.getByRole('checkbox', { name: 'Select all on this page' }).press('Space');
    await page.getByRole('button', { name: 'Edit Selected' }).press('Enter');
    await expect(page.getByRole('heading', { name: 'Edit products' })).toBeVisible();
  };
  const change = page.getByRole('combobox', { name: 'Change', exact: true });
  const preview = page.getByRole('button', { name: 'Preview', exact: true });
  await expect(async () => {
    await edit();
    await expect(change.getByRole('option', { name: 'Set a discount' })).toBeAttached({ timeout: 1000 });
  }).toPass();

  // Input without a choice is not dropped silently.
  await field(page, 'Amount off').fill('20%');
  await preview.press('Enter');
  await expect(page.getByText(/^Choose ‘Set a discount’/).first()).toBeVisible();
  await expect(change).toBeFocused();
  await expect(field(page, 'Amount off')).toHaveValue('20%');
  await change.selectOption('Set a discount');
  await preview.press('Enter');
  await expect(page.getByText('Give the first day of the discount.').first()).toBeVisible();
  await field(page, 'First day').fill(from.toString());
  await field(page, 'Last day').fill(until.toString());
  await field(page, 'Terms of the discount').fill(TERMS);
  await preview.press('Enter');
  const found = page.getByRole('heading', { name: '2 products of 2 will change' });
  await expect(found).toBeFocused();
  await expect(page.getByRole('row', { name: /Discount: none.*12\.00/ })).toHaveCount(1);
  await expect(page.getByRole('row', { name: /Discount: none.*6\.00/ })).toHaveCount(1);
  expect(await stored()).toEqual([null, null]);
  await looksRight(page);
  await page.getByRole('button', { name: 'Change 2 products' }).press('Enter');
  await expect(toast(page, 'Changed 2 products.')).toBeVisible();
  expect(await stored()).toEqual([1200, 600]);
  await expect.poll(() => shows(shop, items[0] as Item, '$48.00')).toBe(true);
  await page.getByRole('button', { name: 'Undo' }).press('Enter');
  await expect(toast(page, 'Undone for 2 products.')).toBeVisible();
  expect(await stored()).toEqual([null, null]);

  const days = { discountFrom: from.toString(), discountUntil: until.toString(), discountTerms: TERMS };
  for (const { id } of items)
    await shop.db
      .update(products)
      .set({ discount: 500, ...days })
      .where(eq(products.id, id));
  await edit();
  await change.selectOption('End the discount');
  await preview.press('Enter');
  await page.getByRole('button', { name: 'Change 2 products' }).press('Enter');
  await expect(toast(page, 'Changed 2 products.')).toBeVisible();
  expect(await stored()).toEqual([null, null]);
});

async function discounted(shop: Shop): Promise<Item> {
  await giveDiscounts(shop, true);
  const item = await shop.product({
    retailPrice: 6000,
    discount: 1200,
    discountFrom: from.toString(),
    discountUntil: until.toString(),
    discountTerms: TERMS,
  });
  await expect.poll(() => shows(shop, item, '$48.00')).toBe(true);
  return item;
}

async function cardOf(page: Page, item: Item): Promise<Locator> {
  await visit(page, `/products?q=${encodeURIComponent(item.name)}`);
  return page.getByRole('article').filter({ hasText: item.name });
}

test('shows on card, page, cart and checkout; one that has ended is announced before anything is reserved', async ({
  page,
  context,
  shop,
  openBrowser,
}) => {
  const item = await discounted(shop);
  const customer = await shop.person();
  await shop.signIn(context, customer);

  await test.step('card and page', async () => {
    const card = await cardOf(page, item);
    await expectOffer(card, '$48.00', '$60.00');
    await expect(card).toContainText(untilText);
    await looksRight(page);
    await addToCart(page, item, 2);
    await expectOffer(main(page), '$48.00', '$60.00');
    await expect(main(page)).toContainText(`Discount ${untilText}.`);
    await expect(main(page)).toContainText(TERMS);
    await looksRight(page);
  });

  await test.step('cart and checkout', async () => {
    await visit(page, '/cart');
    const line = page.getByRole('listitem').filter({ hasText: item.name });
    await expectOffer(line, '$48.00', '$60.00');
    await expect(line).toContainText('$96.00');
    await looksRight(page);
    await page.getByRole('main').getByRole('link', { name: 'Checkout' }).click();
    const summary = page.getByRole('region', { name: /^Your items/ });
    await expectOffer(summary, '$48.00', '$60.00');
    await expect(summary).toContainText('Tax on discounted cannabis is owed on its list price.');
    await looksRight(page);
  });

  await test.step('it ends before the press, and comes back', async () => {
    await chooseTime(page);
    // The message may come a moment before the sums below it; customers agree only to those.
    const agreedTo = page.locator('input[name="expectedTotal"]');
    await shop.db.update(products).set({ discount: null }).where(eq(products.id, item.id));
    await reserveButton(page).click();
    await expect(problem(page)).toContainText('The total is now $134.40 (it was $110.40).');
    await expect(agreedTo).toHaveValue('13440');
    await shop.db.update(products).set({ discount: 1200 }).where(eq(products.id, item.id));
    await reserveButton(page).click();
    await expect(problem(page)).toContainText('The total is now $110.40 (it was $134.40).');
    await expect(agreedTo).toHaveValue('11040');
    await reserveButton(page).click();
  });

  const number = await orderNumber(page);
  const [line] = await shop.db
    .select({
      list: orderItems.listPrice,
      off: orderItems.unitDiscount,
      amount: orderItems.amount,
      base: orderItems.taxBase,
    })
    .from(orderItems)
    .innerJoin(orders, eq(orders.id, orderItems.orderId))
    .where(and(eq(orders.orderId, number), eq(orderItems.productId, item.id)));
  expect(line).toEqual({ list: 6000, off: 1200, amount: 9600, base: 12_000 });

  await test.step('once discounts are off, the menu shows list prices and the order stays as it was', async () => {
    await giveDiscounts(shop, false);
    await expect.poll(() => shows(shop, item, '$48.00')).toBe(false);
    const card = await cardOf(page, item);
    await expect(card).toContainText('$60.00');
    await expect(card.locator('s')).toHaveCount(0);
    await visit(page, `/orders/${number}`);
    await expectOffer(main(page), '$48.00', '$60.00');
    await expect(main(page)).toContainText('Tax on discounted cannabis is owed on its list price.');
    await looksRight(page);
    const mail = await shop.mailbox.receive(customer.email, new RegExp(number));
    expect(mail.text.replaceAll(/\s+/g, ' ')).toContain('List price $60.00, discount $12.00 each');
  });

  await test.step('staff and the receipt show both prices', async () => {
    const staff = await openBrowser();
    await handOver(shop, staff, number);
    await visit(page, `/orders/${number}/receipt`);
    const receipt = page.getByRole('article', { name: `Receipt ${number}` });
    await expect(receipt).toContainText('List price $60.00, discount $12.00 each');
    await expect(receipt).toContainText('Tax on discounted cannabis is owed on its list price.');
    await looksRight(page);
  });
});

/** The order's page in the back office, and the hand-over that makes its receipt. */
async function handOver(shop: Shop, staff: BrowserContext, number: string): Promise<void> {
  await shop.signIn(staff, await shop.person({ role: 'staff' }));
  const desk = await staff.newPage();
  await visit(desk, `/admin/orders/${number}`);
  await expect(main(desk)).toContainText('List price $60.00, discount $12.00 each · taxed on $120.00');
  await looksRight(desk);
  await setStatus(shop.db, number, 'ready');
  const [order] = await shop.db
    .select({ version: orders.version })
    .from(orders)
    .where(eq(orders.orderId, number));
  const answer = await staff.request.post(`/counter/orders/${number}`, {
    form: {
      intent: 'hand-over',
      version: order?.version ?? 0,
      idKind: 'passport',
      idIssuer: 'US',
      idExpiresOn: today.add({ years: 2 }).toString(),
      idBirthDate: '1990-01-01',
      nameMatches: '1',
      cashReceived: '200',
    },
    headers: { Origin: shop.origin, 'Sec-Fetch-Site': 'same-origin' },
    maxRedirects: 0,
  });
  expect(answer.status()).toBe(302);
}
