/**
 * Reads the figures of the books for a span of days: the totals by day of the hand-over and the deltas not folded into
 * them yet, as they were when a month was closed. What changed a closed month since is in the figures of the day it is booked on, as a
 * correction. Checks no permission: the callers do.
 */
import { type SQL, sql } from 'drizzle-orm';
import { closedUntil } from '#core/records/analytics/closed-until-queries.server.ts';
import { type Asked as AskedDays, between } from '#core/records/analytics/sales-queries.server.ts';
import { eventWords } from '#core/sales/orders/order-timeline.ts';
import type { Transaction } from '#db/client.ts';
import { isOneOf } from '#db/schema/columns.ts';
import { openOrderStatuses } from '#kernel/statuses.ts';
import { asDate, type StoreDate, startOfDay } from '#kernel/time.ts';
import type {
  BookFigures,
  CashFigures,
  ClassFigures,
  Correction,
  PlacedOrders,
  RuleFigures,
} from './figures.ts';
import { inventoryAt } from './inventory-value-queries.server.ts';

/** `isFolded`: reads the totals alone, under the lock on folds, so that later deltas are corrections. */
type Asked = AskedDays & { isFolded?: boolean };

type Reader = Pick<Transaction, 'execute'>;

/** `today` is the last day whose stock is known. Agree with each other only within one snapshot. */
export async function bookFigures(tx: Reader, asked: Asked, today: StoreDate): Promise<BookFigures> {
  const { days, zone } = asked;
  const lastDay = days.to.since(today).sign > 0 ? today : days.to;
  const dayBefore = days.from.subtract({ days: 1 });
  return {
    from: days.from.toString(),
    to: days.to.toString(),
    basis: 'hand-over',
    orders: await ordersOf(tx, asked),
    ...(await classesOf(tx, asked)),
    ...(await rulesOf(tx, asked)),
    cash: await cashOf(tx, asked),
    placed: await placedOf(tx, asked),
    corrections: await correctionsOf(tx, asked),
    inventory: {
      opening: await inventoryAt(tx, dayBefore.since(lastDay).sign > 0 ? lastDay : dayBefore, zone),
      closing: await inventoryAt(tx, lastDay, zone),
    },
  };
}

/** Sales, corrections and cash of these days alone, as a journal needs them. */
export async function dayFigures(
  tx: Reader,
  asked: Asked,
): Promise<Pick<BookFigures, 'from' | 'to' | 'classes' | 'correctedClasses' | 'cash'>> {
  const { from, to } = asked.days;
  return {
    ...{ from: from.toString(), to: to.toString() },
    ...(await classesOf(tx, asked)),
    cash: await cashOf(tx, asked),
  };
}

const isCash = sql`(taken <> 0 or returned <> 0)`;

/** The deltas that the books count on these days. */
function within({ days, zone }: Asked): SQL {
  const end = startOfDay(days.to.add({ days: 1 }), zone);
  return sql`booked_at >= ${asDate(startOfDay(days.from, zone))} and booked_at < ${asDate(end)}`;
}

const deltas = (isFolded = false) =>
  isFolded ? sql`(select * from sales_deltas where false) as sales_deltas` : sql`sales_deltas`;

/** Every change of a closed month since it was closed, folded or not. */
const changes = ({ zone, isFolded }: Asked, columns: SQL) => sql`
  select day, booked_on, ${columns} from sales_corrections
  union all
  select (booked_at at time zone ${zone})::date, greatest((recorded_at at time zone ${zone})::date, closed_until + 1), ${columns}
  from ${deltas(isFolded)} cross join (${closedUntil}) as books
  where (booked_at at time zone ${zone})::date <= closed_until`;

async function ordersOf(tx: Reader, asked: Asked): Promise<number> {
  const { rows } = await tx.execute<{ orders: number }>(sql`
    select coalesce(sum(orders), 0)::float8 as orders from (
      select orders from handed_over_by_class where ${between(sql`day`, asked.days)}
      union all
      select orders from ${deltas(asked.isFolded)} where orders <> 0 and ${within(asked)}
      union all
      select -orders from (${changes(asked, sql`orders`)}) as change where ${between(sql`day`, asked.days)}
    ) as every`);
  return rows[0]?.orders ?? 0;
}

const kindColumns = sql.raw(
  'product_id, tax_class, units, revenue, cost, costed_revenue, discount, tax, refunded, refunded_tax',
);

async function classesOf(
  tx: Reader,
  asked: Asked,
): Promise<Pick<BookFigures, 'classes' | 'correctedClasses'>> {
  const { rows } = await tx.execute<ClassFigures & { isCorrection: boolean }>(sql`
    with change as materialized (
      select * from (${changes(asked, kindColumns)}) as change
      where product_id is not null and (${between(sql`day`, asked.days)} or ${between(sql`booked_on`, asked.days)})
    )
    select "isCorrection", tax_class as "taxClass", sum(units)::float8 as units,
      sum(revenue + refunded + discount)::float8 as gross, sum(discount)::float8 as discount,
      sum(refunded)::float8 as refunded, sum(revenue)::float8 as net, sum(tax)::float8 as tax, sum(cost)::float8 as cost,
      sum(revenue - costed_revenue)::float8 as uncosted
    from (
      select false as "isCorrection", 1 as sign, tax_class, units, revenue, cost, costed_revenue, discount, tax, refunded, refunded_tax
      from handed_over_by_class where ${between(sql`day`, asked.days)}
      union all
      select false, 1, tax_class, units, revenue, cost, costed_revenue, discount, tax, refunded, refunded_tax
      from ${deltas(asked.isFolded)} where product_id is not null and ${within(asked)}
      union all
      select false, -1, tax_class, -units, -revenue, -cost, -costed_revenue, -discount, -tax, -refunded, -refunded_tax
      from change where ${between(sql`day`, asked.days)}
      union all
      select true, 1, tax_class, units, revenue, cost, costed_revenue, discount, tax, refunded, refunded_tax
      from change where ${between(sql`booked_on`, asked.days)}
    ) as every
    group by 1, 2
    having (sum(units), sum(revenue), sum(refunded), sum(discount), sum(tax), sum(cost)) <> (0, 0, 0, 0, 0, 0)
    order by 1, sum(revenue) desc, 2`);
  return {
    classes: rows.filter(({ isCorrection }) => !isCorrection).map(plain),
    correctedClasses: rows.filter(({ isCorrection }) => isCorrection).map(plain),
  };
}

/** Without the mark of where it belongs. */
function plain<Row extends { isCorrection: boolean }>({ isCorrection: _, ...row }: Row) {
  return row;
}

/** A row for each rule of a delta's line; a refund's amounts are refunded ones. */
const parts = sql`
  cross join lateral (select refunded <> 0 or refunded_tax <> 0 as is_refund) as kind
  cross join jsonb_to_recordset(tax_parts) as part ("ruleId" text, name text, rate float8, base bigint, amount bigint)`;
const partColumns = sql.raw('product_id, tax_parts, tax_sign, refunded, refunded_tax');
const partSums = (sign: SQL) => sql`"ruleId", part.name, part.rate,
  case when is_refund then 0 else ${sign} * tax_sign * part.base end as base,
  case when is_refund then 0 else ${sign} * tax_sign * part.amount end as amount,
  case when is_refund then ${sign} * part.base else 0 end as refunded_base,
  case when is_refund then ${sign} * part.amount else 0 end as refunded`;

async function rulesOf(tx: Reader, asked: Asked): Promise<Pick<BookFigures, 'rules' | 'correctedRules'>> {
  const { rows } = await tx.execute<RuleFigures & { isCorrection: boolean }>(sql`
    with change as materialized (
      select * from (${changes(asked, partColumns)}) as change
      where product_id is not null and (${between(sql`day`, asked.days)} or ${between(sql`booked_on`, asked.days)})
    )
    select "isCorrection", "ruleId", name, rate, sum(base)::float8 as base, sum(amount)::float8 as amount,
      sum(refunded_base)::float8 as "refundedBase", sum(refunded)::float8 as refunded
    from (
      select false as "isCorrection", rule_id as "ruleId", name, rate, base + refunded_base as base,
        amount + refunded as amount, refunded_base, refunded
      from tax_by_rule where ${between(sql`day`, asked.days)}
      union all
      select false, ${partSums(sql`1`)} from ${deltas(asked.isFolded)} ${parts} where ${within(asked)}
      union all
      select false, ${partSums(sql`-1`)} from change ${parts} where ${between(sql`day`, asked.days)}
      union all
      select true, ${partSums(sql`1`)} from change ${parts} where ${between(sql`booked_on`, asked.days)}
    ) as every
    group by 1, 2, 3, 4
    having (sum(base), sum(amount), sum(refunded_base), sum(refunded)) <> (0, 0, 0, 0)
    order by 1, 3, 4, 2`);
  return {
    rules: rows.filter(({ isCorrection }) => !isCorrection).map(plain),
    correctedRules: rows.filter(({ isCorrection }) => isCorrection).map(plain),
  };
}

async function cashOf(tx: Reader, asked: Asked): Promise<CashFigures[]> {
  const split = (sign: SQL) => sql`coalesce(person_id::text, ''), coalesce(person_name, ''),
    ${sign} * sign(taken), ${sign} * taken, ${sign} * sign(returned), ${sign} * returned, ${sign} * rounding`;
  const { rows } = await tx.execute<CashFigures>(sql`
    select day::text, "personId", person, sum(payments)::float8 as payments, sum(taken)::float8 as taken,
      sum(refunds)::float8 as refunds, sum(returned)::float8 as returned, sum(rounding)::float8 as rounding
    from (
      select day, person_id as "personId", person_name as person, payments, taken, refunds, returned, rounding
      from cash_by_person where ${between(sql`day`, asked.days)}
      union all
      select (booked_at at time zone ${asked.zone})::date, ${split(sql`1`)} from ${deltas(asked.isFolded)} where ${isCash} and ${within(asked)}
      union all
      select day, ${split(sql`-1`)} from (${changes(asked, sql`taken, returned, rounding, person_id, person_name`)}) as change
      where ${isCash} and ${between(sql`day`, asked.days)}
    ) as every
    group by 1, 2, 3 having (sum(taken), sum(returned), sum(rounding)) <> (0, 0, 0) order by 1, 3, 2`);
  return rows;
}

/** Open orders of these days: few, and found by their status. */
async function placedOf(tx: Reader, { days, zone }: Asked): Promise<PlacedOrders> {
  const { rows } = await tx.execute<PlacedOrders>(sql`
    select count(*)::int as orders, coalesce(sum(total), 0)::float8 as total from orders
    where ${isOneOf(sql`status`, openOrderStatuses)}
      and created_at >= ${asDate(startOfDay(days.from, zone))}
      and created_at < ${asDate(startOfDay(days.to.add({ days: 1 }), zone))}`);
  return rows[0] ?? { orders: 0, total: 0 };
}

/** One for each order and change, oldest first; what a change takes away and adds again is none. */
async function correctionsOf(tx: Reader, asked: Asked): Promise<Correction[]> {
  type Row = Omit<Correction, 'cause'> & { event: string | null };
  const columns = sql`order_id, recorded_at, orders, revenue, tax, taken - returned + rounding as cash`;
  const { rows } = await tx.execute<Row>(sql`
    select orders.order_id as number, change.day::text, booked_on::text as "bookedOn", event.kind as event,
      coalesce(entry.actor_name, '') as by, entry.reason, change.orders, net, change.tax, change.cash
    from (
      select order_id, recorded_at, day, booked_on, sum(orders)::float8 as orders, sum(revenue)::float8 as net,
        sum(tax)::float8 as tax, sum(cash)::float8 as cash
      from (${changes(asked, columns)}) as every where ${between(sql`booked_on`, asked.days)}
      group by 1, 2, 3, 4 having (sum(orders), sum(revenue), sum(tax), sum(cash)) <> (0, 0, 0, 0)
    ) as change
    join orders on orders.id = change.order_id
    left join lateral (
      select kind from events where subject_id = orders.id::text and created_at = recorded_at order by id desc limit 1
    ) as event on true
    left join lateral (
      select actor_name, reason from audit_log
      where subject_type = 'order' and subject_id = orders.id::text and created_at = recorded_at order by id desc limit 1
    ) as entry on true
    order by recorded_at, orders.number, change.day`);
  return rows.map(({ event, by, ...row }) => ({ ...row, by: by || null, cause: eventWords(event) }));
}

/** What changed a span since its months were closed: not in the figures of these days, but in later ones. */
export type Later = { orders: number; net: number; tax: number };

export async function laterChanges(tx: Reader, asked: Asked): Promise<Later> {
  const { rows } = await tx.execute<Later>(sql`
    select coalesce(sum(orders), 0)::float8 as orders, coalesce(sum(revenue), 0)::float8 as net,
      coalesce(sum(tax), 0)::float8 as tax
    from (${changes(asked, sql`orders, revenue, tax`)}) as change where ${between(sql`day`, asked.days)}`);
  return rows[0] ?? { orders: 0, net: 0, tax: 0 };
}
