/** Counts what is taken of offers with a limit, under a lock: two tabs, two devices and the last unit. */
import { and, asc, inArray, isNotNull, sql } from 'drizzle-orm';
import type { Transaction } from '#db/client.ts';
import { products } from '#db/schema/catalogue.ts';
import { customerProfiles } from '#db/schema/customers.ts';
import { offers } from '#db/schema/discounts.ts';
import { orderItems, pickupReservations, refunds, walkInIds } from '#db/schema/orders.ts';
import type { RunningOffer } from './discount.ts';
import { takenOfLimit, unitsTakenOf } from './offers-queries.server.ts';
import { isTogether } from './running-offers.ts';

/**
 * Whose units count; `person` is null for a sign-up, which has taken none. `except`: reservations that become the order.
 * `back`: what comes back for what is sold now.
 */
export type Buyer = { person: string | null; except: readonly string[]; back?: UnitsBack | undefined };
/** Units of a line that come back, and the offer that gave its price. */
export type UnitsBack = { offerId: number | null; units: number };

/**
 * The units that this person has of each of these offers with a limit for one, over all accounts and walk-ins of one
 * license, reserved and sold, without those that came back. A sale has locked the customer and the license.
 */
export async function unitsOfPerson(
  tx: Pick<Transaction, 'execute'>,
  of: readonly Pick<RunningOffer, 'id' | 'mostPerPerson'>[],
  { person, except, back }: Buyer,
): Promise<Map<number, number>> {
  const offerIds = of.filter(({ mostPerPerson }) => mostPerPerson !== null).map(({ id }) => id);
  if (person === null || offerIds.length === 0) return new Map();
  const { rows } = await tx.execute<{ id: number; units: number }>(sql`
    with license as (
      select license_id_hash as hash from ${customerProfiles}
      where user_id = ${person}::uuid and license_id_hash is not null
      union select license_hash from ${walkInIds} where user_id = ${person}::uuid and license_hash is not null
    ), account as (
      select ${person}::uuid as id
      union select user_id from ${customerProfiles} join license on license_id_hash = hash where license_verified
      union select user_id from ${walkInIds} join license on license_hash = hash
    )
    select offer_id as id, sum(quantity - coalesce((
      select sum((line ->> 'quantity')::int) from ${orderItems} as item
      join ${refunds} as refund on refund.order_id = item.order_id and refund.goods = 'returned',
        jsonb_array_elements(refund.lines) as line
      where item.reservation_id = pickup_reservations.id and line ->> 'itemId' = item.id::text), 0))::int as units
    from ${pickupReservations}
    where offer_id = any(${sql.param(offerIds)}::int[]) and status <> 'cancelled'
      and user_id in (select id from account) and id <> all(${sql.param([...except])}::uuid[])
    group by offer_id`);
  return new Map(rows.map(({ id, units }) => [id, units - (back?.offerId === id ? back.units : 0)]));
}

/**
 * Locks those of the offers that have a limit for all, lowest id first, until the transaction ends, and counts what is left
 * of each for this sale: what its own reservations hold counts as left.
 */
export async function lockLimited(
  tx: Transaction,
  of: readonly Pick<RunningOffer, 'id' | 'left'>[],
  { except }: Pick<Buyer, 'except'>,
): Promise<Map<number, number>> {
  const ids = of.filter(({ left }) => left !== null).map(({ id }) => id);
  if (ids.length === 0) return new Map();
  await lockRows(tx, ids);
  const own = sql`(select coalesce(sum(quantity), 0)::int from ${pickupReservations} as own
    where own.offer_id = offers.id and own.status <> 'cancelled' and own.id = any(${sql.param([...except])}::uuid[]))`;
  const rows = await tx
    .select({
      id: offers.id,
      left: sql<number>`greatest(0, ${offers.mostUnits} - ${unitsTakenOf(sql`offers.id`)} + ${own})`,
    })
    .from(offers)
    .where(inArray(offers.id, ids));
  return new Map(rows.map(({ id, left }) => [id, left]));
}

async function lockRows(tx: Transaction, ids: readonly number[]): Promise<void> {
  await tx
    .select({ id: offers.id })
    .from(offers)
    .where(and(inArray(offers.id, [...ids]), isNotNull(offers.mostUnits)))
    .orderBy(asc(offers.id))
    .for('no key update');
}

/** Announces that the last unit of these offers is taken: every page of the shop shows the list price again. */
export async function announceSoldOut(tx: Transaction, ids: readonly number[]): Promise<void> {
  if (ids.length > 0)
    await tx
      .update(offers)
      .set({ updatedAt: sql`now()` })
      .where(inArray(offers.id, [...ids]));
}

/**
 * Why an order or a reservation cannot have its units of these offers; null if it can. The caller has locked the customer.
 * @param add units of each that are not written yet
 */
export async function offerProblem(
  tx: Transaction,
  ids: readonly number[],
  person: string,
  add = 0,
): Promise<string | null> {
  if (ids.length === 0) return null;
  await lockRows(tx, ids);
  const found = await tx
    .select({
      ...{
        id: offers.id,
        name: offers.name,
        mostPerPerson: offers.mostPerPerson,
        mostUnits: offers.mostUnits,
      },
      taken: takenOfLimit,
    })
    .from(offers)
    .where(inArray(offers.id, [...ids]));
  const own = await unitsOfPerson(tx, found, { person, except: [] });
  for (const { id, name, mostPerPerson, mostUnits, taken } of found) {
    if (mostPerPerson !== null && (own.get(id) ?? 0) + add > mostPerPerson)
      return `${name}: at most ${mostPerPerson} per person.`;
    if (mostUnits !== null && taken + add > mostUnits) return `${name}: no more units at this price.`;
  }
  return null;
}

/**
 * Why a customer cannot change these lines: they have the price of an offer of things together, and would no longer be
 * together. A line that is removed with all others of the offer is fine.
 */
export async function brokenOffer(
  tx: Transaction,
  items: readonly { productId: number; offerId: number | null }[],
  changes: readonly { productId: number; from: number; to: number }[],
): Promise<string | null> {
  const fewer = changes.some(({ from, to }) => to < from);
  const ids = [...new Set(items.flatMap(({ offerId }) => offerId ?? []))];
  if (!fewer || ids.length === 0) return null;
  const stay = changes.filter(({ to }) => to > 0);
  const categoryOf = await categoriesOf(
    tx,
    stay.map(({ productId }) => productId),
  );
  const units = stay.map(({ productId, to }) => ({
    ...{ productId, categoryId: categoryOf.get(productId) ?? 0, quantity: to },
  }));
  const rows = await tx.select().from(offers).where(inArray(offers.id, ids));
  const broken = rows.find(
    (offer) =>
      !isTogether(offer, units) &&
      items.some(
        ({ productId, offerId }) => offerId === offer.id && units.some((one) => one.productId === productId),
      ),
  );
  return broken
    ? `${broken.name} is a price for things bought together. Leave them together, or remove all of them.`
    : null;
}

async function categoriesOf(tx: Transaction, ids: readonly number[]): Promise<Map<number, number>> {
  const rows = await tx
    .select({ id: products.id, categoryId: products.categoryId })
    .from(products)
    .where(inArray(products.id, [...ids]));
  return new Map(rows.map(({ id, categoryId }) => [id, categoryId]));
}
