/** Loads what an order costs, for the page that edits it: its lines' prices, their stock, its tax rules. */
import { eq } from 'drizzle-orm';
import { dayNeeded } from '#core/goods/stock/hold-lots.server.ts';
import { type Actor, may } from '#core/ground/access/actor.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import type { TaxRule } from '#core/sales/compliance/tax.ts';
import { readTaxRules } from '#core/sales/compliance/tax-queries.server.ts';
import type { PricedItem } from '#core/sales/orders/items-change/items-draft.ts';
import {
  type PricedLine,
  readPricedLines,
  readReplacements,
} from '#core/sales/orders/items-change/priced-items-queries.server.ts';
import { database } from '#db/client.ts';
import { orders } from '#db/schema/orders.ts';
import { instantOf, storeDate, systemClock } from '#kernel/time.ts';

export type OrderPricing = {
  /** The store-local day that decides which lots are good, yyyy-mm-dd. */
  day: string;
  /** Cents. */
  total: number;
  lines: PricedLine[];
  /** What can replace missing units, by the product that misses them. */
  replacements: Readonly<Record<number, readonly PricedItem[]>>;
  /** The rules of the store-local day on which it was placed, yyyy-mm-dd. */
  tax: { rules: readonly TaxRule[]; day: string };
};

/** null if there is no such order, and for users who may not manage orders. */
export async function readOrderPricing(
  actor: Actor,
  number: string,
  now = systemClock(),
): Promise<OrderPricing | null> {
  if (!may(actor, 'orders.manage')) return null;
  const [{ store }, rules, [order]] = await Promise.all([
    readSettings(),
    readTaxRules(),
    database().select().from(orders).where(eq(orders.orderId, number)),
  ]);
  if (!order) return null;
  const reservation = { pickupTime: order.pickupStartsAt, holdExpiresAt: null };
  const day = dayNeeded(reservation, { now, zone: store.zone });
  const [lines, replacements] = await Promise.all([
    readPricedLines(order.id, day),
    readReplacements(order.id, day),
  ]);
  return {
    day,
    total: order.total,
    lines,
    replacements,
    tax: { rules, day: storeDate(instantOf(order.createdAt), store.zone).toString() },
  };
}
