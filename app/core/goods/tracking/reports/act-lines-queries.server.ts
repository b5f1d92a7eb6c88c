/** Reads what became of reports where people work: at an order, a lot, waste, a count. Nothing while the shop never reported. */
import { asc, desc, eq, inArray, sql } from 'drizzle-orm';
import type { Temporal } from 'temporal-polyfill';
import { type Actor, may } from '#core/ground/access/actor.ts';
import { database } from '#db/client.ts';
import { stateActs } from '#db/schema/tracking.ts';
import type { StateActStatus } from '#kernel/statuses.ts';
import { type ActRow, actRowOf, selectActs } from './select-acts.server.ts';

/** One line: what it is and what became of it. */
export type ActLine = Pick<ActRow, 'id' | 'status' | 'title' | 'fate'>;

type At = { now: Temporal.Instant; zone: string };

/** The newest ones of a lot. */
const OF_LOT = 10;
/** A record of waste and its row of the ledger are written in one transaction; their clocks differ by less. */
const SAME_MOMENT = '5 minutes';

const lineOf = ({ id, status, title, fate }: ActRow): ActLine => ({ id, status, title, fate });

/** Of an order, its changes and its refunds, in their order. @param orderId the id of its row */
export async function readActsOfOrder(actor: Actor, orderId: string, { now, zone }: At): Promise<ActLine[]> {
  if (!may(actor, 'orders.manage')) return [];
  const rows = await selectActs().where(eq(stateActs.orderId, orderId)).orderBy(asc(stateActs.id));
  return rows.map((row) => lineOf(actRowOf(row, now, zone)));
}

/** The newest ones that changed this lot's package. */
export async function readActsOfLot(actor: Actor, lotId: number, { now, zone }: At): Promise<ActLine[]> {
  if (!may(actor, 'inventory.see')) return [];
  const rows = await selectActs()
    .where(
      inArray(
        stateActs.id,
        sql`(select distinct act_id from state_act_rows where lot_id = ${lotId} order by act_id desc limit ${OF_LOT})`,
      ),
    )
    .orderBy(desc(stateActs.id));
  return rows.map((row) => lineOf(actRowOf(row, now, zone)));
}

/** By the number of the record of waste: the report of the units that became it. */
export async function readActsOfWaste(
  actor: Actor,
  numbers: readonly number[],
  { now, zone }: At,
): Promise<Record<number, ActLine>> {
  if (numbers.length === 0 || !may(actor, 'inventory.see')) return {};
  const { rows: pairs } = await database().execute<{ number: number; actId: number }>(sql`
    select w.number, found.act_id::float8 as "actId"
    from waste as w join lateral (
      select r.act_id from state_act_rows as r join stock_ledger as s on s.id = r.ledger_id
      where r.lot_id = w.lot_id and s.reason = 'waste' and s.on_hand_change + s.set_aside_change = -w.units
        and s.created_at between w.created_at - ${SAME_MOMENT}::interval and w.created_at + ${SAME_MOMENT}::interval
      order by abs(extract(epoch from s.created_at - w.created_at)) limit 1
    ) as found on true
    where w.number = any(${sql.param([...numbers])}::int[])`);
  if (pairs.length === 0) return {};
  const acts = await selectActs().where(
    inArray(
      stateActs.id,
      pairs.map(({ actId }) => actId),
    ),
  );
  const lines = new Map(acts.map((row) => [row.act.id, lineOf(actRowOf(row, now, zone))]));
  return Object.fromEntries(
    pairs.flatMap(({ number, actId }) => {
      const line = lines.get(actId);
      return line ? [[number, line]] : [];
    }),
  );
}

/** How many reports of a count's differences there are by status; null without one. */
export async function countActsOfSheet(
  actor: Actor,
  sheetId: number,
): Promise<Partial<Record<StateActStatus, number>> | null> {
  if (!may(actor, 'inventory.see')) return null;
  const { rows } = await database().execute<{ status: StateActStatus; acts: number }>(sql`
    select a.status, count(*)::int as acts
    from count_rows as c join state_act_rows as r on r.lot_id = c.lot_id
    join stock_ledger as s on s.id = r.ledger_id join state_acts as a on a.id = r.act_id
    where c.sheet_id = ${sheetId} and c.decided_at is not null and s.id > coalesce(c.ledger_id, 0)
      and s.reason in ('count', 'damaged', 'sample', 'theft', 'waste', 'return') and s.order_id is null
      and s.created_at between c.decided_at - ${SAME_MOMENT}::interval and c.decided_at + ${SAME_MOMENT}::interval
    group by a.status`);
  if (rows.length === 0) return null;
  return Object.fromEntries(rows.map(({ status, acts }) => [status, acts]));
}
