/**
 * Writes the changed lines of a locked order with their reservations and stock, and recalculates its money.
 * Decides only whether the units are available.
 */
import { asc, eq, getTableColumns, inArray } from 'drizzle-orm';
import { brokenOffer, offerProblem } from '#core/goods/discounts/lock-offers.server.ts';
import {
  addMissing,
  type Cause,
  coverMissing,
  dayNeeded,
  holdLots,
  releaseLots,
  type StoreClock,
} from '#core/goods/stock/hold-lots.server.ts';
import { lockMenu, type MenuProduct, type SaleMoment } from '#core/goods/stock/lock-menu.server.ts';
import { type LotShare, takeOwnFirst, unitsGoodOn } from '#core/goods/stock/lots/lots.ts';
import { readFreeLots } from '#core/goods/stock/lots/lots-queries.server.ts';
import { dropPackedUnits } from '#core/goods/stock/packed-units.server.ts';
import { recordPutBacks } from '#core/goods/stock/put-back/record-put-backs.server.ts';
import type { AgeRelevantLine } from '#core/sales/compliance/age-rule.ts';
import type { LimitedLine } from '#core/sales/compliance/purchase-limits.ts';
import type { TaxRule } from '#core/sales/compliance/tax.ts';
import type { Transaction } from '#db/client.ts';
import { orderItems, pickupReservations } from '#db/schema/orders.ts';
import { newId } from '#kernel/ids.ts';
import { cents } from '#kernel/money.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { asDate, instantOf, storeDate } from '#kernel/time.ts';
import { hasBag } from './order.ts';
import type { LineChange, LinesProblem } from './order-edit.ts';
import { quote } from './quote.ts';
import { releaseReservations } from './reservations/release-reservations.server.ts';
import { costOf, lineName } from './sales-columns.server.ts';
import { type LockedOrder, reservationsOf } from './write-order-status.server.ts';

export type OrderItem = typeof orderItems.$inferSelect;

export type LinePlan = {
  order: LockedOrder;
  items: readonly OrderItem[];
  changes: readonly LineChange[];
  /** The order's new pickup. */
  startsAt: Date | null;
  /** The day may change, so every line needs lots that are good on it. */
  rebindAll: boolean;
  /** Held by the command; they decide the prices of added lines. */
  settings: SaleMoment['settings'];
  byCustomer?: boolean;
};

/** A line with more units than before, as the rules of checkout see it. */
export type GrownLine = AgeRelevantLine & Omit<LimitedLine, 'quantity'>;

/** Reads the lines in the order in which they were added, each by the name that people read. */
export function itemsOf(tx: Transaction, orderId: string): Promise<OrderItem[]> {
  return tx
    .select({ ...getTableColumns(orderItems), productName: lineName })
    .from(orderItems)
    .where(eq(orderItems.orderId, orderId))
    .orderBy(asc(orderItems.position));
}

/**
 * Releases what the lines no longer need and holds what they need now, under the stock lock. A packed order retains the
 * units in its bag that are good on the day. Returns the lines that have more units than before. Refuses a new line that is not on the menu, and more units than are
 * good on the pickup day; the caller then rolls everything back. A line with as many units as before may lack the ones that
 * it lacked before.
 */
export async function rewriteLines(
  tx: Transaction,
  plan: LinePlan,
  cause: Cause,
  clock: StoreClock,
): Promise<Result<GrownLine[], LinesProblem>> {
  const { order, items, changes, startsAt } = plan;
  const reservations = new Map((await reservationsOf(tx, order.id)).map((row) => [row.id, row]));
  const touched = changes.filter(({ from, to }) => from !== to || plan.rebindAll);
  const productIds = touched.map(({ productId }) => productId);
  const itemOf = new Map(items.map((item) => [item.productId, item]));
  const menu = await lockPlan(tx, plan, clock);
  const { own, lacked } = await giveBack(tx, { touched, itemOf, reservations }, cause, clock);

  const free = await readFreeLots(tx, productIds);
  const day = dayNeeded({ pickupTime: startsAt, holdExpiresAt: null }, clock);
  const grown: GrownLine[] = [];
  let position = Math.max(-1, ...items.map((item) => item.position));
  for (const { productId, from, to } of touched.filter(({ to }) => to > 0)) {
    const product = menu.get(productId);
    if (!product || (from === 0 && !product.isOnMenu))
      return refuse({ kind: 'not-on-menu', name: product?.name ?? `Product ${productId}` });
    const lots = free.get(productId) ?? [];
    const item = itemOf.get(productId);
    const mine = hasBag(order.status) ? (own.get(item?.reservationId ?? '') ?? []) : [];
    const { shares, missing } = takeOwnFirst(lots, mine, to, day);
    const lackedBefore = from === to ? (lacked.get(item?.reservationId ?? '') ?? 0) : 0;
    if (missing > lackedBefore)
      return refuse({ kind: 'not-available', name: product.name, available: unitsGoodOn(lots, day) });
    if (to > from) grown.push(item ? { ...item, name: item.productName } : product);
    const reservationId = item?.reservationId ?? newId();
    if (item)
      await writeLine(tx, item, from, { quantity: to, pickupTime: startsAt, updatedAt: asDate(clock.now) });
    else {
      position += 1;
      await addLine(tx, order, { product, reservationId, quantity: to, position, pickupTime: startsAt });
    }
    await holdLots(tx, [{ reservationId, productId, shares }], cause, item ? 'transfer' : 'hold');
    if (missing > 0) await addMissing(tx, [{ reservationId, units: missing }]);
    await recordPutBacks(tx, order.id, leftBag(mine, shares), asDate(clock.now));
  }
  const offers = await offersRefusal(tx, plan, grownOffers(touched, { itemOf, menu }));
  if (offers) return refuse(offers);
  await dropPackedUnits(tx, [...reservations.keys()]);
  await coverMissing(tx, productIds, cause.actorId, clock);
  return succeed(grown);
}

/** Writes a line that stays, with its reservation. */
async function writeLine(
  tx: Transaction,
  item: OrderItem,
  from: number,
  line: { quantity: number; pickupTime: Date | null; updatedAt: Date },
): Promise<void> {
  await tx.update(pickupReservations).set(line).where(eq(pickupReservations.id, item.reservationId));
  if (line.quantity !== from)
    await tx.update(orderItems).set(untaxed(item.unitPrice, line.quantity)).where(eq(orderItems.id, item.id));
}

/** Locks the stock of every line; added lines have the price that they have beside the others. */
function lockPlan(tx: Transaction, { order, changes, settings }: LinePlan, { now }: StoreClock) {
  const lines = changes.map(({ productId, from, to }) => ({ productId, quantity: to, isNew: from === 0 }));
  return lockMenu(
    tx,
    lines.filter(({ isNew }) => isNew),
    { settings, now },
    { person: order.userId, beside: lines.filter(({ isNew }) => !isNew) },
  );
}

/** The offers of lines that have more units than before. */
const grownOffers = (
  touched: readonly LineChange[],
  {
    itemOf,
    menu,
  }: { itemOf: ReadonlyMap<number, OrderItem>; menu: ReadonlyMap<number, Pick<MenuProduct, 'offerId'>> },
): number[] =>
  touched.flatMap(({ productId, from, to }) => {
    if (to <= from) return [];
    return (from === 0 ? menu.get(productId)?.offerId : itemOf.get(productId)?.offerId) ?? [];
  });

/** Why offers refuse the lines as they are written: a limit, or things that its customer takes apart. */
async function offersRefusal(
  tx: Transaction,
  { order, items, changes, byCustomer }: LinePlan,
  grown: readonly number[],
): Promise<LinesProblem | null> {
  const words =
    (await offerProblem(tx, grown, order.userId)) ??
    (byCustomer ? await brokenOffer(tx, items, changes) : null);
  return words === null ? null : { kind: 'over-offer', words };
}

/** The units of each lot that were in the bag and no longer belong in it. */
function leftBag(before: readonly LotShare[], after: readonly LotShare[]) {
  const stays = new Map(after.map(({ lotId, packed = 0 }) => [lotId, packed]));
  return before.map(({ lotId, packed = 0 }) => ({ lotId, units: packed - (stays.get(lotId) ?? 0) }));
}

/**
 * Ends removed lines, and releases the units of lines that get lots again. Returns what these lines held, and how many
 * units no lot had.
 */
async function giveBack(
  tx: Transaction,
  lines: {
    touched: readonly LineChange[];
    itemOf: ReadonlyMap<number, OrderItem>;
    reservations: ReadonlyMap<string, Awaited<ReturnType<typeof reservationsOf>>[number]>;
  },
  cause: Cause,
  clock: StoreClock,
): Promise<{ own: ReadonlyMap<string, LotShare[]>; lacked: ReadonlyMap<string, number> }> {
  const given = lines.touched.flatMap(({ productId, to }) => {
    const item = lines.itemOf.get(productId);
    const reservation = item && lines.reservations.get(item.reservationId);
    return reservation ? [{ item, reservation, isGone: to === 0 }] : [];
  });
  const gone = given.filter(({ isGone }) => isGone);
  if (gone.length > 0) {
    await tx.delete(orderItems).where(
      inArray(
        orderItems.id,
        gone.map(({ item }) => item.id),
      ),
    );
    const { orderId, actorId, note } = cause;
    await releaseReservations(
      tx,
      gone.map(({ reservation }) => reservation),
      { orderId, actorId, note: note ?? undefined, clock },
    );
  }
  const released = await releaseLots(
    tx,
    given.filter(({ isGone }) => !isGone).map(({ reservation }) => reservation),
    cause,
    'transfer',
  );
  const own = new Map<string, LotShare[]>();
  const lacked = new Map<string, number>();
  for (const { reservationId, lotId, quantity, packed } of released)
    if (lotId === null) lacked.set(reservationId, quantity);
    else own.set(reservationId, [...(own.get(reservationId) ?? []), { lotId, quantity, packed }]);
  return { own, lacked };
}

/** Computes tax and total of the current lines by the rules of the day the order was placed; rewrites the lines. */
export async function moneyOf(tx: Transaction, order: LockedOrder, rules: readonly TaxRule[], zone: string) {
  const items = await itemsOf(tx, order.id);
  const placed = storeDate(instantOf(order.createdAt), zone);
  const quoted = quote(
    items.map((item) => ({
      ...item,
      unitPrice: cents(item.unitPrice),
      unitDiscount: cents(item.unitDiscount),
    })),
    rules,
    placed,
  );
  for (const line of quoted.lines) {
    const { amount, tax, total } = line;
    const taxParts = line.taxParts.map((part) => ({ ...part }));
    await tx.update(orderItems).set({ amount, tax, total, taxParts }).where(eq(orderItems.id, line.id));
  }
  const cannabis = quoted.lines.filter(({ productType }) => productType === 'cannabis');
  return {
    subtotal: quoted.subtotal,
    tax: quoted.tax,
    total: quoted.total,
    taxParts: quoted.taxParts.map((part) => ({ ...part })),
    cannabisTax: cannabis.reduce((sum, line) => sum + line.tax, 0),
    orderType: cannabis.length > 0 ? ('cannabis_pickup' as const) : ('merchandise_pickup' as const),
  };
}

/** Placeholder amounts that satisfy the row's constraints until tax is computed over all lines. */
export function untaxed(unitPrice: number, quantity: number) {
  const amount = unitPrice * quantity;
  return { quantity, amount, tax: 0, total: amount };
}

async function addLine(
  tx: Transaction,
  order: LockedOrder,
  line: {
    product: MenuProduct;
    reservationId: string;
    quantity: number;
    position: number;
    pickupTime: Date | null;
  },
): Promise<void> {
  const { product, reservationId, quantity, position, pickupTime } = line;
  await tx.insert(pickupReservations).values({
    id: reservationId,
    userId: order.userId,
    productId: product.productId,
    quantity,
    pickupTime,
    status: 'reserved',
    offerId: product.offerId ?? null,
  });
  await tx.insert(orderItems).values({
    id: newId(),
    orderId: order.id,
    position,
    productId: product.productId,
    productName: product.name,
    productType: product.productType,
    categoryName: product.categoryName,
    taxClass: product.taxClass,
    requiresId: product.requiresId,
    unitPrice: product.unitPrice,
    unitCost: costOf(product.productId),
    unitDiscount: product.unitDiscount,
    discountTaxed: product.discountTaxed,
    offerId: product.offerId ?? null,
    ...untaxed(product.unitPrice, quantity),
    taxParts: [],
    limitCategory: product.limitCategory,
    limitMg: product.limitMg,
    reservationId,
  });
}
