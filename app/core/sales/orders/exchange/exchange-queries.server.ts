/** Reads what an exchange would come to, for the page that asks about it: it locks nothing, so it decides nothing. */
import { asc, eq, inArray, or, sql } from 'drizzle-orm';
import type { UnitsBack } from '#core/goods/discounts/lock-offers.server.ts';
import { menuSeen } from '#core/goods/stock/lock-menu.server.ts';
import { takeFirstOut } from '#core/goods/stock/lots/lots.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { cashToReturn, roundingOf } from '#core/sales/cash-desk/cash-rounding.ts';
import { readTaxRules } from '#core/sales/compliance/tax-queries.server.ts';
import { database, type Transaction } from '#db/client.ts';
import { exchanges, orderItems, orders, refunds } from '#db/schema/orders.ts';
import { lots } from '#db/schema/stock.ts';
import { isUuid } from '#kernel/ids.ts';
import { asDate, startOfDay, storeDate, systemClock } from '#kernel/time.ts';
import { acceptedIdOf } from '../hand-over/write-id-check.server.ts';
import { quote } from '../quote.ts';
import { refundOf, unitsLabel } from '../refunds/refund.ts';
import type { RefundableOrder } from '../refunds/refunds-queries.server.ts';

/** What the page asks about. */
export type WantedExchange = {
  back: { itemId: string; quantity: number };
  out: { productId: number; quantity: number };
};

/** In cents; `due` below zero is returned. `take`: where the units that go out are. */
export type ShownExchange = WantedExchange & {
  backName: string;
  /** Whether what comes back is waste; otherwise it goes back to stock. */
  backIsWaste: boolean;
  outName: string;
  returned: number;
  price: number;
  due: number;
  take: { batchNumber: string; shelfPlace: string | null; units: number }[];
  /** Units of what goes out that are not there. */
  missing: number;
  /** Whether an ID has to be shown: none was checked for the order today. */
  needsId: boolean;
};

/** null for units that did not go out, or have come back, and for a product that is not on the menu. */
export async function readExchange(
  order: RefundableOrder,
  { back, out }: WantedExchange,
  now = systemClock(),
): Promise<ShownExchange | null> {
  const settings = await readSettings();
  const today = storeDate(now, settings.store.zone);
  const line = order.lines.find(({ id }) => id === back.itemId);
  const made = refundOf(order.lines, order.before, new Map([[back.itemId, back.quantity]]));
  const [owner] = await database()
    .select({ userId: orders.userId })
    .from(orders)
    .where(eq(orders.orderId, order.number));
  const buyer = { person: owner?.userId ?? null, back: await unitsBack(database(), back) };
  const product = (await menuSeen(database(), [out], { settings, now }, buyer)).get(out.productId);
  if (!line || !made.ok || !product?.isOnMenu || out.quantity < 1) return null;
  const { roundsCash } = settings.cash;
  const { total } = quote([{ ...product, quantity: out.quantity }], await readTaxRules(), today);
  const returned = cashToReturn(made.value.amount, order.cash, roundsCash);
  const price = total + roundingOf(total, roundsCash);
  const { shares, missing } = takeFirstOut(product.lots, out.quantity, today.toString());
  const needsId = product.requiresId || product.productType === 'cannabis';
  const [row] = await database()
    .select({ id: orders.id })
    .from(orders)
    .where(eq(orders.orderId, order.number));
  const dayStart = asDate(startOfDay(today, settings.store.zone));
  const checked = row && needsId ? await acceptedIdOf(database(), row.id, dayStart) : null;
  return {
    ...{ back, out, backName: line.productName, backIsWaste: line.productType === 'cannabis' },
    ...{ outName: product.name, returned, price },
    ...{ due: price - returned, missing, needsId: needsId && !checked },
    take: await placesOf(shares),
  };
}

/** What comes back, for the limits of offers: its units make room for those that go out. */
export async function unitsBack(
  reader: Pick<Transaction, 'select'>,
  { itemId, quantity }: WantedExchange['back'],
): Promise<UnitsBack> {
  if (!isUuid(itemId)) return { offerId: null, units: 0 };
  const [item] = await reader
    .select({ offerId: orderItems.offerId })
    .from(orderItems)
    .where(eq(orderItems.id, itemId));
  return { offerId: item?.offerId ?? null, units: quantity };
}

async function placesOf(
  shares: readonly { lotId: number; quantity: number }[],
): Promise<ShownExchange['take']> {
  if (shares.length === 0) return [];
  const rows = await database()
    .select({ id: lots.id, batchNumber: lots.batchNumber, shelfPlace: lots.shelfPlace })
    .from(lots)
    .where(
      inArray(
        lots.id,
        shares.map(({ lotId }) => lotId),
      ),
    );
  return shares.flatMap(({ lotId, quantity }) => {
    const lot = rows.find(({ id }) => id === lotId);
    return lot ? [{ batchNumber: lot.batchNumber, shelfPlace: lot.shelfPlace, units: quantity }] : [];
  });
}

/** What came back for an order, and what went out for units of it: the other order's number, and in words. @param id the row's */
export async function readExchangesOf(id: string): Promise<{ number: string; words: string }[]> {
  const rows = await database()
    .select({ exchange: exchanges, lines: refunds.lines, number: orders.orderId })
    .from(exchanges)
    .innerJoin(refunds, eq(refunds.id, exchanges.refundId))
    .innerJoin(
      orders,
      sql`${orders.id} = case when ${exchanges.orderId} = ${id} then ${exchanges.originalId} else ${exchanges.orderId} end`,
    )
    .where(or(eq(exchanges.orderId, id), eq(exchanges.originalId, id)))
    .orderBy(asc(exchanges.createdAt));
  return rows.map(({ exchange, lines, number }) => ({
    number,
    words: exchange.orderId === id ? `For ${unitsLabel(lines)} of` : `${unitsLabel(lines)} came back for`,
  }));
}
