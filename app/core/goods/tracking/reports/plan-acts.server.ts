/**
 * Turns records into acts for the state's system. The record was written by the transaction that did it, so none is
 * forgotten; each row belongs to one act, so none is reported twice.
 */
import { sql } from 'drizzle-orm';
import { Temporal } from 'temporal-polyfill';
import { enteredReasons } from '#core/goods/stock/outage/outage.ts';
import { storeClock } from '#core/ground/settings/store-clock.server.ts';
import { inTransaction, type Transaction } from '#db/client.ts';
import { stateActRows, stateActs } from '#db/schema/tracking.ts';
import { asDate, instantOf, startOfDay, systemClock } from '#kernel/time.ts';
import { databaseErrorCode } from '#platform/database-error.ts';
import { announce } from '#platform/live/announce.ts';
import { type LedgerRow, type PlannedAct, planActs, type Subject, subjectOf } from './plan.ts';
import { type Reporting, readReporting } from './report-figures-queries.server.ts';
import { reportsSince } from './reporting.ts';

const UNIQUE_VIOLATION = '23505';
/** Rows of the ledger of one plan. */
const TOGETHER = 2000;
/** A record is planned within seconds; after a long stop of the job the night's plan finds what is older. */
const USUAL_DAYS = 3;
/** Of the night's plan: the records of years would take it longer than a statement may. */
const NIGHT_DAYS = 60;
/** Days are closed that many days later, or earlier than a hand-over without a network arrives. */
const LATE_DAYS = 4;

/**
 * Plans what happened since the last time; nothing while the shop does not report. Returns how many acts.
 * @param everything reads the records of two months, and finds packages that are empty
 */
export async function planReports(
  { everything = false } = {},
  now: Temporal.Instant = systemClock(),
): Promise<number> {
  let planned = 0;
  for (;;) {
    const made = await planSome(everything, now);
    planned += made.acts;
    if (made.rows < TOGETHER / 2) return planned;
  }
}

type Made = { acts: number; rows: number };

async function planSome(everything: boolean, now: Temporal.Instant): Promise<Made> {
  const { zone, today } = await storeClock(now);
  const planning = inTransaction<Made>(async (tx) => {
    const reporting = await readReporting(tx);
    if (!reporting?.isOn) return { acts: 0, rows: 0 };
    const since = sinceOf(
      reporting,
      zone,
      now.subtract({ hours: 24 * (everything ? NIGHT_DAYS : USUAL_DAYS) }),
    );
    const rows = await unplannedRows(tx, since);
    const calendar = { zone, closedDays: await closedDays(tx, reporting) };
    const acts = planActs(rows, await subjectsOf(tx, rows), calendar);
    await insertActs(tx, acts);
    const others = await planOthers(tx, since, { zone, today: everything ? today : null });
    if (acts.length + others > 0) await announce(tx, 'inventory');
    return { acts: acts.length + others, rows: rows.length };
  });
  return planning.catch((error: unknown) => {
    // Another instance has planned the same rows in this moment.
    if (databaseErrorCode(error) === UNIQUE_VIOLATION) return { acts: 0, rows: 0 };
    throw error;
  });
}

/** Not before the first moment that is reported. */
function sinceOf({ fromDay, fromAt }: Reporting, zone: string, wanted: Temporal.Instant): Date {
  const first = reportsSince(Temporal.PlainDate.from(fromDay), fromAt && instantOf(fromAt), zone);
  return asDate(Temporal.Instant.compare(wanted, first) > 0 ? wanted : first);
}

/** Rows of cannabis that no act reports, oldest first. A transaction with a sale or a return is not cut. */
async function unplannedRows(tx: Transaction, since: Date): Promise<LedgerRow[]> {
  const reasons = sql.join(
    enteredReasons.map((reason) => sql`${reason}`),
    sql`, `,
  );
  // Materialized: by its order and limit PostgreSQL would read the whole ledger, from its first row on, for a few new ones.
  const { rows } = await tx.execute<LedgerRow>(sql`
    with recent as materialized (
      select * from stock_ledger where created_at >= ${since} and reason in (${reasons})
        and on_hand_change + set_aside_change <> 0
    )
    select ledger.id::float8 as id, ledger.lot_id as "lotId", upper(lots.package_tag) as tag, ledger.reason,
      ledger.on_hand_change + ledger.set_aside_change as units, ledger.order_id as "orderId",
      ledger.reservation_id as "reservationId", coalesce(ledger.note, '') as note, ledger.created_at as at,
      case when ledger.reason = 'waste' then (
        select waste.reason from waste
        where waste.lot_id = ledger.lot_id and waste.units = abs(ledger.on_hand_change + ledger.set_aside_change)
        order by abs(extract(epoch from waste.created_at - ledger.created_at)) limit 1) end as "wasteReason"
    from recent as ledger
    join lots on lots.id = ledger.lot_id
    join products on products.id = ledger.product_id
    where products.product_type = 'cannabis'
      and not exists (select 1 from state_act_rows as known where known.ledger_id = ledger.id)
    order by ledger.id limit ${TOGETHER}`);
  const found = rows.map((row) => ({ ...row, at: new Date(row.at) }));
  const last = found.at(-1);
  if (found.length < TOGETHER || !last || subjectOf(last) === '') return found;
  return found.filter(({ at }) => at.getTime() !== last.at.getTime());
}

async function closedDays(tx: Transaction, { fromDay }: Reporting): Promise<Set<string>> {
  const { rows } = await tx.execute<{ day: string }>(
    sql`select distinct day::text as day from day_closings where day >= ${fromDay}::date - 1`,
  );
  return new Set(rows.map(({ day }) => day));
}

/** The orders and reservations that these rows name, with the sales that are planned already. */
async function subjectsOf(tx: Transaction, rows: readonly LedgerRow[]): Promise<Map<string, Subject>> {
  const orderIds = new Set(rows.flatMap(({ orderId }) => orderId ?? []));
  const lone = rows.flatMap(({ orderId, reservationId }) => (orderId ? [] : (reservationId ?? [])));
  const ids = sql`${JSON.stringify([...orderIds, ...new Set(lone)])}::jsonb`;
  const named = sql`select value::uuid as id from jsonb_array_elements_text(${ids})`;
  const { rows: found } = await tx.execute<{ id: string; number: string; soldAt: Date | null }>(sql`
    with named as (${named})
    select orders.id, orders.order_id as number, coalesce(hand_overs.left_at, orders.completed_at) as "soldAt"
    from named join orders on orders.id = named.id left join hand_overs on hand_overs.order_id = orders.id
    union all
    select reservation.id, 'RES' || upper(right(replace(reservation.id::text, '-', ''), 12)), null
    from named join pickup_reservations as reservation on reservation.id = named.id`);
  const { rows: sales } = await tx.execute<{
    id: number;
    source: string;
    number: string;
    subject: string;
    happenedAt: Date;
    lotId: number;
    units: number;
    isVoided: boolean;
    cameBack: boolean;
  }>(sql`
    with named as (${named})
    select sale.id::float8 as id, sale.source, sale.receipt_number as number, named.id as subject, sale.happened_at as "happenedAt",
      ledger.lot_id as "lotId", -sum(ledger.on_hand_change + ledger.set_aside_change)::int as units,
      exists (select 1 from state_acts as voiding where voiding.sale_id = sale.id and voiding.kind = 'sale-voided')
        as "isVoided",
      exists (select 1 from state_acts as back where back.kind = 'adjustment' and back.id > sale.id
        and coalesce(back.order_id, back.reservation_id) = named.id and back.reason in ('return', 'correction'))
        as "cameBack"
    from named
    join state_acts as sale on coalesce(sale.order_id, sale.reservation_id) = named.id and sale.kind = 'sale'
    join state_act_rows as line on line.act_id = sale.id
    join stock_ledger as ledger on ledger.id = line.ledger_id
    group by sale.id, named.id, ledger.lot_id
    order by sale.id`);
  return new Map(
    found.map(({ id, number, soldAt }) => {
      const own = Map.groupBy(
        sales.filter(({ subject }) => subject === id),
        (sale) => sale.id,
      );
      const known = [...own.values()].flatMap((lots) =>
        lots.slice(0, 1).map(({ happenedAt, ...sale }) => ({
          ...{ ...sale, happenedAt: new Date(happenedAt) },
          lots: new Map(lots.map(({ lotId, units }) => [lotId, units])),
        })),
      );
      return [id, { number, soldAt: soldAt && new Date(soldAt), sales: known }];
    }),
  );
}

/** In their order, which their ids keep. */
async function insertActs(tx: Transaction, acts: readonly PlannedAct[]): Promise<void> {
  const ids = new Map<string, number>();
  for (const { rows, sale, ...act } of acts) {
    const saleId = sale && (sale.id ?? ids.get(sale.source) ?? null);
    const [made] = await tx
      .insert(stateActs)
      .values({ ...act, note: act.note.slice(0, 300), saleId })
      .returning({ id: stateActs.id });
    if (!made) throw new Error('an act was not written');
    ids.set(act.source, made.id);
    if (rows.length > 0)
      await tx.insert(stateActRows).values(rows.map((row) => ({ ...row, actId: made.id })));
  }
}

/**
 * What the ledger does not have: refunds for goods that stay with the customer, receipts of closed days, and packages
 * that have been empty since yesterday.
 */
async function planOthers(
  tx: Transaction,
  since: Date,
  { zone, today }: { zone: string; today: Temporal.PlainDate | null },
): Promise<number> {
  const saleDay = sql`(sale.happened_at at time zone ${zone})::date`;
  const isLive = sql`not exists (
    select 1 from state_acts as voiding where voiding.sale_id = sale.id and voiding.kind = 'sale-voided')`;
  const changed = await tx.execute(sql`
    insert into state_acts (source, kind, order_id, sale_id, receipt_number, tags, note, happened_at)
    select 'refund ' || refund.id, 'sale-changed', refund.order_id, sale.id, sale.receipt_number, sale.tags, left(refund.reason, 300), refund.created_at
    from refunds as refund
    join lateral (select * from state_acts where state_acts.order_id = refund.order_id and kind = 'sale'
      order by id desc limit 1) as sale on true
    where refund.created_at >= ${since} and refund.goods = 'kept' and ${isLive}
      and not exists (
        select 1 from day_closings as closing where closing.day = ${saleDay} and closing.created_at < refund.created_at)
      and exists (select 1 from jsonb_array_elements(refund.lines) as line
        join order_items as item on item.id = (line ->> 'itemId')::uuid where item.product_type = 'cannabis')
    order by refund.created_at
    on conflict (source) do nothing`);
  const final = await tx.execute(sql`
    insert into state_acts (source, kind, order_id, reservation_id, sale_id, receipt_number, happened_at)
    select 'final ' || sale.id, 'day-closed', sale.order_id, sale.reservation_id, sale.id, sale.receipt_number, closing.created_at
    from (select day, min(created_at) as created_at from day_closings where day >= ${since}::timestamptz::date - ${LATE_DAYS}::int group by day) as closing
    join state_acts as sale on sale.kind = 'sale' and ${saleDay} = closing.day
      and sale.happened_at >= closing.day::timestamp at time zone ${zone}
      and sale.happened_at < (closing.day + 1)::timestamp at time zone ${zone}
    where ${isLive} and not exists (
      select 1 from state_acts as done where done.sale_id = sale.id and done.kind = 'day-closed')
    order by sale.id
    on conflict (source) do nothing`);
  const empty = today
    ? await tx.execute(sql`
    insert into state_acts (source, kind, tags, happened_at)
    select 'empty ' || tag || ' ' || max(last.id), 'package-empty', array[tag], max(last.created_at)
    from (select upper(package_tag) as tag, lots.* from lots where package_tag is not null) as lot
    join lateral (select id, created_at from stock_ledger as ledger
      where ledger.product_id = lot.product_id and ledger.lot_id = lot.id order by id desc limit 1) as last on true
    group by tag
    having bool_or(exists (select 1 from state_act_rows as known where known.lot_id = lot.id))
      and sum(lot.on_hand) = 0 and max(last.created_at) < ${asDate(startOfDay(today, zone))}
    order by tag
    on conflict (source) do nothing`)
    : { rowCount: 0 };
  return (changed.rowCount ?? 0) + (final.rowCount ?? 0) + (empty.rowCount ?? 0);
}
