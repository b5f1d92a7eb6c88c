/** Reads everyone who reserved or bought a product between two moments, with what each paid too much. */
import { inArray, sql } from 'drizzle-orm';
import { leastPrice } from '#core/goods/discounts/discount.ts';
import { type Actor, may } from '#core/ground/access/actor.ts';
import type { Settings } from '#core/ground/settings/settings.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { type Database, database, type Transaction } from '#db/client.ts';
import { type orderItems, refunds, type StoredRefundLine, type StoredTaxPart } from '#db/schema/orders.ts';
import {
  holdingStatuses,
  type OrderStatus,
  openOrderStatuses,
  type PaymentStatus,
} from '#kernel/statuses.ts';
import { asDate } from '#kernel/time.ts';
import type { AffectedKind, AffectedLine, Wrong } from './affected.ts';
import {
  type Difference,
  differenceOf,
  listPriceOf,
  MOST_LINES,
  saleWayOf,
  tooMuch,
} from './price-correction.ts';

type Reader = Pick<Database | Transaction, 'execute' | 'select'>;

type Row = {
  reservationId: string;
  itemId: string | null;
  orderId: string | null;
  orderNumber: string | null;
  orderStatus: OrderStatus | null;
  paymentStatus: PaymentStatus | null;
  userId: string | null;
  customer: string | null;
  email: string | null;
  isWalkIn: boolean;
  isOffline: boolean;
  at: string;
  quantity: number;
  unitPrice: number;
  unitDiscount: number;
  tax: number;
  taxBase: number;
  taxParts: StoredTaxPart[];
  offerId: number | null;
  productType: string;
  wholesalePrice: number;
};

/** A hold may be older than the order made of it; none is older than this. */
const HOLD_DAYS = 60;

/**
 * Every line, whatever it cost, oldest first; null if there are more than `MOST_LINES`. Left out: what ended without a
 * payment or is wholly refunded. A checkout that began within a minute before `from` may have the wrong price, so its
 * price decides.
 * @param settings needed in a transaction, which must not wait for another connection
 */
export async function readAffected(
  actor: Actor,
  wrong: Wrong,
  reader: Reader = database(),
  settings?: Pick<Settings, 'pricing'>,
): Promise<AffectedLine[] | null> {
  if (!may(actor, 'refunds.any-amount')) return [];
  const rows = await selectLines(reader, wrong);
  if (rows.length > MOST_LINES) return null;
  const { pricing } = settings ?? (await readSettings());
  const [before, promised] = await Promise.all([
    refundsBefore(
      reader,
      rows.flatMap(({ orderId }) => orderId ?? []),
    ),
    readPromised(
      reader,
      rows.map(({ reservationId }) => reservationId),
    ),
  ]);
  return rows
    .map((row) =>
      affected(row, wrong.rightPrice, {
        before: before.get(row.orderId ?? ''),
        promised: promised.get(row.reservationId),
        least: leastPrice(row, row, pricing),
      }),
    )
    .filter(({ way }) => wrong.way === null || way === wrong.way);
}

async function selectLines(reader: Reader, wrong: Wrong): Promise<Row[]> {
  const { productId, wrongPrice, lotId } = wrong;
  const from = asDate(wrongPrice === null ? wrong.from : wrong.from.subtract({ minutes: 1 }));
  const until = asDate(wrong.until);
  const oldest = asDate(wrong.from.subtract({ hours: 24 * HOLD_DAYS }));
  const price = sql`coalesce(item.list_price, reservation.unit_price + reservation.unit_discount)`;
  const { rows } = await reader.execute<Row>(sql`
    select reservation.id as "reservationId", item.id as "itemId", orders.id as "orderId", orders.order_id as "orderNumber",
      orders.status as "orderStatus", orders.payment_status as "paymentStatus",
      coalesce(orders.user_id, reservation.user_id) as "userId", coalesce(orders.user_name, users.name) as customer,
      coalesce(orders.user_email, users.email) as email, coalesce(orders.is_walk_in, false) as "isWalkIn",
      hand_over.left_at is not null as "isOffline", coalesce(orders.created_at, reservation.created_at) as at,
      coalesce(item.quantity, reservation.quantity) as quantity,
      coalesce(item.unit_price, reservation.unit_price) as "unitPrice",
      coalesce(item.unit_discount, reservation.unit_discount) as "unitDiscount",
      coalesce(item.tax, 0) as tax, coalesce(item.tax_base, 0) as "taxBase", coalesce(item.tax_parts, '[]') as "taxParts",
      case when item.id is null then reservation.offer_id else item.offer_id end as "offerId",
      products.product_type as "productType", products.wholesale_price as "wholesalePrice"
    from pickup_reservations as reservation
    join products on products.id = reservation.product_id
    left join order_items as item on item.reservation_id = reservation.id
    left join orders on orders.id = item.order_id
    left join users on users.id = reservation.user_id
    left join hand_overs as hand_over on hand_over.order_id = orders.id
    where reservation.product_id = ${productId} and not reservation.is_history
      and reservation.created_at >= ${oldest} and reservation.created_at < ${until}
      and (reservation.created_at >= ${from} or (orders.created_at >= ${from} and orders.created_at < ${until}))
      and case
        when orders.id is null then reservation.status = any(${sql.param([...holdingStatuses])}::text[])
          and reservation.unit_price is not null
        else orders.payment_status = 'paid' or orders.status = any(${sql.param([...openOrderStatuses])}::text[])
      end
      ${wrongPrice === null ? sql`` : sql`and ${price} = ${wrongPrice}`}
      ${
        lotId === null
          ? sql``
          : sql`and exists (select from reservation_lots as share
              where share.reservation_id = reservation.id and share.lot_id = ${lotId})`
      }
    order by coalesce(orders.created_at, reservation.created_at), reservation.id
    limit ${MOST_LINES + 1}`);
  return rows;
}

function affected(
  row: Row,
  rightPrice: number,
  bounds: {
    before: readonly StoredRefundLine[] | undefined;
    promised: Sums | undefined;
    least: number;
  },
): AffectedLine {
  const { reservationId, orderNumber, orderStatus, userId, quantity, unitPrice, unitDiscount } = row;
  const listPrice = listPriceOf(row);
  const isPaid = row.paymentStatus === 'paid';
  const item = { ...row, id: row.itemId ?? '', productId: 0, productName: '' };
  const difference = differenceOf(item, rightPrice, bounds);
  const kind: AffectedKind =
    listPrice < rightPrice
      ? 'under'
      : difference.amount + difference.tax === 0 || difference.units === 0
        ? 'none'
        : isPaid
          ? 'paid'
          : 'open';
  return {
    ...{ reservationId, orderNumber, orderStatus, userId, kind, listPrice },
    discount: unitDiscount,
    customer: row.customer ?? '',
    email: row.email ?? '',
    way: saleWayOf(row),
    at: new Date(row.at),
    units: isPaid ? difference.units : quantity,
    amount:
      kind === 'under'
        ? (listPrice - rightPrice) * quantity
        : kind === 'open'
          ? tooMuch({ unitPrice, unitDiscount }, rightPrice, bounds.least) * quantity
          : difference.amount,
    tax: kind === 'under' ? 0 : difference.tax,
  };
}

/** The refunded lines of these orders, by order. */
export async function refundsBefore(
  reader: Reader,
  orderIds: readonly string[],
): Promise<Map<string, StoredRefundLine[]>> {
  const found = new Map<string, StoredRefundLine[]>();
  if (orderIds.length === 0) return found;
  const rows = await reader
    .select({ orderId: refunds.orderId, lines: refunds.lines })
    .from(refunds)
    .where(inArray(refunds.orderId, [...orderIds]));
  for (const { orderId, lines } of rows) found.set(orderId, [...(found.get(orderId) ?? []), ...lines]);
  return found;
}

/** Cents of one line. */
type Sums = Omit<Difference, 'units'>;

/**
 * What corrections still have to refund of these lines, by their ids: what each came to, as far as that is left by now.
 * The lowest right price of all corrections of a line counts, so that it decides nothing which of several is paid first.
 */
export async function leftToRefund(
  reader: Reader,
  lines: readonly (Sums & { id: number; reservationId: string; item: typeof orderItems.$inferSelect })[],
  { pricing }: Pick<Settings, 'pricing'>,
): Promise<Map<number, Sums>> {
  const ids = lines.map(({ reservationId }) => reservationId);
  const [before, promised, right] = await Promise.all([
    refundsBefore(
      reader,
      lines.map(({ item }) => item.orderId),
    ),
    readPromised(reader, ids),
    readRightPrices(reader, ids),
  ]);
  return new Map(
    lines.map(({ id, reservationId, amount, tax, item }) => {
      const found = right.get(reservationId);
      if (!found) return [id, { amount: 0, tax: 0 }];
      const all = promised.get(reservationId);
      const left = differenceOf(item, found.lowest, {
        before: before.get(item.orderId),
        promised: all && { amount: all.amount - amount, tax: all.tax - tax },
        least: leastPrice(item, found, pricing),
      });
      return [id, { amount: Math.min(amount, left.amount), tax: Math.min(tax, left.tax) }];
    }),
  );
}

type RightPrice = { reservationId: string; lowest: number; productType: string; wholesalePrice: number };

async function readRightPrices(
  reader: Reader,
  reservationIds: readonly string[],
): Promise<Map<string, RightPrice>> {
  const { rows } = await reader.execute<RightPrice>(sql`
    select reservation_id as "reservationId", min(right_price)::int as lowest, product_type as "productType",
      wholesale_price as "wholesalePrice"
    from corrected_lines join price_corrections on price_corrections.id = correction_id
    join products on products.id = product_id
    where reservation_id = any(${sql.param([...reservationIds])}::uuid[]) and corrected_lines.status in ('owed', 'paid')
    group by reservation_id, products.id`);
  return new Map(rows.map((row) => [row.reservationId, row]));
}

/** What corrections still refund of these lines. */
export async function readPromised(
  reader: Reader,
  reservationIds: readonly string[],
): Promise<Map<string, Sums>> {
  if (reservationIds.length === 0) return new Map();
  const { rows } = await reader.execute<Sums & { reservationId: string }>(sql`
    select reservation_id as "reservationId", sum(amount)::int as amount, sum(tax)::int as tax from corrected_lines
    where reservation_id = any(${sql.param([...reservationIds])}::uuid[]) and status = 'owed'
    group by reservation_id`);
  return new Map(rows.map(({ reservationId, ...sums }) => [reservationId, sums]));
}
