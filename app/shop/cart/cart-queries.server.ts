/** Loads current data for the products in a cart. */

import { seesPickup } from '#core/accounts/customers/first-pickup-queries.server.ts';
import { priceDayNow, productsForCart } from '#core/goods/catalogue/catalogue-queries.server.ts';
import { unitMoney } from '#core/goods/discounts/discount.ts';
import { unitsFor } from '#core/goods/stock/stock.ts';
import { type Actor, guest } from '#core/ground/access/actor.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import type { CartLine } from '#core/sales/checkout/cart.ts';
import type { CartRules } from '#core/sales/checkout/cart-room.ts';
import { NO_USAGE } from '#core/sales/compliance/purchase-limits.ts';
import { purchasesSeenToday } from '#core/sales/compliance/purchases-queries.server.ts';
import { mostUnits } from '#core/sales/orders/reservations/hold-limit.ts';
import { asDate, startOfDay, storeDate, systemClock } from '#kernel/time.ts';
import { type CartView, type CartViewProduct, cartView } from './cart-view.ts';

/**
 * The products of these lines, in no particular order; products that do not exist are omitted. `available` tells only
 * whether the wanted quantity is there (`unitsFor`). `held` are units by product that a sign-up of this browser holds:
 * they are not sold out for the person who holds them. `actor` is who buys: limits of offers count what they have.
 */
export async function readCartProducts(
  lines: readonly CartLine[],
  held: ReadonlyMap<number, number> = new Map(),
  actor: Actor = guest,
): Promise<CartViewProduct[]> {
  if (lines.length === 0) return [];
  const wanted = new Map(lines.map(({ productId, quantity }) => [productId, quantity]));
  const on = await priceDayNow();
  const person = actor.kind === 'user' ? actor.userId : null;
  const together = [...wanted].map(([productId, quantity]) => ({ productId, quantity }));
  const products = await productsForCart([...wanted.keys()], on, { lines: together, person });
  return products.map((product) => ({
    id: product.id,
    name: product.name,
    size: product.size,
    taxClass: product.taxClass,
    money: unitMoney(product, on),
    retailPrice: product.retailPrice,
    offer: product.offer,
    priceNote: product.priceNote,
    image: product.image,
    productType: product.productType,
    requiresId: product.requiresId,
    available: unitsFor(
      wanted.get(product.id) ?? 1,
      product.forSale ? Math.max(0, product.available + (held.get(product.id) ?? 0)) : 0,
    ),
    counts:
      product.limitCategory && product.limitMg
        ? { category: product.limitCategory, mg: product.limitMg }
        : null,
  }));
}

/** A cart with reloaded prices and availability. */
export async function readCartView(lines: readonly CartLine[]): Promise<CartView> {
  return cartView(lines, await readCartProducts(lines));
}

/** The limits of the cart; a customer's count what they have reserved and picked up today, a guest's cost no query. */
export async function readCartRules(actor: Actor): Promise<CartRules> {
  const { compliance, holds, store } = await readSettings();
  const { cannabisMg, concentrateMg, edibleThcMg } = compliance;
  const today = asDate(startOfDay(storeDate(systemClock(), store.zone), store.zone));
  // A guest may be a customer who has not signed in: checkout knows.
  const [seen, hasPickedUp] =
    actor.kind === 'user'
      ? await Promise.all([purchasesSeenToday(actor.userId, today), seesPickup(actor.userId)])
      : [null, true];
  return {
    limits: { cannabisMg, concentrateMg, edibleThcMg },
    most: mostUnits({ ...holds, hasPickedUp }),
    already: { usage: seen?.usage ?? NO_USAGE, units: seen?.held.units ?? 0 },
  };
}
