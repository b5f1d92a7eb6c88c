/** Reads the cash of a handed-over order for its correction. */
import { eq } from 'drizzle-orm';
import {
  type CashOfHandOver,
  readCashGiven,
} from '#core/sales/orders/cash-corrections/cash-given-queries.server.ts';
import { isOrderNumber } from '#core/sales/orders/order.ts';
import { database } from '#db/client.ts';
import { orders } from '#db/schema/orders.ts';

export type OrderCash = Omit<CashOfHandOver, 'corrections'> & { number: string; customer: string };

/** null for an order without cash of its own. Checks no permission: the page has. In cents. */
export async function readOrderCash(number: string): Promise<OrderCash | null> {
  if (!isOrderNumber(number)) return null;
  const [order] = await database().select().from(orders).where(eq(orders.orderId, number));
  const cash = order && (await readCashGiven(database(), order.id));
  if (!cash || cash.owed === 0) return null;
  const { owed, received, change } = cash;
  return { number, customer: order.userName, owed, received, change };
}
