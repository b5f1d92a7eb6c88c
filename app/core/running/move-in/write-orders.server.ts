/** Writes orders, their lines, and reservations without an order through the rooms that own their tables. */
import { inArray, sql } from 'drizzle-orm';
import { accountsOf } from '#core/accounts/identity/accounts/move-people.server.ts';
import {
  continueNumbers,
  type MovedOrder,
  markFirstOrders,
  moveOrders,
  numbersTaken,
  renumberOrders,
} from '#core/sales/orders/moved/move-orders.server.ts';
import { moveReservations } from '#core/sales/orders/moved/move-reservations.server.ts';
import type { Transaction } from '#db/client.ts';
import { categories, products } from '#db/schema/catalogue.ts';
import { movedRows } from '#db/schema/move-in.ts';
import { idOf } from '#kernel/ids.ts';
import type { MoveSource } from '#kernel/statuses.ts';
import {
  type Became,
  inOrder,
  leave,
  type MoveContext,
  requireFree,
  resolve,
  split,
  type WriteItem,
} from './move-context.server.ts';
import { ourIdOf } from './moved-rows.server.ts';
import type { OrderLineRecord } from './records.ts';
import { formerItem } from './write-goods.server.ts';
import { unknownPerson } from './write-people.server.ts';

export async function writeOrders(
  tx: Transaction,
  items: readonly WriteItem<'order'>[],
  context: MoveContext,
): Promise<Became[]> {
  const people = await resolve(
    tx,
    context,
    'person',
    items.map(({ record }) => record.personId),
  );
  const byEmail = await accountsOf(
    tx,
    items.flatMap(({ record }) =>
      people.has(record.personId ?? '') || record.email === '' ? [] : [record.email],
    ),
  );
  const goods = await goodsOf(
    tx,
    context,
    items.flatMap(({ record }) => record.lines),
  );
  const wanted = items.map((item) => ({
    ...item,
    id: ourIdOf(context.source, 'order', item.record.sourceId),
  }));
  await requireFree(tx, 'orders', wanted);
  const numbers = await claimNumbers(tx, wanted, context);
  const buyers = await buyersOf(tx, [...people.values(), ...byEmail.values()]);
  const moved: MovedOrder[] = [];
  for (const { id, record } of wanted) {
    const known = people.get(record.personId ?? '') ?? byEmail.get(record.email);
    const buyer = buyers.get(known ?? '') ?? (await unknownPerson(tx, context));
    const userId = buyer.id;
    const lines = record.lines.map((line, position) => ({
      ...goods(line),
      reservationId: reservationIdOf(context.source, record.sourceId, line, position),
    }));
    moved.push({
      ...{ id, userId, lines, isHistory: record.isHistory },
      number: numbers.get(id) ?? null,
      userEmail: record.email || buyer.email,
      userName: record.name || buyer.name,
      ...{ status: record.status, paymentStatus: record.paymentStatus, note: record.note },
      createdAt: new Date(record.createdAt),
      pickupStartsAt: dateOf(record.pickupAt),
      pickupEndsAt: dateOf(record.pickupEndsAt) ?? dateOf(record.pickupAt),
      endedAt: dateOf(record.endedAt),
      ...{ birthDate: record.birthDate, customerNote: record.customerNote },
      reservationId: record.reservationId === null ? null : (lines[0]?.reservationId ?? null),
    });
  }
  const written = await moveOrders(tx, moved, context.clock);
  return written.map(({ id, missing, isChangedHere }, at): Became => {
    const record = wanted[at]?.record;
    const { sourceId = '', number = null } = record ?? {};
    if (isChangedHere) leave(context, 'order', sourceId, 'Was changed here, and stays as it is');
    if (missing > 0)
      context.short({ name: number === null ? sourceId : `ORD${String(number).padStart(3, '0')}`, missing });
    return { ourId: id, about: numbers.has(id) ? null : { number: 'given' } };
  });
}

const dateOf = (text: string | null) => (text === null ? null : new Date(text));

/** What was exported keeps the ids of its reservations. */
function reservationIdOf(
  source: MoveSource,
  orderId: string,
  line: OrderLineRecord,
  position: number,
): string {
  return source === 'export' && line.reservationId !== null
    ? line.reservationId
    : idOf(`${source}/line/${orderId}/${position}`);
}

/** The numbers that orders keep. One that another order has is given to neither twice: the second gets the next one. */
async function claimNumbers(
  tx: Transaction,
  wanted: readonly (WriteItem<'order'> & { id: string })[],
  context: MoveContext,
): Promise<Map<string, number>> {
  const claimed = new Map<string, number>();
  const owners = new Map<number, string>();
  for (const { id, record } of wanted) {
    if (record.number === null) continue;
    if (owners.has(record.number))
      leave(context, 'order', record.sourceId, 'Another order has its number: it gets the next one');
    else owners.set(record.number, id);
  }
  const taken = await numbersTaken(
    tx,
    [...owners].map(([number, id]) => ({ id, number })),
  );
  // Those that were given a number here have none that anybody knows.
  const given = await givenNumbers(tx, [...taken.values()]);
  await continueNumbers(tx, Math.max(0, ...owners.keys()));
  await renumberOrders(tx, [...given]);
  for (const [number, id] of owners) {
    const other = taken.get(number);
    if (other === undefined || given.has(other)) claimed.set(id, number);
    else {
      const record = wanted.find((each) => each.id === id)?.record;
      leave(context, 'order', record?.sourceId ?? '', 'Another order has its number: it gets the next one');
    }
  }
  return claimed;
}

async function givenNumbers(tx: Transaction, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await tx
    .select({ id: movedRows.ourId })
    .from(movedRows)
    .where(
      sql`${movedRows.kind} = 'order' and ${movedRows.about} ->> 'number' = 'given' and ${inArray(movedRows.ourId, [...ids])}`,
    );
  return new Set(rows.flatMap(({ id }) => id ?? []));
}

async function buyersOf(tx: Transaction, ids: readonly string[]) {
  const { rows } = await tx.execute<{ id: string; email: string; name: string }>(
    sql`select id, email, name from users where id = any(${sql.param([...new Set(ids)])}::uuid[])`,
  );
  return new Map(rows.map((buyer) => [buyer.id, buyer]));
}

/** Reads what the lines' products are, and returns how a line is written. */
async function goodsOf(tx: Transaction, context: MoveContext, lines: readonly OrderLineRecord[]) {
  const of = await resolve(
    tx,
    context,
    'product',
    lines.map(({ productId }) => productId),
  );
  const needsFormer = lines.some(({ productId }) => !of.has(productId ?? ''));
  const former = needsFormer ? await formerItem(tx, context) : 0;
  const ids = [...new Set([...of.values()].map(Number)), ...(needsFormer ? [former] : [])];
  const rows =
    ids.length === 0
      ? []
      : await tx
          .select({
            id: products.id,
            productName: products.name,
            productType: products.productType,
            categoryName: categories.name,
            taxClass: products.taxClass,
            requiresId: products.requiresId,
            limitCategory: products.limitCategory,
            limitMg: products.limitMg,
          })
          .from(products)
          .innerJoin(categories, sql`${categories.id} = ${products.categoryId}`)
          .where(sql`${products.id} = any(${sql.param(ids)}::int[])`);
  const facts = new Map(rows.map(({ id, ...row }) => [id, row]));
  return (line: OrderLineRecord) => {
    const productId = Number(of.get(line.productId ?? '') ?? former);
    const product = facts.get(productId);
    if (!product) throw new Error('a line names a product that is not here');
    return {
      ...product,
      productId,
      productName: line.name || product.productName,
      productType: line.productType ?? product.productType,
      categoryName: line.categoryName ?? product.categoryName,
      taxClass: line.taxClass ?? product.taxClass,
      ...{
        quantity: line.quantity,
        unitPrice: line.unitPrice,
        unitDiscount: line.unitDiscount,
        discountTaxed: line.discountTaxed,
        tax: line.tax,
      },
      taxParts: line.taxParts.map((part) => ({ ...part })),
    };
  };
}

export async function writeReservations(
  tx: Transaction,
  items: readonly WriteItem<'reservation'>[],
  context: MoveContext,
): Promise<Became[]> {
  const people = await resolve(
    tx,
    context,
    'person',
    items.map(({ record }) => record.personId),
  );
  const goods = await resolve(
    tx,
    context,
    'product',
    items.map(({ record }) => record.productId),
  );
  const [wanted, became] = split(
    items,
    ({ record }) => people.has(record.personId) && goods.has(record.productId),
  );
  const rows = wanted.map((item) => ({
    ...item,
    id: ourIdOf(context.source, 'reservation', item.record.sourceId),
  }));
  await requireFree(tx, 'pickup_reservations', rows);
  const missing = await moveReservations(
    tx,
    rows.map(({ id, record }) => ({
      id,
      userId: people.get(record.personId) ?? '',
      productId: Number(goods.get(record.productId)),
      ...{ quantity: record.quantity, unitPrice: record.unitPrice, status: record.status },
      ...{ isHistory: record.isHistory, createdAt: new Date(record.createdAt) },
      ...{ pickupTime: dateOf(record.pickupAt), holdExpiresAt: dateOf(record.holdExpiresAt) },
    })),
    context.clock,
  );
  rows.forEach(({ id, record }, at) => {
    became.set(wanted[at] as WriteItem<'reservation'>, { ourId: id });
    const units = missing.get(id);
    if (units) context.short({ name: `Reservation ${record.sourceId}`, missing: units });
  });
  return inOrder(items, became, context, 'reservation', 'Its customer or product did not come over');
}

/** After all orders: the next number, and which order is each customer's first. */
export async function settleOrders(tx: Transaction): Promise<void> {
  await continueNumbers(tx);
  await markFirstOrders(tx);
}
