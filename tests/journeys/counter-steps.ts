/** Orders of this moment on the counter's board. */
import type { Page } from '@playwright/test';
import { eq, sql } from 'drizzle-orm';
import { orders } from '#db/schema/orders.ts';
import { pickupSlots } from '#db/schema/pickup.ts';
import type { Shop } from './shop.ts';

/** A column of the board. */
export const column = (page: Page, name: string) =>
  page.getByRole('region', { name: new RegExp(`^${name}`) });
/** An order’s card on the board. */
export const card = (page: Page, number: string) =>
  page.getByRole('article', { name: new RegExp(`^${number},`) });

/** An order with a pickup time now, and its pass. */
export async function orderForNow(shop: Shop, name: string): Promise<{ number: string; pass: string }> {
  const number = await shop.order(await shop.person({ name }), await shop.product({ onHand: 5 }));
  return { number, pass: await moveTo(shop, number, new Date()) };
}

/** Gives the order a pickup time of half an hour that no customer can choose; returns its pass. */
export async function moveTo(shop: Shop, number: string, startsAt: Date): Promise<string> {
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
  return placed?.passCode ?? '';
}
