/**
 * Writes orders that move here from another system. One that has ended is history: no stock, no cash, no message. One that
 * is open becomes live: it holds units where there are some, and the others are missing. No event is recorded, so nobody
 * hears of it.
 */
import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm';
import { dayNeeded, type StoreClock } from '#core/goods/stock/hold-lots.server.ts';
import { lockStock } from '#core/goods/stock/move-stock.server.ts';
import { releaseSlot, takeSlot } from '#core/sales/pickup/take-slot.server.ts';
import type { Transaction } from '#db/client.ts';
import { columnsNamed, jsonRows, replacing } from '#db/json-rows.ts';
import { orderItems, orders } from '#db/schema/orders.ts';
import { statement } from '#db/statement.ts';
import { MAX_INTEGER } from '#kernel/number.ts';
import { costOf } from '../sales-columns.server.ts';
import {
  holdMoved,
  letGoMoved,
  type MovedReservation,
  writeReservations,
} from './move-reservations.server.ts';

type Columns = typeof orders.$inferInsert;
type ItemColumns = typeof orderItems.$inferInsert;

export type MovedLine = Pick<
  ItemColumns,
  | 'productId'
  | 'productName'
  | 'productType'
  | 'categoryName'
  | 'taxClass'
  | 'requiresId'
  | 'quantity'
  | 'unitPrice'
  | 'unitDiscount'
  | 'discountTaxed'
  | 'tax'
  | 'taxParts'
  | 'limitCategory'
  | 'limitMg'
  | 'reservationId'
>;

export type MovedOrder = {
  id: string;
  /** null for one that gets the next number, or has one here. */
  number: number | null;
  createdAt: Date;
  pickupStartsAt: Date | null;
  /** When it was handed over, canceled or missed; null for one that is open. */
  endedAt: Date | null;
  isHistory: boolean;
  lines: readonly MovedLine[];
} & Required<Pick<Columns, 'userId' | 'userEmail' | 'userName' | 'status' | 'paymentStatus' | 'note'>> &
  Pick<Columns, 'pickupEndsAt' | 'birthDate' | 'customerNote' | 'reservationId'>;

/** `missing`: units of a live order that no lot has. `isChangedHere`: staff changed it, so it stays as it is. */
export type WrittenOrder = { id: string; missing: number; isChangedHere: boolean };

/** Places of slots that orders had in the other system are theirs, whatever the capacity is here. */
const ANY_CAPACITY = MAX_INTEGER;

/** Writes the orders with their lines and reservations, or brings those that moved before up to date. */
export async function moveOrders(
  tx: Transaction,
  moved: readonly MovedOrder[],
  clock: StoreClock,
): Promise<WrittenOrder[]> {
  const known = new Map(
    (await lockMoved(tx, { ids: moved.map(({ id }) => id) })).map((row) => [row.id, row]),
  );
  const changed = new Set([...known.values()].flatMap(({ id, version }) => (version > 1 ? [id] : [])));
  const written = moved.filter(({ id }) => !changed.has(id));
  const before = written.flatMap(({ id }) => known.get(id) ?? []);
  await lockStock(
    tx,
    written.flatMap(({ isHistory, id, lines }) =>
      isHistory && known.get(id)?.isHistory !== false ? [] : lines.map(({ productId }) => productId),
    ),
  );
  await takeApart(
    tx,
    before.map(({ id }) => id),
  );
  for (const { isHistory, pickupStartsAt } of before)
    if (!isHistory && pickupStartsAt) await releaseSlot(tx, pickupStartsAt);
  await writeReservations(tx, written.flatMap(reservationsOf));
  await writeRows(tx, written);
  const missing = await holdMoved(
    tx,
    written.flatMap((order) =>
      order.isHistory
        ? []
        : reservationsOf(order).map((reservation) => ({
            ...reservation,
            orderId: order.id,
            day: dayNeeded({ pickupTime: order.pickupStartsAt, holdExpiresAt: null }, clock),
          })),
    ),
  );
  for (const { isHistory, pickupStartsAt } of written)
    if (!isHistory && pickupStartsAt) await takeSlot(tx, pickupStartsAt, ANY_CAPACITY);
  return moved.map(({ id, lines }) => ({
    id,
    missing: lines.reduce((sum, { reservationId }) => sum + (missing.get(reservationId) ?? 0), 0),
    isChangedHere: changed.has(id),
  }));
}

const lockMoved = statement<{
  id: string;
  version: number;
  isHistory: boolean;
  pickupStartsAt: Date | null;
}>(sql`
  select id, version, is_history as "isHistory", pickup_starts_at as "pickupStartsAt" from orders
  where id = any(${sql.placeholder('ids')}::uuid[]) order by id for no key update`);

/** Its lines go, and what they hold. */
async function takeApart(tx: Transaction, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const gone = await tx
    .delete(orderItems)
    .where(inArray(orderItems.orderId, [...ids]))
    .returning({ id: orderItems.reservationId, productId: orderItems.productId });
  await letGoMoved(tx, gone);
}

/** A line's reservation follows its order. */
function reservationsOf(order: MovedOrder): MovedReservation[] {
  const isOver = order.status === 'cancelled' || order.status === 'no_show';
  const open = order.status === 'pending' ? 'reserved' : 'confirmed';
  return order.lines.map(({ reservationId, productId, quantity }) => ({
    ...{ id: reservationId, productId, quantity, userId: order.userId },
    status: isOver ? 'cancelled' : order.status === 'completed' ? 'fulfilled' : open,
    ...{ isHistory: order.isHistory, createdAt: order.createdAt },
    ...{ pickupTime: order.pickupStartsAt, holdExpiresAt: null, unitPrice: null },
  }));
}

const sumOf = (lines: readonly MovedLine[], of: (line: MovedLine) => number) =>
  lines.reduce((sum, line) => sum + of(line), 0);
const amountOf = ({ unitPrice, quantity }: MovedLine) => unitPrice * quantity;

const REPLACED = [
  ...[
    'userId',
    'userEmail',
    'userName',
    'orderType',
    'status',
    'paymentStatus',
    'pickupStartsAt',
    'pickupEndsAt',
  ],
  ...['birthDate', 'subtotal', 'tax', 'cannabisTax', 'total', 'taxParts', 'reservationId', 'customerNote'],
  ...['isHistory', 'paidAt', 'completedAt', 'cancelledAt', 'createdAt', 'updatedAt'],
] as const satisfies readonly (keyof Columns)[];
const ADDED = columnsNamed(['id', 'note', ...REPLACED]);
const LINE = columnsNamed([
  ...[
    'orderId',
    'position',
    'productId',
    'productName',
    'productType',
    'categoryName',
    'taxClass',
    'requiresId',
  ],
  ...['quantity', 'unitPrice', 'amount', 'unitDiscount', 'discountTaxed', 'tax', 'total', 'taxParts'],
  ...['limitCategory', 'limitMg', 'reservationId'],
] as const satisfies readonly (keyof ItemColumns)[]);

const insertOrders = statement(sql`
  insert into orders (number, ${ADDED})
  select coalesce(number, nextval('order_number_seq')::int), ${ADDED}
  from json_populate_recordset(null::orders, ${sql.placeholder('rows')}::json)
  on conflict (id) do update set ${replacing(REPLACED)}`);

const insertItems = statement(sql`
  insert into order_items (${LINE})
  select ${LINE} from json_populate_recordset(null::order_items, ${sql.placeholder('rows')}::json)`);

async function writeRows(tx: Transaction, moved: readonly MovedOrder[]): Promise<void> {
  if (moved.length === 0) return;
  const rows = moved.map(({ number, lines, endedAt, ...order }) => {
    const [subtotal, tax] = [sumOf(lines, amountOf), sumOf(lines, (line) => line.tax)];
    const cannabis = lines.filter(({ productType }) => productType === 'cannabis');
    const isPaid = order.paymentStatus === 'paid' || order.paymentStatus === 'refunded';
    const ended = endedAt ?? order.createdAt;
    return {
      ...{ ...order, number },
      orderType: cannabis.length > 0 ? 'cannabis_pickup' : 'merchandise_pickup',
      ...{ subtotal, tax, total: subtotal + tax, cannabisTax: sumOf(cannabis, (line) => line.tax) },
      taxParts: lines.flatMap((line) => line.taxParts),
      paidAt: isPaid ? ended : null,
      completedAt: order.status === 'completed' ? ended : null,
      cancelledAt: order.status === 'cancelled' ? ended : null,
      updatedAt: ended,
    };
  });
  await insertOrders(tx, { rows: jsonRows(rows) });
  const items = moved.flatMap(({ id, lines }) =>
    lines.map((line, position) => {
      const amount = amountOf(line);
      return { ...line, orderId: id, position, amount, total: amount + line.tax };
    }),
  );
  if (items.length > 0) await insertItems(tx, { rows: jsonRows(items) });
  const live = moved.filter(({ isHistory }) => !isHistory).map(({ id }) => id);
  if (live.length > 0)
    await tx
      .update(orderItems)
      .set({ unitCost: costOf(sql`order_items.product_id`) })
      .where(inArray(orderItems.orderId, live));
}

/** Of these numbers, those that other orders have, with their ids. */
export async function numbersTaken(
  tx: Transaction,
  wanted: readonly { id: string; number: number }[],
): Promise<Map<number, string>> {
  if (wanted.length === 0) return new Map();
  const own = new Map(wanted.map(({ id, number }) => [number, id]));
  const { rows } = await tx.execute<{ id: string; number: number }>(
    sql`select id, number from orders where number = any(${sql.param([...own.keys()])}::int[])`,
  );
  return new Map(
    rows.filter(({ id, number }) => own.get(number) !== id).map(({ id, number }) => [number, id]),
  );
}

/** Gives orders that had no number in the other system the next ones: theirs are wanted. */
export async function renumberOrders(tx: Transaction, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .update(orders)
    .set({ number: sql`nextval('order_number_seq')` })
    .where(inArray(orders.id, [...ids]));
}

/** The next order comes after the highest number, and after this one. */
export async function continueNumbers(tx: Transaction, atLeast = 0): Promise<void> {
  await tx.execute(sql`
    select setval('order_number_seq', highest)
    from (select greatest(max(number), ${atLeast}::int) as highest from orders) as numbers
    where highest > 0 and highest >= (select last_value from order_number_seq)`);
}

/** Marks the first order of each customer. */
export async function markFirstOrders(tx: Transaction): Promise<void> {
  await tx.execute(sql`
    update orders set is_first = not is_first from (
      select id, not is_walk_in and row_number() over (partition by user_id order by created_at, id) = 1 as is_it from orders
    ) as counted
    where counted.id = orders.id and counted.is_it <> orders.is_first
      and exists (select from orders as history where history.user_id = orders.user_id and history.is_history)`);
}

/** The next order comes after the highest number that is left, or is the first. */
export async function restartNumbers(tx: Transaction): Promise<void> {
  await tx.execute(sql`
    select setval('order_number_seq', coalesce(max(number), 1), max(number) is not null) from orders`);
}

/** Deletes orders that moved here, with what they hold. The totals of sales must be rebuilt afterwards. */
export async function removeMovedOrders(tx: Transaction, ids: readonly string[]): Promise<void> {
  const live = await tx
    .select({ pickupStartsAt: orders.pickupStartsAt })
    .from(orders)
    .where(
      and(
        inArray(orders.id, [...ids]),
        isNotNull(orders.pickupStartsAt),
        eq(orders.isHistory, false),
        sql`${orders.status} <> 'cancelled'`,
      ),
    );
  const lines = await tx
    .select({ productId: orderItems.productId })
    .from(orderItems)
    .innerJoin(orders, eq(orders.id, orderItems.orderId))
    .where(and(inArray(orders.id, [...ids]), eq(orders.isHistory, false)));
  await lockStock(
    tx,
    lines.map(({ productId }) => productId),
  );
  await takeApart(tx, ids);
  for (const { pickupStartsAt } of live) if (pickupStartsAt) await releaseSlot(tx, pickupStartsAt);
  await tx.delete(orders).where(inArray(orders.id, [...ids]));
}
