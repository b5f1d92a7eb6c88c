/** Reads what a customer has reserved or picked up today, in the units of the possession limits and of holds. */

import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { database, type Transaction } from '#db/client.ts';
import { products } from '#db/schema/catalogue.ts';
import { isOneOf } from '#db/schema/columns.ts';
import { customerProfiles } from '#db/schema/customers.ts';
import {
  handOvers,
  orderItems,
  orders,
  pickupReservations,
  refunds,
  refusedHandOvers,
  walkInIds,
} from '#db/schema/orders.ts';
import { statement } from '#db/statement.ts';
import { holdingStatuses, type LimitCategory } from '#kernel/statuses.ts';
import { type LimitUsage, usageOf } from './purchase-limits.ts';

/**
 * What a customer has reserved and not picked up yet; `lines` are reservations of one product each, `orders` open orders
 * and reservations without one.
 */
export type Held = { lines: number; units: number; orders: number };

/** A line that counts. An order's line counts what it counted when it was placed. */
type CountedLine = {
  userId: string;
  limitCategory: LimitCategory | null;
  limitMg: number | null;
  quantity: number;
  /** The order, or the reservation without one, that holds it; null for what was picked up. */
  heldBy: string | null;
};

/** Units of the line `item` that the person has: what came back with a refund is no longer theirs. */
const unitsTaken = sql`item.quantity - coalesce((
  select sum((line ->> 'quantity')::int) from ${refunds} as refund, jsonb_array_elements(refund.lines) as line
  where refund.order_id = item.order_id and refund.goods = 'returned' and line ->> 'itemId' = item.id::text), 0)::int`;

/** When a completed order left: a tablet without a network may have reported it on a later day. */
const leftAt = sql`coalesce((select left_at from ${handOvers} where hand_overs.order_id = orders.id), orders.completed_at)`;

/**
 * Lines picked up since `dayStart`, also for someone else, and everything held, but for the reservations `except`.
 * @param whose a condition on the column
 */
const purchases = (whose: (userId: SQL) => SQL, dayStart: SQLWrapper, except: SQLWrapper) => sql`
  select orders.user_id as "userId", item.limit_category as "limitCategory", item.limit_mg as "limitMg",
    ${unitsTaken} as quantity, null::uuid as "heldBy"
  from ${orderItems} as item join ${orders} on orders.id = item.order_id
  where ${whose(sql`orders.user_id`)} and item.limit_category is not null
    and orders.status = 'completed' and orders.completed_at >= ${dayStart}::timestamptz
    and ${leftAt} >= ${dayStart}::timestamptz
  union all
  select picked.picker_id, item.limit_category, item.limit_mg, ${unitsTaken}, null
  from ${handOvers} as picked join ${orderItems} as item on item.order_id = picked.order_id
  where ${whose(sql`picked.picker_id`)} and item.limit_category is not null
    and coalesce(picked.left_at, picked.created_at) >= ${dayStart}::timestamptz
  union all
  select reservation.user_id, case when item.id is null then products.limit_category else item.limit_category end,
    case when item.id is null then products.limit_mg else item.limit_mg end, reservation.quantity,
    coalesce(item.order_id, reservation.id)
  from ${pickupReservations} as reservation join ${products} on products.id = reservation.product_id
  left join ${orderItems} as item on item.reservation_id = reservation.id
  -- The statuses are written like the condition of the partial index: the statement is planned for any values.
  where ${whose(sql`reservation.user_id`)} and ${isOneOf(sql`reservation.status`, holdingStatuses)}
    and reservation.id <> all(${except}::uuid[])`;

const readPurchases = statement<CountedLine>(
  purchases(
    (userId) => sql`${userId} = ${sql.placeholder('userId')}::uuid`,
    sql.placeholder('dayStart'),
    sql.placeholder('except'),
  ),
);

const ofDay = (moment: SQL) => sql`${moment} >= ${sql.placeholder('dayStart')}::timestamptz
  and ${moment} < coalesce(${sql.placeholder('dayEnd')}::timestamptz, 'infinity')`;

/**
 * The limits are a person's (Penal Law §222.05). One license is one person: the account, other accounts on which staff
 * have verified the same license (an unverified number may be another person's), and the license's walk-ins and pickups
 * of the day, also those that were refused when they arrived: the person has the goods. An order counts once, whoever of
 * them owns it and picked it up.
 */
const readOfPerson = statement<CountedLine>(sql`
  with license as (
    select license_id_hash as hash from ${customerProfiles}
    where user_id = ${sql.placeholder('userId')}::uuid and license_id_hash is not null
    union select license_hash from ${walkInIds}
    where user_id = ${sql.placeholder('userId')}::uuid and license_hash is not null
  ), account as (
    select ${sql.placeholder('userId')}::uuid as id
    union select user_id from ${customerProfiles} join license on license_id_hash = hash where license_verified
    union select user_id from ${walkInIds} join license on license_hash = hash
  ), taken as (
    select orders.id from ${orders} join account on account.id = orders.user_id
    where orders.status = 'completed' and orders.completed_at >= ${sql.placeholder('dayStart')}::timestamptz
      and ${ofDay(leftAt)}
    union select picked.order_id from ${handOvers} as picked join account on account.id = picked.picker_id
    where ${ofDay(sql`coalesce(picked.left_at, picked.created_at)`)}
    union select refused.order_id from ${refusedHandOvers} as refused join account on account.id = refused.picker_id
    where refused.order_id is distinct from ${sql.placeholder('exceptOrder')}::uuid and ${ofDay(sql`refused.done_at`)}
  )
  select ${sql.placeholder('userId')}::uuid as "userId", item.limit_category as "limitCategory",
    item.limit_mg as "limitMg", ${unitsTaken} as quantity, null::uuid as "heldBy"
  from taken join ${orderItems} as item on item.order_id = taken.id where item.limit_category is not null
  union all
  select reservation.user_id, case when item.id is null then products.limit_category else item.limit_category end,
    case when item.id is null then products.limit_mg else item.limit_mg end, reservation.quantity,
    coalesce(item.order_id, reservation.id)
  from ${pickupReservations} as reservation join ${products} on products.id = reservation.product_id
  left join ${orderItems} as item on item.reservation_id = reservation.id
  where (reservation.user_id = ${sql.placeholder('userId')}::uuid
      or (${sql.placeholder('othersHold')}::boolean and reservation.user_id in (select id from account)))
    and ${isOneOf(sql`reservation.status`, holdingStatuses)}
    and reservation.id <> all(${sql.placeholder('except')}::uuid[])
    and not exists (select from taken where taken.id = item.order_id)`);

/**
 * Milligrams in everything reserved for the customer and in what the person took home since `dayStart`, and how much
 * the account has reserved. Requires the locks of the customer and of the license, or two concurrent checkouts
 * could both pass one limit.
 * @param othersHold also what the person has reserved with other accounts: before another order is made
 * @param dayEnd of a day that is over, for a hand-over that arrives late
 * @param exceptOrder counts without its own hand-over that was refused: it is handed over again
 */
export async function purchasesCountingToday(
  tx: Transaction,
  userId: string,
  dayStart: Date,
  {
    exceptReservations = [],
    othersHold = false,
    dayEnd = null,
    exceptOrder = null,
  }: {
    exceptReservations?: readonly string[];
    othersHold?: boolean;
    dayEnd?: Date | null;
    exceptOrder?: string | null;
  } = {},
): Promise<{ usage: LimitUsage; held: Held }> {
  const except = [...exceptReservations];
  const lines = await readOfPerson(tx, { userId, dayStart, dayEnd, except, othersHold, exceptOrder });
  return { usage: usageOf(lines), held: heldOf(lines.filter((line) => line.userId === userId)) };
}

function heldOf(lines: readonly Pick<CountedLine, 'heldBy' | 'quantity'>[]): Held {
  const waiting = lines.filter(({ heldBy }) => heldBy !== null);
  return {
    lines: waiting.length,
    units: waiting.reduce((sum, { quantity }) => sum + quantity, 0),
    orders: new Set(waiting.map(({ heldBy }) => heldBy)).size,
  };
}

/** The same for a page that shows what still fits: it locks nothing, so it decides nothing. */
export async function purchasesSeenToday(
  userId: string,
  dayStart: Date,
  exceptReservations: readonly string[] = [],
): Promise<{ usage: LimitUsage; held: Held }> {
  const lines = await readPurchases(database(), { userId, dayStart, except: [...exceptReservations] });
  return { usage: usageOf(lines), held: heldOf(lines) };
}

/** The usage of several customers, likewise; those who have none are left out. */
export async function usagesSeenToday(
  userIds: readonly string[],
  dayStart: Date,
): Promise<Map<string, LimitUsage>> {
  if (userIds.length === 0) return new Map();
  const theirs = sql.param([...new Set(userIds)]);
  const { rows } = await database().execute<CountedLine>(
    purchases((userId) => sql`${userId} = any(${theirs}::uuid[])`, sql.param(dayStart), sql`'{}'`),
  );
  const byPerson = Map.groupBy(rows, ({ userId }) => userId);
  return new Map([...byPerson].map(([userId, lines]) => [userId, usageOf(lines)]));
}
