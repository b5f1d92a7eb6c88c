/** The counter: two tablets on one board, a scanner, and who packs what. */
import type { Page } from '@playwright/test';
import { eq, sql } from 'drizzle-orm';
import { orders } from '#db/schema/orders.ts';
import { pickupSlots } from '#db/schema/pickup.ts';
import type { Shop } from './shop.ts';
import { toast, visit } from './steps.ts';
import { expect, test } from './support.ts';
import { expectAccessible, expectFits } from './watch.ts';

test.use({ viewport: { width: 768, height: 1024 } });

const column = (page: Page, name: string) => page.getByRole('region', { name: new RegExp(`^${name}`) });
const card = (page: Page, number: string) => page.getByRole('article', { name: new RegExp(`^${number},`) });

/** An order whose pickup time is now, and its pass. */
async function orderForNow(shop: Shop, name: string): Promise<{ number: string; pass: string }> {
  const number = await shop.order(await shop.person({ name }), await shop.product({ onHand: 5 }));
  const startsAt = new Date();
  const endsAt = new Date(startsAt.getTime() + 30 * 60_000);
  const [placed] = await shop.db.select().from(orders).where(eq(orders.orderId, number));
  await shop.db.transaction(async (tx) => {
    await tx
      .update(orders)
      .set({ pickupStartsAt: startsAt, pickupEndsAt: endsAt })
      .where(eq(orders.orderId, number));
    await tx.insert(pickupSlots).values({ startsAt, taken: 1 });
    await tx
      .update(pickupSlots)
      .set({ taken: sql`${pickupSlots.taken} - 1` })
      .where(eq(pickupSlots.startsAt, placed?.pickupStartsAt ?? startsAt));
  });
  return { number, pass: placed?.passCode ?? '' };
}

/** Types as a scanner does: keys a few milliseconds apart, then Enter. */
async function scan(page: Page, code: string): Promise<void> {
  await page.keyboard.type(code);
  await page.keyboard.press('Enter');
}

test('one packs, the other sees it; a scanned pass puts its person first in line', async ({
  context,
  page: kim,
  shop,
  openBrowser,
}) => {
  const { number, pass } = await orderForNow(shop, 'Juniper Vale');
  await shop.signIn(context, await shop.person({ role: 'staff', name: 'Kim Reyes' }));
  const other = await openBrowser();
  await shop.signIn(other, await shop.person({ role: 'staff', name: 'Lee Ford' }));
  const lee = await other.newPage();
  for (const page of [kim, lee]) await visit(page, '/counter');

  await column(kim, 'New')
    .getByRole('button', { name: `Pack ${number}`, exact: true })
    .click();
  await expect(column(lee, 'Packing').getByText('Packed by Kim Reyes')).toBeVisible();
  await expect(card(lee, number).getByRole('button', { name: /^Mark ready/ })).toHaveCount(0);
  await card(lee, number)
    .getByRole('button', { name: `Take over packing ${number}` })
    .click();
  await expect(column(kim, 'Packing').getByText('Packed by Lee Ford')).toBeVisible();

  await card(lee, number).getByRole('link', { name: number, exact: true }).focus();
  await lee.keyboard.press('r');
  await expect(column(kim, 'Ready').getByText('Juniper Vale')).toBeVisible();
  await expectFits(kim);
  await expectAccessible(kim);

  await scan(lee, pass);
  await expect(lee.getByRole('heading', { name: `Open orders for ‘${number}’` })).toBeVisible();
  await expect(column(kim, 'Here').getByText('Number 1')).toBeAttached();
  await scan(lee, 'ABCDEF012345');
  await expect(toast(lee, /^No order has this pass\./)).toBeVisible();
  for (const width of [390, 1440]) {
    await lee.setViewportSize({ width, height: 900 });
    await expectFits(lee);
  }
  await expectAccessible(lee);
});
