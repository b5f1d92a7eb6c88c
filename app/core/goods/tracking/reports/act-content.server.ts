/** Reads what an act says to the state's system. A sale says what was handed over, whatever happened to the order since. */
import { sql } from 'drizzle-orm';
import { database } from '#db/client.ts';
import type { stateActs } from '#db/schema/tracking.ts';
import { allocate, type Cents, cents } from '#kernel/money.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { instantOf } from '#kernel/time.ts';
import { unitOf } from '../packages-queries.server.ts';
import type { StateAct, StateSaleLine } from '../tracking.ts';
import { markOf, type OwnRefusal } from './act.ts';
import { stateReasonLabel } from './act-words.ts';
import type { Reporting } from './report-figures-queries.server.ts';

/** What the shop's settings of reporting say of each act. */
export type ReportTerms = Pick<Reporting, 'reasons' | 'placeSince'>;

export type ActRow = typeof stateActs.$inferSelect & {
  /** The receipt of the sale that it is about, and when that sale was planned. */
  receiptId: string | null;
  saleCreatedAt: Date | null;
};

/** Refused: what is of another place, a lot without a package tag, and a reason without one of the state's. */
export async function contentOf(
  act: ActRow,
  { reasons, placeSince }: ReportTerms,
): Promise<Result<StateAct, OwnRefusal>> {
  const happenedAt = instantOf(act.happenedAt);
  const planned = act.saleCreatedAt ?? act.createdAt;
  if (placeSince && planned < placeSince) return refuse({ kind: 'other-place' });
  switch (act.kind) {
    case 'sale':
    case 'sale-changed':
      return saleContent(act);
    case 'sale-voided':
    case 'day-closed':
      return succeed({ kind: act.kind, receiptId: act.receiptId ?? '' });
    case 'package-empty':
      return succeed({ kind: act.kind, tag: act.tags[0] ?? '', happenedAt });
    case 'adjustment': {
      const [tag] = await tagsOf(act.id);
      if (!tag || act.reason === null) return refuse({ kind: 'no-tag' });
      const reason = reasons[act.reason];
      if (!reason) return refuse({ kind: 'no-reason', reason: act.reason });
      return succeed({
        ...{ kind: act.kind, tag, units: act.units ?? 0, reason: reason.name, happenedAt },
        unit: (await unitOf([tag])).get(tag) ?? 'Each',
        ...{ note: act.note || stateReasonLabel[act.reason], mark: markOf(act.id) },
      });
    }
  }
}

/** The tags that an act's lots have now: one may have been corrected since it was planned. */
async function tagsOf(actId: number): Promise<(string | null)[]> {
  const { rows } = await database().execute<{ tag: string | null }>(sql`
    select distinct upper(lots.package_tag) as tag from state_act_rows as line join lots on lots.id = line.lot_id
    where line.act_id = ${actId}`);
  return rows.map(({ tag }) => tag);
}

type SoldShare = {
  reservationId: string;
  tag: string | null;
  units: number;
  /** Of the whole reservation, in cents, less refunds for goods that stay with the customer. */
  amount: number;
  codes: string[];
};

/** @param act a sale, or a change of one: then with the money given back until it happened */
async function saleContent(act: ActRow): Promise<Result<StateAct, OwnRefusal>> {
  const saleId = act.kind === 'sale' ? act.id : act.saleId;
  const { rows } = await database().execute<SoldShare & { number: string; soldAt: Date }>(sql`
    select sale.receipt_number as number, sale.happened_at as "soldAt", ledger.reservation_id as "reservationId",
      upper(lots.package_tag) as tag, -sum(ledger.on_hand_change + ledger.set_aside_change)::int as units,
      coalesce(item.amount, reservation.unit_price * reservation.quantity, 0) - coalesce((
        select sum((line ->> 'amount')::int)::int from refunds as refund, jsonb_array_elements(refund.lines) as line
        where ${act.kind} = 'sale-changed' and refund.order_id = sale.order_id and refund.goods = 'kept'
          and refund.created_at <= ${act.happenedAt} and (line ->> 'itemId')::uuid = item.id), 0) as amount,
      coalesce((select array_agg(unit.retail_unit order by unit.id) from packed_units as unit
        where unit.reservation_id = ledger.reservation_id and unit.lot_id = ledger.lot_id
          and unit.retail_unit is not null), '{}') as codes
    from state_acts as sale
    join state_act_rows as own on own.act_id = sale.id
    join stock_ledger as ledger on ledger.id = own.ledger_id
    join lots on lots.id = ledger.lot_id
    join pickup_reservations as reservation on reservation.id = ledger.reservation_id
    left join order_items as item on item.reservation_id = ledger.reservation_id
    where sale.id = ${saleId}
    group by sale.id, ledger.reservation_id, ledger.lot_id, lots.id, item.id, reservation.id
    order by ledger.reservation_id, ledger.lot_id`);
  const [first] = rows;
  if (!first || rows.some(({ tag }) => tag === null)) return refuse({ kind: 'no-tag' });
  const sale = {
    number: first.number,
    soldAt: instantOf(new Date(first.soldAt)),
    lines: await linesOf(rows),
  };
  return succeed(
    act.kind === 'sale'
      ? { kind: 'sale', ...sale }
      : { kind: 'sale-changed', receiptId: act.receiptId ?? '', ...sale },
  );
}

/** One line a package; a reservation's amount is split over its lots by their units. */
async function linesOf(shares: readonly SoldShare[]): Promise<StateSaleLine[]> {
  const priced = [...Map.groupBy(shares, ({ reservationId }) => reservationId).values()].flatMap((own) => {
    const amounts = allocate(
      cents(Math.max(0, own[0]?.amount ?? 0)),
      own.map(({ units }) => units),
    );
    return own.map((share, index) => ({ ...share, amount: amounts[index] ?? cents(0) }));
  });
  const byTag = Map.groupBy(priced, ({ tag }) => tag ?? '');
  const units = await unitOf([...byTag.keys()]);
  return [...byTag].map(([tag, own]) => ({
    ...{ tag, unit: units.get(tag) ?? 'Each', codes: own.flatMap(({ codes }) => codes) },
    units: own.reduce((sum, share) => sum + share.units, 0),
    amount: own.reduce<Cents>((sum, { amount }) => cents(sum + amount), cents(0)),
  }));
}
