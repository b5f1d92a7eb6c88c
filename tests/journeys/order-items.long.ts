/** A customer changes an order's items: by keyboard on a phone, at the same time as staff, and without JavaScript. */
import type { BrowserContext, Page } from '@playwright/test';
import { eq } from 'drizzle-orm';
import { orderItems, orders } from '#db/schema/orders.ts';
import type { Item, Shop } from './shop.ts';
import { about, toast, visit } from './steps.ts';
import { expect, test } from './support.ts';
import { expectAccessible, expectFits, expectNoSidewaysScroll } from './watch.ts';

const phone = { viewport: { width: 390, height: 844 } } as const;
const merchandise = {
  ...{ productType: 'apparel', taxClass: 'merchandise', requiresId: false },
  ...{ limitCategory: null, limitMg: null, retailPrice: 1800 },
};
const someName = (word: string) => `${word} ${crypto.randomUUID().slice(0, 8)}`;
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const press = (page: Page, word: string, item: Item) =>
  page.getByRole('button', { name: about(word, item.name) });
const save = (page: Page) => page.getByRole('button', { name: 'Save changes' });

async function anOrder(shop: Shop, context: BrowserContext) {
  const customer = await shop.person();
  await shop.signIn(context, customer);
  const item = await shop.product({ onHand: 4 });
  const mug = await shop.product({ name: someName('Mug'), ...merchandise });
  return { customer, item, mug, number: await shop.order(customer, item) };
}

async function linesOf(shop: Shop, number: string) {
  return shop.db
    .select({ name: orderItems.productName, quantity: orderItems.quantity, total: orders.total })
    .from(orderItems)
    .innerJoin(orders, eq(orders.id, orderItems.orderId))
    .where(eq(orders.orderId, number))
    .orderBy(orderItems.position);
}

async function asStaff(shop: Shop, openBrowser: () => Promise<BrowserContext>, path: string): Promise<Page> {
  const context = await openBrowser();
  await shop.signIn(context, await shop.person({ role: 'staff' }));
  const page = await context.newPage();
  await visit(page, path);
  return page;
}

test.describe('on a phone', () => {
  test.use(phone);

  test('a customer adds one, finds another product by name and sees the total by keyboard before saving; staff see it at once, and one email goes out', async ({
    page,
    context,
    shop,
    openBrowser,
  }) => {
    const { customer, item, mug, number } = await anOrder(shop, context);
    const staff = await asStaff(shop, openBrowser, `/admin/orders/${number}`);
    await visit(page, `/orders/${number}`);
    await page.getByRole('link', { name: 'Change items' }).press('Enter');
    await expect(heading(page, 'Change items')).toBeVisible();
    await expectNoSidewaysScroll(page);
    const summary = page.getByRole('region', { name: /total/i });
    await expect(summary).toContainText('$50.40');

    await press(page, 'One more', item).press('Enter');
    await expect(press(page, 'One more', item)).toBeFocused();
    await expect(summary).toContainText('$100.80');
    const search = page.getByRole('searchbox', { name: 'Add a product' });
    await search.fill(mug.name);
    await search.press('Enter');
    await expect(page.getByText('1 product found.')).toBeVisible();
    await press(page, 'Add', mug).press('Enter');
    await expect(page.getByRole('heading', { level: 2, name: 'Items' })).toBeFocused();
    await expect(page.getByText('Will be added')).toBeVisible();
    await expect(summary).toContainText('$120.96');
    await expect(summary).toContainText('Bring about $121 in cash.');
    await expect(summary).toContainText('It was $50.40.');
    await expectAccessible(page);
    await expectFits(page);
    expect(await linesOf(shop, number)).toHaveLength(1);

    await save(page).press('Enter');
    await expect(toast(page, 'Your order is changed. Bring about $121 in cash.')).toBeVisible();
    await expect(page).toHaveURL(`/orders/${number}`);
    expect(await linesOf(shop, number)).toEqual([
      { name: item.name, quantity: 2, total: 12_096 },
      { name: mug.name, quantity: 1, total: 12_096 },
    ]);
    const change = `2 × ${item.name} instead of 1, 1 × ${mug.name} added`;
    await expect(page.getByRole('region', { name: 'Order history' })).toContainText(
      `Items changed – ${change}`,
    );
    await expect(staff.getByText(`Items changed by the customer – ${change}`)).toBeVisible();
    const mails = () =>
      shop.mailbox
        .all()
        .filter((mail) => mail.recipient === customer.email && /has changed$/.test(mail.subject));
    await expect.poll(() => mails().length, { timeout: 20_000 }).toBe(1);
    const words = mails()[0]?.text.replaceAll(/\s+/g, ' ');
    expect(words).toContain('You changed its items. Pick it up ');
    expect(words).toContain('The total is now $120.96.');
  });

  test('a customer’s change survives one that staff made, which the page lists; leaving unsaved changes asks first', async ({
    page,
    context,
    shop,
    openBrowser,
  }) => {
    const { item, mug, number } = await anOrder(shop, context);
    await visit(page, `/orders/${number}/change`);
    await press(page, 'One more', item).click();
    await page.getByRole('link', { name: 'Cancel', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByRole('dialog')).toBeHidden();

    const staff = await asStaff(shop, openBrowser, `/admin/orders/${number}/edit`);
    await staff.getByRole('searchbox', { name: 'Add a product' }).fill(String(mug.id));
    await staff.keyboard.press('Enter');
    await expect(staff.getByText(`Added: ${mug.name}. Not saved yet.`)).toBeVisible();
    await staff.getByRole('textbox', { name: 'Reason for the change' }).fill('Asked for on the phone');
    await staff.getByRole('button', { name: 'Save changes' }).click();
    await expect(toast(staff, `${number} saved.`)).toBeVisible();
    await expect(page.getByText('This order has changed since you opened the page.')).toBeVisible();

    await save(page).click();
    await expect(page.getByRole('alert')).toContainText(`It has 1 × ${mug.name} now.`);
    await expect(page.getByRole('alert')).toBeFocused();
    await expect(press(page, 'Remove', mug)).toBeVisible();
    await expectAccessible(page);
    await save(page).click();
    await expect(toast(page, /^Your order is changed\./)).toBeVisible();
    expect((await linesOf(shop, number)).map(({ quantity }) => quantity)).toEqual([2, 1]);
  });
});
