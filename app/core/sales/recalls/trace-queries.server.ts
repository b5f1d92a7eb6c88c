/**
 * Traces lots: who has their units (9 NYCRR 125.8; docs/law.md, Tracking and lots). Sales come from the lots of
 * reservations that were handed over; returns, and the reservations that lost units when a lot left sale, come from the
 * ledger.
 */
import { and, type SQL, sql } from 'drizzle-orm';
import { masked } from '#core/accounts/customers/reveal.ts';
import { type Actor, mayTrace } from '#core/ground/access/actor.ts';
import { type Database, database, type Transaction } from '#db/client.ts';
import { eachRow, type Keyset, type KeysetPage, type KeysetQuery, readKeysetPage } from '#db/keyset.ts';
import { holdingStatuses, type OrderStatus } from '#kernel/statuses.ts';
import { formatDateTime, instantOf } from '#kernel/time.ts';
import type { TraceCounts, TraceHolder, TraceSale, TraceState } from './trace.ts';

const ROWS_ON_A_PAGE = 25;

const anyOf = (lotIds: readonly number[]) => sql`any(${sql.param([...lotIds])}::int[])`;

/**
 * Units that customers returned, by lot and by sale: an order, or a reservation that was handed over without one. The
 * reason is written out, because the index names it.
 */
const returnedUnits = (lotIds: readonly number[], since: SQL = sql`true`) => sql`
  select coalesce(ledger.order_id, ledger.reservation_id) as sale_id, ledger.lot_id,
    sum(ledger.on_hand_change + ledger.set_aside_change)::int as units
  from stock_ledger as ledger
  where ledger.lot_id = ${anyOf(lotIds)} and ledger.reason = 'return'
    and ledger.on_hand_change + ledger.set_aside_change > 0 and ${since}
  group by 1, 2`;

/** The same by person. */
export const returnedByPerson = (lotIds: readonly number[], since?: SQL) => sql`
  select coalesce(orders.user_id, reservation.user_id) as user_id, sum(returned.units)::int as units
  from (${returnedUnits(lotIds, since)}) as returned
  left join orders on orders.id = returned.sale_id
  left join pickup_reservations as reservation on reservation.id = returned.sale_id
  group by 1`;

/** Everyone who bought units of these lots: units sold and returned, and whether the account is deleted. */
export const buyersOf = (lotIds: readonly number[]) => sql`
  select sold.user_id, closed.user_id is not null as is_deleted, sold.units as sold,
    coalesce(returned.units, 0) as returned
  from (
    select reservation.user_id, sum(share.quantity)::int as units
    from reservation_lots as share
    join pickup_reservations as reservation on reservation.id = share.reservation_id
    where share.lot_id = ${anyOf(lotIds)} and share.sold
    group by reservation.user_id
  ) as sold
  left join (${returnedByPerson(lotIds)}) as returned on returned.user_id = sold.user_id
  left join customer_profiles as closed on closed.user_id = sold.user_id and closed.status = 'closed'`;

/**
 * Units of these lots by open reservation: held now, or held until their lot left sale. A lot that is on sale again has
 * covered those first.
 */
const holdersOf = (lotIds: readonly number[]) => sql`
  select touched.reservation_id, touched.lot_id, sum(touched.held)::int as held,
    least(sum(touched.moved), max(reservation.quantity))::int as moved
  from (
    select share.reservation_id, share.lot_id, share.quantity as held, 0 as moved
    from reservation_lots as share where share.lot_id = ${anyOf(lotIds)} and not share.sold
    union all
    select ledger.reservation_id, ledger.lot_id, 0, -ledger.held_change
    from stock_ledger as ledger join lots as lot on lot.id = ledger.lot_id
    where ledger.lot_id = ${anyOf(lotIds)} and ledger.reason in ('quarantine', 'recall')
      and ledger.reservation_id is not null and ledger.held_change < 0 and lot.status <> 'sellable'
  ) as touched
  join pickup_reservations as reservation on reservation.id = touched.reservation_id
  where reservation.status = any(${sql.param([...holdingStatuses])}::text[])
  group by touched.reservation_id, touched.lot_id`;

export type Reader = Pick<Database | Transaction, 'execute' | 'select'>;

/** Counts open orders and reservations with units of these lots. */
export async function countHeldOrders(lotIds: readonly number[]): Promise<number> {
  const { rows } = await database().execute<{ many: number }>(sql`
    select count(distinct coalesce(item.order_id, holder.reservation_id))::int as many
    from (${holdersOf(lotIds)}) as holder
    left join order_items as item on item.reservation_id = holder.reservation_id`);
  return rows[0]?.many ?? 0;
}

/** Counts units and people of these lots. In a transaction that holds the lock on their stock, the counts are final. */
export async function countTrace(
  lotIds: readonly number[],
  reader: Reader = database(),
): Promise<TraceCounts> {
  const { rows } = await reader.execute<TraceCounts>(sql`
    select
      (select coalesce(sum(ledger.on_hand_change + ledger.set_aside_change), 0)::int from stock_ledger as ledger
        where ledger.lot_id = ${anyOf(lotIds)} and ledger.reason = 'received') as received,
      (select coalesce(sum(lot.on_hand), 0)::int from lots as lot where lot.id = ${anyOf(lotIds)}) as "onHand",
      holders.*, buyers.*
    from (
      select coalesce(sum(holder.held + holder.moved), 0)::int as "heldUnits",
        count(distinct coalesce(item.order_id, holder.reservation_id))::int as "heldOrders"
      from (${holdersOf(lotIds)}) as holder
      left join order_items as item on item.reservation_id = holder.reservation_id
    ) as holders,
    (
      select coalesce(sum(buyer.sold), 0)::int as sold, coalesce(sum(buyer.returned), 0)::int as returned,
        count(*)::int as buyers,
        count(*) filter (where buyer.sold > buyer.returned and not buyer.is_deleted)::int as "toNotify",
        count(*) filter (where buyer.sold > buyer.returned and buyer.is_deleted)::int as unreachable
      from (${buyersOf(lotIds)}) as buyer
    ) as buyers`);
  const [counts] = rows;
  if (!counts) throw new Error('counts are one row');
  return counts;
}

const saleKeyset: Keyset = {
  columns: [
    // When the units were handed over: nothing changes a reservation afterwards.
    { expression: sql`reservation.updated_at`, type: 'timestamptz' },
    { expression: sql`share.reservation_id`, type: 'uuid' },
    { expression: sql`share.lot_id`, type: 'integer' },
  ],
  descending: true,
};

export type ReadSale = Omit<TraceSale, 'at'> & { at: Date };

/** Chooses the rows by reservation alone, and reads the rest of these few. */
async function selectSales(
  db: Database,
  lotIds: readonly number[],
  { key, where, orderBy, limit }: KeysetQuery,
  matching?: SQL,
) {
  const chosen = db
    .select({
      reservationId: sql<string>`share.reservation_id`.as('sale_reservation'),
      lotId: sql<number>`share.lot_id`.as('sale_lot'),
      units: sql<number>`share.quantity`.as('sale_units'),
      userId: sql<string>`reservation.user_id`.as('sale_user'),
      productId: sql<number>`reservation.product_id`.as('sale_product'),
      updatedAt: sql<string>`reservation.updated_at`.as('sale_at'),
      place: sql<number>`row_number() over (order by ${sql.join(orderBy, sql`, `)})`.as('sale_place'),
      key,
    })
    .from(sql`reservation_lots as share
      join pickup_reservations as reservation on reservation.id = share.reservation_id`)
    .where(and(sql`share.lot_id = ${anyOf(lotIds)} and share.sold`, matching, where))
    .orderBy(...orderBy)
    .limit(limit)
    .as('sale');
  const rows = await db
    .select({
      reservationId: chosen.reservationId,
      lotId: chosen.lotId,
      orderNumber: sql<string | null>`orders.order_id`,
      customerId: chosen.userId,
      customer: sql<string>`coalesce(orders.user_name, users.name)`,
      email: sql<string>`coalesce(orders.user_email, users.email)`,
      phone: sql<string | null>`profile.phone`,
      isDeleted: sql<boolean>`coalesce(profile.status = 'closed', false)`,
      isWalkIn: sql<boolean>`coalesce(orders.is_walk_in, false)`,
      product: sql<string>`coalesce(item.product_name, product.name)`,
      batch: sql<string>`lot.batch_number`,
      units: chosen.units,
      returned: sql<number>`coalesce(returned.units, 0)`,
      at: sql<string>`coalesce(orders.completed_at, ${chosen.updatedAt})`,
      key: chosen.key,
    })
    .from(chosen)
    .innerJoin(sql`lots as lot`, sql`lot.id = ${chosen.lotId}`)
    .innerJoin(sql`products as product`, sql`product.id = ${chosen.productId}`)
    .innerJoin(sql`users`, sql`users.id = ${chosen.userId}`)
    .leftJoin(sql`order_items as item`, sql`item.reservation_id = ${chosen.reservationId}`)
    .leftJoin(sql`orders`, sql`orders.id = item.order_id`)
    .leftJoin(sql`customer_profiles as profile`, sql`profile.user_id = ${chosen.userId}`)
    .leftJoin(
      sql`(${returnedUnits(lotIds)}) as returned`,
      sql`returned.sale_id = coalesce(orders.id, ${chosen.reservationId}) and returned.lot_id = ${chosen.lotId}`,
    )
    .orderBy(chosen.place);
  return rows.map(({ at, ...row }) => ({ ...row, at: new Date(at) }));
}

/** One page of the sales of these lots, newest first. Empty for people who may not see both lots and customers. */
export async function readSales(
  actor: Actor,
  lotIds: readonly number[],
  { position }: TraceState,
  zone: string,
): Promise<KeysetPage<TraceSale>> {
  if (!mayTrace(actor)) return { rows: [], previous: null, next: null };
  const page = await readKeysetPage(saleKeyset, position, ROWS_ON_A_PAGE, (query) =>
    selectSales(database(), lotIds, query),
  );
  return { ...page, rows: page.rows.map((row) => shownSale(row, zone)) };
}

const shownSale = ({ at, phone, ...row }: ReadSale, zone: string): TraceSale => ({
  ...row,
  phone: masked(phone),
  at: formatDateTime(instantOf(at), zone),
});

/** Sales to one person that a page has room for. */
const MOST_SALES = 100;

/** The sales of these lots to one person, newest first. Empty for people who may not. */
export async function readSalesTo(
  actor: Actor,
  lotIds: readonly number[],
  userId: string,
  zone: string,
): Promise<TraceSale[]> {
  if (!mayTrace(actor)) return [];
  const own = sql`reservation.user_id = ${userId}`;
  const { rows } = await readKeysetPage(saleKeyset, null, MOST_SALES, (query) =>
    selectSales(database(), lotIds, query, own),
  );
  return rows.map((row) => shownSale(row, zone));
}

/** Every sale of these lots with the whole phone number. It checks no permission: the export does. */
export const eachSale = (db: Database, lotIds: readonly number[]) =>
  eachRow(saleKeyset, (query) => selectSales(db, lotIds, query));

const holderKeyset: Keyset = {
  columns: [
    {
      expression: sql`coalesce(reservation.pickup_time, reservation.hold_expires_at, reservation.created_at)`,
      type: 'timestamptz',
    },
    { expression: sql`holder.reservation_id`, type: 'uuid' },
    { expression: sql`holder.lot_id`, type: 'integer' },
  ],
  descending: false,
};

/** One page of the open orders and reservations with units of these lots, next pickup first. */
export async function readHolders(
  actor: Actor,
  lotIds: readonly number[],
  { position }: TraceState,
  zone: string,
): Promise<KeysetPage<TraceHolder>> {
  if (!mayTrace(actor)) return { rows: [], previous: null, next: null };
  const page = await readKeysetPage(
    holderKeyset,
    position,
    ROWS_ON_A_PAGE,
    ({ key, where, orderBy, limit }) =>
      database()
        .select({
          reservationId: sql<string>`holder.reservation_id`,
          orderNumber: sql<string | null>`orders.order_id`,
          orderStatus: sql<OrderStatus | null>`orders.status`,
          customerId: sql<string | null>`reservation.user_id`,
          customer: sql<string | null>`users.name`,
          email: sql<string | null>`users.email`,
          phone: sql<string | null>`profile.phone`,
          product: sql<string>`product.name`,
          batch: sql<string>`lot.batch_number`,
          held: sql<number>`holder.held`,
          moved: sql<number>`holder.moved`,
          missing: sql<number>`coalesce(short.quantity, 0)`,
          at: sql<string | null>`reservation.pickup_time`,
          key,
        })
        .from(sql`(${holdersOf(lotIds)}) as holder
          join pickup_reservations as reservation on reservation.id = holder.reservation_id
          join lots as lot on lot.id = holder.lot_id
          join products as product on product.id = reservation.product_id
          left join users on users.id = reservation.user_id
          left join customer_profiles as profile on profile.user_id = reservation.user_id
          left join order_items as item on item.reservation_id = holder.reservation_id
          left join orders on orders.id = item.order_id
          left join reservation_lots as short
            on short.reservation_id = holder.reservation_id and short.lot_id is null`)
        .where(where)
        .orderBy(...orderBy)
        .limit(limit),
  );
  return {
    ...page,
    rows: page.rows.map(({ at, phone, ...row }) => ({
      ...row,
      phone: masked(phone),
      pickup: at === null ? null : formatDateTime(instantOf(new Date(at)), zone),
    })),
  };
}
