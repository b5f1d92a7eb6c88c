/** A discount as customers see it, from its card to checkout, until it ends. */
import type { BrowserContext, Locator, Page } from '@playwright/test';
import { and, eq } from 'drizzle-orm';
import { products } from '#db/schema/catalogue.ts';
import { orderItems, orders } from '#db/schema/orders.ts';
import { formatDate } from '#kernel/time.ts';
import { setStatus } from '#tests/support/set-status.ts';
import {
  expectOffer,
  from,
  giveDiscounts,
  looksRight,
  main,
  shows,
  TERMS,
  today,
  until,
} from './discount-steps.ts';
import type { Item, Shop } from './shop.ts';
import { addToCart, chooseTime, orderNumber, problem, reserveButton, visit } from './steps.ts';
import { expect, test } from './support.ts';

const untilText = `until ${formatDate(until)}`;

test.afterEach(({ shop }) => giveDiscounts(shop, false));

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
      idIssuer: 'United States',
      idExpiresOn: today.add({ years: 2 }).toString(),
      idBirthDate: '1990-01-01',
      idNumber: 'X1234567',
      nameMatches: '1',
      cashReceived: '200',
    },
    headers: { Origin: shop.origin, 'Sec-Fetch-Site': 'same-origin' },
    maxRedirects: 0,
  });
  expect(answer.status()).toBe(302);
}
