/** Reads one of a customer's own orders as the page shows it that changes its items, and products to add. */
import { eq, sql } from 'drizzle-orm';
import type { Actor } from '#core/access/actor.ts';
import { NO_FILTER } from '#core/catalogue/catalogue-filter.ts';
import { productsForCart, readCatalogue } from '#core/catalogue/catalogue-queries.server.ts';
import { pictureUrl } from '#core/catalogue/pictures/picture.ts';
import type { TaxRule } from '#core/compliance/tax.ts';
import { readTaxRules } from '#core/compliance/tax-queries.server.ts';
import { priceDay, unitMoney } from '#core/discounts/discount.ts';
import { mayCustomerChangeItems } from '#core/orders/order.ts';
import { MAXIMUM_UNITS } from '#core/orders/order-edit.ts';
import { readOwnOrder } from '#core/orders/orders-queries.server.ts';
import { readSettings } from '#core/settings/settings-queries.server.ts';
import { dayNeeded } from '#core/stock/hold-lots.server.ts';
import { type FreeLot, unitsGoodOn } from '#core/stock/lots.ts';
import { freeLotsOf, readFreeLots } from '#core/stock/lots-queries.server.ts';
import { database } from '#db/client.ts';
import { products } from '#db/schema/catalogue.ts';
import { orderItems } from '#db/schema/orders.ts';
import type { OrderStatus, PaymentStatus } from '#kernel/statuses.ts';
import { formatDateTime, instantOf, storeDate, systemClock } from '#kernel/time.ts';
import type { DraftItem } from './items-draft.ts';

type OwnOrder = NonNullable<Awaited<ReturnType<typeof readOwnOrder>>>;

export type ChangeableOrder = {
  /** The row's id: the page subscribes to its changes. */
  id: string;
  number: string;
  version: number;
  status: OrderStatus;
  paymentStatus: PaymentStatus;
  mayChange: boolean;
  /** 'Nov 28, 2026 2:00 PM'; null if no time is chosen. */
  pickup: string | null;
  /** The store-local day that decides which lots are good, yyyy-mm-dd. */
  day: string;
  /** Cents. */
  total: number;
  lines: (DraftItem & { quantity: number })[];
  /** Its tax rules: those of the store-local day on which it was placed, yyyy-mm-dd. */
  tax: { rules: readonly TaxRule[]; day: string };
};

/** null if the actor has no such order. */
export async function readChangeableOrder(
  actor: Actor,
  orderId: string,
  now = systemClock(),
): Promise<ChangeableOrder | null> {
  const [found, { store }, rules] = await Promise.all([
    readOwnOrder(actor, orderId),
    readSettings(),
    readTaxRules(),
  ]);
  if (!found) return null;
  const { order } = found;
  const pickupTime = order.pickupStartsAt;
  const pickupStartsAt = pickupTime && instantOf(pickupTime);
  const day = dayNeeded({ pickupTime, holdExpiresAt: null }, { now, zone: store.zone });
  return {
    id: order.id,
    number: order.orderId,
    version: order.version,
    status: order.status,
    paymentStatus: order.paymentStatus,
    mayChange: mayCustomerChangeItems({ ...order, pickupStartsAt }, now),
    pickup: pickupStartsAt && formatDateTime(pickupStartsAt, store.zone),
    day,
    total: order.total,
    lines: await readLines(found, day),
    tax: { rules, day: storeDate(instantOf(order.createdAt), store.zone).toString() },
  };
}

/** The lines at their reserved prices. */
async function readLines({ order, items }: OwnOrder, day: string): Promise<ChangeableOrder['lines']> {
  const rows = await database()
    .select({
      productId: orderItems.productId,
      size: products.size,
      taxClass: orderItems.taxClass,
      unitDiscount: orderItems.unitDiscount,
      discountTaxed: orderItems.discountTaxed,
      lots: freeLotsOf(sql`order_items.product_id`, sql`array[order_items.reservation_id]`),
    })
    .from(orderItems)
    .innerJoin(products, eq(products.id, orderItems.productId))
    .where(eq(orderItems.orderId, order.id));
  const more = new Map(rows.map(({ lots, ...row }) => [row.productId, { ...row, most: mostOf(lots, day) }]));
  return items.flatMap(({ productId, name, image, unitPrice, quantity }) => {
    const rest = more.get(productId);
    return rest ? [{ ...rest, name, image, unitPrice, quantity, offer: null }] : [];
  });
}

/** The units that a line can have on this day. */
const mostOf = (lots: readonly FreeLot[], day: string): number =>
  Math.min(unitsGoodOn(lots, day), MAXIMUM_UNITS);

/** Products that are not on the order, at today's prices; `most` is 0 for one that is not on the menu. */
export async function readItemsToAdd(
  ids: readonly number[],
  day: string,
  now = systemClock(),
): Promise<DraftItem[]> {
  if (ids.length === 0) return [];
  const settings = await readSettings();
  const on = priceDay(settings, storeDate(now, settings.store.zone));
  const [facts, lots] = await Promise.all([productsForCart(ids, on), readFreeLots(database(), ids)]);
  const known = new Map(facts.map((product) => [product.id, product]));
  return ids.flatMap((id) => {
    const product = known.get(id);
    if (!product) return [];
    const { name, size, taxClass, forSale } = product;
    const image = product.image ?? pictureUrl(null, 320);
    const most = forSale ? mostOf(lots.get(id) ?? [], day) : 0;
    const offer = product.offer && `Discount until ${product.offer.untilText}. ${product.offer.terms}`;
    return [{ productId: id, name, size, image, taxClass, most, offer, ...unitMoney(product, on) }];
  });
}

/** Products shown for one search. */
const MOST_FOUND = 8;

/** Searches the menu as its own search does; each size of a product is a product. */
export async function findItemsToAdd(q: string, day: string): Promise<DraftItem[]> {
  const { products: cards, reading } = await readCatalogue({ ...NO_FILTER, q, inStock: true });
  // The search asks about effects, and the menu would answer with everything.
  if (reading.kind === 'no-advice') return [];
  const ids = cards.flatMap(({ id, sizes }) => sizes?.map((size) => size.id) ?? (id === null ? [] : [id]));
  return readItemsToAdd([...new Set(ids)].slice(0, MOST_FOUND), day);
}
