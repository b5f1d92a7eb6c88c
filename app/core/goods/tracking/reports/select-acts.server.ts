/** Selects acts with their order and lots, and puts them into words: one way for lists, pages and files. */
import { eq, type SQL, sql } from 'drizzle-orm';
import type { Temporal } from 'temporal-polyfill';
import { type Database, database } from '#db/client.ts';
import { orders } from '#db/schema/orders.ts';
import { stateActs } from '#db/schema/tracking.ts';
import type { StateActKind, StateActStatus, StateReason } from '#kernel/statuses.ts';
import { formatTimeSeen, instantOf } from '#kernel/time.ts';
import { actTitle, fateWords } from './act-words.ts';

/** A lot of an act, and how its units changed by it; 0 where no unit moved. */
export type ActLot = {
  lotId: number;
  productId: number;
  product: string;
  batch: string;
  tag: string | null;
  units: number;
};

/**
 * Lots by the rows of the ledger; of a change or a voiding without rows of its own those of its sale; of an empty package
 * the lot that its source names.
 */
const lotsOfAct = sql<ActLot[]>`(
  select coalesce(jsonb_agg(jsonb_build_object('lotId', l.id, 'productId', p.id,
    'product', concat_ws(', ', p.name, p.size), 'batch', l.batch_number, 'tag', upper(l.package_tag),
    'units', moved.units) order by p.name, l.id), '[]'::jsonb)
  from (
    select r.lot_id, sum(s.on_hand_change + s.set_aside_change)::int as units
    from state_act_rows as r join stock_ledger as s on s.id = r.ledger_id
    where r.act_id in (${stateActs.id}, ${stateActs.saleId}) group by r.lot_id
    union all
    select substring(${stateActs.source} from '^lot (\\d{1,9})$')::int, 0
    where ${stateActs.source} ~ '^lot \\d{1,9}$'
  ) as moved
  join lots as l on l.id = moved.lot_id join products as p on p.id = l.product_id
)`;

const columns = { act: stateActs, order: orders.orderId, lots: lotsOfAct };

/** Every act with its order and lots, to be filtered and sorted. */
export const selectActs = (db: Database = database()) =>
  db.select(columns).from(stateActs).leftJoin(orders, eq(orders.id, stateActs.orderId)).$dynamic();

/** The same with the key of a page. */
export const selectActPage = (db: Database, key: SQL<string[]>) =>
  db
    .select({ ...columns, key })
    .from(stateActs)
    .leftJoin(orders, eq(orders.id, stateActs.orderId))
    .$dynamic();

export type ReadAct = Awaited<ReturnType<typeof selectActs>>[number];

/** An act as pages show it. */
export type ActRow = {
  id: number;
  kind: StateActKind;
  status: StateActStatus;
  title: string;
  /** 'ORD123' */
  order: string | null;
  lots: readonly ActLot[];
  tags: readonly string[];
  units: number | null;
  reason: StateReason | null;
  note: string;
  /** When it happened in the shop. */
  happened: string;
  /** What became of it. */
  fate: string;
  /** The words of a refusal, or why it is not sent yet. */
  answer: string;
  /** Whether a person may send a waiting one now. */
  isLater: boolean;
};

/** @param now says which times are of today */
export function actRowOf({ act, order, lots }: ReadAct, now: Temporal.Instant, zone: string): ActRow {
  const seen = (at: Date | null) => at && formatTimeSeen(instantOf(at), now, zone);
  const { id, kind, status, tags, units, reason, note, answer } = act;
  return {
    ...{ id, kind, status, tags, units, reason, note, answer, order, lots },
    title: actTitle(act),
    happened: seen(act.happenedAt) ?? '',
    fate: fateWords({
      ...{ ...act, name: 'Metrc', wasAsked: act.triedAt !== null },
      // An adjustment has no receipt; what came back for it is its package's id.
      stateId: act.receiptNumber === null ? null : act.stateId,
      ...{ sent: seen(act.sentAt), endedBy: act.endedByName, due: seen(act.dueAt) },
    }),
    isLater: status === 'waiting' && act.dueAt !== null,
  };
}
