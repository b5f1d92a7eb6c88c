/**
 * Reads the cash of a store day from the orders, refunds and drawers themselves. A payment counts on the day of `paid_at`, a
 * refund on its own day, as in the books.
 */
import { sql } from 'drizzle-orm';
import { withAccount } from '#core/ground/access/account-queries.server.ts';
import { type Actor, type Desk, mayReadCashDay } from '#core/ground/access/actor.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { inSnapshot, type Transaction } from '#db/client.ts';
import {
  asDate,
  formatDateTime,
  formatTime,
  instantOf,
  type StoreDate,
  startOfDay,
  storeDate,
  systemClock,
} from '#kernel/time.ts';
import type { CashDay, DayDrawer, DayEntry, DayPerson, DayRefused } from './cash-day.ts';
import { chargesOf } from './charge-queries.server.ts';
import { type DrawerCash, expectedOf } from './drawer.ts';
import { lastClosed, openSession } from './drawer-cash-queries.server.ts';
import { lateCashOf } from './late-cash-queries.server.ts';

type Reader = Pick<Transaction, 'select' | 'execute'>;
type Days = { from: Date; to: Date; zone: string };

/** null for actors who may not read the report of this day. */
export async function readCashDay(
  actor: Actor,
  day: StoreDate,
  now = systemClock(),
): Promise<CashDay | null> {
  const { zone } = (await readSettings()).store;
  return inSnapshot(async (tx) => {
    const desk = await deskAt(tx, storeDate(now, zone), zone);
    return mayReadCashDay(actor, day, desk) ? cashDay(tx, day, zone) : null;
  });
}

/** Who may read the report of today. */
export async function deskAt(tx: Reader, today: StoreDate, zone: string): Promise<Desk> {
  const open = await openSession(tx);
  const last = await lastClosed(tx);
  const isToday = last?.closedAt && storeDate(instantOf(last.closedAt), zone).equals(today);
  return { today, isOpen: open !== null, lastCloser: isToday ? last.closedBy : null };
}

/** Agrees with itself only within one snapshot. Checks no permission. */
async function cashDay(tx: Reader, day: StoreDate, zone: string): Promise<CashDay> {
  const days = {
    from: asDate(startOfDay(day, zone)),
    to: asDate(startOfDay(day.add({ days: 1 }), zone)),
    zone,
  };
  return {
    day: day.toString(),
    drawers: await drawersOf(tx, days),
    people: await peopleOf(tx, days),
    outside: await outsideOf(tx, days),
    entries: await entriesOf(tx, days),
    refused: await refusedOf(tx, days),
    late: await lateCashOf(tx, days),
    charges: await chargesOf(tx, days),
  };
}

const during = ({ from, to }: Days, column: string) =>
  sql`${sql.raw(column)} >= ${from}::timestamptz and ${sql.raw(column)} < ${to}::timestamptz`;

/** Drawers that were open at some moment of the day, or that cash of the day names. */
const sessionsOf = (days: Days) => sql`
  select * from drawer_sessions
  where (opened_at < ${days.to}::timestamptz and (closed_at is null or closed_at >= ${days.from}::timestamptz))
    or id in (select drawer_session_id from orders where ${during(days, 'paid_at')})
    or id in (select drawer_session_id from refunds where ${during(days, 'created_at')})`;

type SessionRow = {
  id: string;
  number: number;
  holder: string;
  opened: Date;
  closedAt: Date | null;
  closedBy: string | null;
  expected: number | null;
  counted: number | null;
  note: string | null;
  next: string | null;
};
type MovedRow = { id: string; kind: keyof DrawerCash; before: number; during: number };

async function drawersOf(tx: Reader, days: Days): Promise<DayDrawer[]> {
  const sessions = await tx.execute<SessionRow>(sql`
    select session.id, session.number, session.holder_name as holder, session.opened_at as opened,
      session.closed_at as "closedAt", session.closed_by_name as "closedBy", session.expected, session.counted,
      session.note, later.holder_name as next
    from (${sessionsOf(days)}) as session left join drawer_sessions as later on later.from_id = session.id
    order by session.opened_at, session.number`);
  const moved = await tx.execute<MovedRow>(sql`
    with session as (${sessionsOf(days)}), moved as (
      select id, 'float' as kind, opened_at as at, float as amount from session
      union all
      select drawer_session_id, 'sales', paid_at, total from orders where drawer_session_id in (select id from session)
      union all
      select drawer_session_id, 'refunds', created_at, amount from refunds
      where drawer_session_id in (select id from session)
      union all
      select drawer_session_id, 'rounding', paid_at, cash_rounding from orders
      where drawer_session_id in (select id from session)
      union all
      select drawer_session_id, 'rounding', created_at, -cash_rounding from refunds
      where drawer_session_id in (select id from session)
      union all
      select drawer_session_id, 'corrections', created_at, effect from cash_corrections
      where drawer_session_id in (select id from session)
      union all
      select session_id, case kind when 'drop' then 'drops' when 'pay-in' then 'payIns' else 'payOuts' end, created_at,
        case when corrects is null then amount else -amount end
      from drawer_entries where session_id in (select id from session)
    )
    select id, kind, coalesce(sum(amount) filter (where at < ${days.from}::timestamptz), 0)::float8 as before,
      coalesce(sum(amount) filter (where ${during(days, 'at')}), 0)::float8 as during
    from moved group by 1, 2`);
  const ofSession = Map.groupBy(moved.rows, ({ id }) => id);
  return sessions.rows.map((session) => dayDrawer(session, ofSession.get(session.id) ?? [], days));
}

function dayDrawer(session: SessionRow, moved: readonly MovedRow[], { from, to, zone }: Days): DayDrawer {
  const cashOf = (part: 'before' | 'during'): DrawerCash => {
    const of = (kind: keyof DrawerCash) => moved.find((row) => row.kind === kind)?.[part] ?? 0;
    return {
      ...{ float: of('float'), sales: of('sales'), refunds: of('refunds'), rounding: of('rounding') },
      corrections: of('corrections'),
      ...{ payIns: of('payIns'), payOuts: of('payOuts'), drops: of('drops') },
    };
  };
  const at = (date: Date) => formatDateTime(instantOf(new Date(date)), zone);
  const { number, holder, opened, closedAt, closedBy, expected, counted, note, next } = session;
  const isClosed = closedAt !== null && new Date(closedAt) >= from && new Date(closedAt) < to;
  return {
    ...cashOf('during'),
    ...{ number, holder, opened: at(opened) },
    carriedIn: expectedOf(cashOf('before')),
    closing:
      isClosed && closedAt
        ? {
            ...{ at: at(closedAt), by: closedBy ?? '', note, next },
            ...{ expected: expected ?? 0, counted: counted ?? 0 },
          }
        : null,
  };
}

async function peopleOf(tx: Reader, days: Days): Promise<DayPerson[]> {
  const { rows } = await tx.execute<DayPerson>(sql`
    select ${withAccount(`string_agg(distinct person, ' / ')`, 'every.id')} as person, sum(payments)::int as payments, sum(taken)::float8 as taken, sum(refunds)::int as refunds,
      sum(returned)::float8 as returned, sum(rounding)::float8 as rounding
    from (
      select paid_by as id, coalesce(paid_by_name, '') as person, 1 as payments, total as taken, 0 as refunds, 0 as returned,
        cash_rounding as rounding
      from orders where not is_history and ${during(days, 'paid_at')}
      union all
      select refunded_by, refunded_by_name, 0, 0, 1, amount, -cash_rounding
      from refunds where ${during(days, 'created_at')}
    ) as every
    group by id order by person, id`);
  return rows;
}

async function outsideOf(tx: Reader, days: Days): Promise<CashDay['outside']> {
  const { rows } = await tx.execute<CashDay['outside']>(sql`
    select
      (select coalesce(sum(total + cash_rounding), 0)::float8 from orders
       where drawer_session_id is null and not is_history and ${during(days, 'paid_at')}) as sales,
      (select coalesce(sum(amount + cash_rounding), 0)::float8 from refunds
       where drawer_session_id is null and ${during(days, 'created_at')}) as refunds`);
  return rows[0] ?? { sales: 0, refunds: 0 };
}

async function entriesOf(tx: Reader, days: Days): Promise<DayEntry[]> {
  const { rows } = await tx.execute<Omit<DayEntry, 'at'> & { at: Date }>(sql`
    select entry.created_at as at, session.number as drawer, entry.kind, entry.corrects is not null as "isReversal",
      entry.amount, entry.reason, ${withAccount('entry.entered_by_name', 'entry.entered_by')} as by
    from drawer_entries as entry join drawer_sessions as session on session.id = entry.session_id
    where ${during(days, 'entry.created_at')} order by entry.created_at, entry.id`);
  return rows.map((row) => ({ ...row, at: formatTime(instantOf(new Date(row.at)), days.zone) }));
}

async function refusedOf(tx: Reader, days: Days): Promise<DayRefused[]> {
  const { rows } = await tx.execute<Omit<DayRefused, 'at'> & { at: Date }>(sql`
    select refused.done_at as at, orders.order_id as number, ${withAccount('refused.handed_over_by_name', 'refused.handed_over_by')} as by, refused.why,
      case when refused.cash_received is not null then least(refused.owed, refused.cash_received) end as cash,
      case when settled.settled_by is not null then ${withAccount('settled.settled_by_name', 'settled.settled_by')} end
        as "settledBy", settled.note
    from refused_hand_overs as refused join orders on orders.id = refused.order_id
      left join hand_over_settlements as settled on settled.refused_id = refused.id
    where ${during(days, 'refused.created_at')} order by refused.created_at, refused.id`);
  return rows.map((row) => ({ ...row, at: formatDateTime(instantOf(new Date(row.at)), days.zone) }));
}
