/** Reads Pickup Reservations' list; every filter has an index, so the last page is as fast as the first. */

import { and, eq, gte, inArray, lt, type SQL, sql } from 'drizzle-orm';
import { pictureUrl } from '#core/goods/catalogue/pictures/picture.ts';
import { batchesLabel } from '#core/goods/stock/lots/lots.ts';
import { batchesOf } from '#core/goods/stock/lots/lots-queries.server.ts';
import { missingOf } from '#core/goods/stock/missing-units-queries.server.ts';
import { type Actor, may } from '#core/ground/access/actor.ts';
import { type Database, database } from '#db/client.ts';
import { byMoment, eachRow, type Keyset, type KeysetQuery, readKeysetPage } from '#db/keyset.ts';
import { productFindText, productImages, products } from '#db/schema/catalogue.ts';
import { customerProfiles } from '#db/schema/customers.ts';
import { users } from '#db/schema/identity.ts';
import { orderItems, orderReceipts, orders, pickupReservations } from '#db/schema/orders.ts';
import { isUuid } from '#kernel/ids.ts';
import { COUNT_BOUND, type Position } from '#kernel/list-state.ts';
import type { ReservationStatus } from '#kernel/statuses.ts';
import { asDate, formatDateTime, instantOf, parseDate, startOfDay } from '#kernel/time.ts';
import { sizedName } from '../sales-columns.server.ts';
import {
  RESERVATIONS_ON_A_PAGE,
  type ReservationCard,
  type ReservationListState,
  type StoredPaper,
} from './reservation-list.ts';
import { reservationStatusLabel, reservationStatusTone } from './reservation-status.ts';

export type ReservationsPage = {
  rows: ReservationCard[];
  previous: Position | null;
  next: Position | null;
  /** How many match, counted up to one above the limit. */
  counted: number;
};

/** Returns null for actors who may not manage pickups. */
export async function readReservations(
  actor: Actor,
  state: ReservationListState,
  zone: string,
): Promise<ReservationsPage | null> {
  if (!may(actor, 'pickups.manage')) return null;
  const matching = await filterOf(state, zone);
  const [{ rows, ...page }, counted] = await Promise.all([
    readKeysetPage(keysetOf(state), state.position, RESERVATIONS_ON_A_PAGE, (query) =>
      select(database(), matching, query),
    ),
    countMatching(matching),
  ]);
  return { ...page, rows: rows.map((row) => cardOf(row, zone)), counted };
}

/** One reservation as its card shows it; null if there is none, and for actors who may not manage pickups. */
export async function readReservation(
  actor: Actor,
  id: string,
  zone: string,
): Promise<ReservationCard | null> {
  if (!may(actor, 'pickups.manage') || !isUuid(id)) return null;
  const [row] = await select(database(), eq(pickupReservations.id, id), {
    where: undefined,
    orderBy: [sql`${pickupReservations.id}`],
    limit: 1,
    key: sql<string[]>`array[]::text[]`.as('key') as unknown as SQL<string[]>,
  });
  return row ? cardOf(row, zone) : null;
}

/** Reads every matching reservation in the list's order. Does not check permissions: `exportReservations` does. */
export async function* eachReservation(
  db: Database,
  state: ReservationListState,
  zone: string,
): AsyncGenerator<ReadReservation> {
  const matching = await filterOf(state, zone);
  yield* eachRow(keysetOf(state), (query) => select(db, matching, query));
}

export type ReadReservation = Awaited<ReturnType<typeof select>>[number];

function select(db: Database, matching: SQL | undefined, { where, orderBy, limit, key }: KeysetQuery) {
  return db
    .select({
      id: pickupReservations.id,
      productId: pickupReservations.productId,
      productName: products.name,
      shownName: sizedName(sql`products.name`, sql`products.id`),
      imageKey: sql<string | null>`(
        select image.key from ${productImages} image
        where image.product_id = products.id order by image.position limit 1
      )`,
      price: products.retailPrice,
      strain: products.strainCode,
      batches: batchesOf(sql`pickup_reservations.id`),
      missing: missingOf(sql`pickup_reservations.id`),
      userId: pickupReservations.userId,
      // Both null while a sign-up holds it.
      email: users.email,
      customer: sql<string | null>`coalesce(${customerProfiles.fullName}, ${users.name})`,
      quantity: pickupReservations.quantity,
      pickupTime: pickupReservations.pickupTime,
      holdExpiresAt: pickupReservations.holdExpiresAt,
      status: pickupReservations.status,
      createdAt: pickupReservations.createdAt,
      order: orders.orderId,
      receipt: sql<StoredPaper | null>`(
        select case when receipt.is_receipt then 'receipt' when receipt.stored_at is not null then 'slip'
          when receipt.failed_at is not null then 'failed' else 'waiting' end
        from ${orderReceipts} receipt where receipt.order_id = orders.id
        order by receipt.version desc limit 1
      )`,
      key,
    })
    .from(pickupReservations)
    .innerJoin(products, eq(products.id, pickupReservations.productId))
    .leftJoin(users, eq(users.id, pickupReservations.userId))
    .leftJoin(customerProfiles, eq(customerProfiles.userId, pickupReservations.userId))
    .leftJoin(orderItems, eq(orderItems.reservationId, pickupReservations.id))
    .leftJoin(orders, eq(orders.id, orderItems.orderId))
    .where(and(matching, where))
    .orderBy(...orderBy)
    .limit(limit);
}

function keysetOf({ sort }: ReservationListState): Keyset {
  return byMoment(pickupReservations.createdAt, pickupReservations.id, sort.startsWith('-'));
}

async function filterOf({ filters }: ReservationListState, zone: string): Promise<SQL | undefined> {
  const day = filters.date ? parseDate(filters.date) : null;
  return and(
    filters.product ? await ofProductsNamed(filters.product) : undefined,
    filters.status ? eq(pickupReservations.status, filters.status as ReservationStatus) : undefined,
    day ? gte(pickupReservations.createdAt, asDate(startOfDay(day, zone))) : undefined,
    day ? lt(pickupReservations.createdAt, asDate(startOfDay(day.add({ days: 1 }), zone))) : undefined,
  );
}

/** Up to this many products are passed to the query by id, so that PostgreSQL sees how few there are. */
const FEW_PRODUCTS = 1000;

/** Reservations of products whose name contains this text, in any case. */
async function ofProductsNamed(text: string): Promise<SQL> {
  const pattern = `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;
  // The first condition uses the index.
  const named = () =>
    database()
      .select({ id: products.id })
      .from(products)
      .where(sql`${productFindText(products)} ilike ${pattern} and ${products.name} ilike ${pattern}`);
  const few = await named().limit(FEW_PRODUCTS + 1);
  if (few.length > FEW_PRODUCTS) return inArray(pickupReservations.productId, named());
  return sql`${pickupReservations.productId} = any(${sql.param(few.map(({ id }) => id))}::int[])`;
}

async function countMatching(matching: SQL | undefined): Promise<number> {
  const bounded = database()
    .select({ one: sql`1`.as('one') })
    .from(pickupReservations)
    .where(matching)
    .limit(COUNT_BOUND + 1)
    .as('bounded');
  const [row] = await database().select({ counted: sql<number>`count(*)::int` }).from(bounded);
  return row?.counted ?? 0;
}

function cardOf(row: Omit<ReadReservation, 'key'>, zone: string): ReservationCard {
  const at = (date: Date) => formatDateTime(instantOf(date), zone);
  const waits = row.status === 'pending' && row.order === null;
  return {
    id: row.id,
    product: {
      id: row.productId,
      name: row.shownName,
      image: pictureUrl(row.imageKey, 320),
      price: row.price,
      strain: row.strain,
      batch: batchesLabel(row.batches),
    },
    customer:
      row.userId === null ? null : { id: row.userId, name: row.customer ?? '', email: row.email ?? '' },
    quantity: row.quantity,
    missing: row.missing,
    pickup: row.pickupTime && at(row.pickupTime),
    heldUntil: waits && row.holdExpiresAt ? at(row.holdExpiresAt) : null,
    created: at(row.createdAt),
    status: {
      value: row.status,
      label: reservationStatusLabel[row.status],
      tone: reservationStatusTone(row.status),
    },
    order: row.order === null ? null : { number: row.order, receipt: row.receipt },
  };
}
