/** Reads a store-local day from three sides: count sheets, the ledger, and the state's file. */
import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { adjustReasons } from '#core/goods/stock/adjustment.ts';
import { type Actor, may } from '#core/ground/access/actor.ts';
import { inSnapshot, type Transaction } from '#db/client.ts';
import type { StoredDifference } from '#db/schema/reconciliation.ts';
import { asDate, type StoreDate, startOfDay } from '#kernel/time.ts';
import { type DayLot, type DayPackage, type Reconciled, reconcile } from './reconciliation.ts';
import { READ_FROM_STATE } from './state-file.ts';

type Reader = Pick<Transaction, 'execute'>;

/** `isRead`: read from the state's system, not uploaded. `by` is '' if the shop read it by itself. */
export type StateFile = { id: string; packages: number; by: string; at: Date; isRead: boolean };

export type DayClosing = {
  attempt: number;
  by: string;
  at: Date;
  lots: number;
  units: number;
  open: StoredDifference[];
  note: string;
};

export type ReconciledDay = Reconciled & {
  file: StateFile | null;
  /** Newest first. */
  closings: DayClosing[];
  /** Units in the building by the ledger at the day's end. */
  units: number;
  /** Changes with every figure: a closing is refused when it is not the one the person saw. */
  fingerprint: string;
};

/** null for people who may not manage inventory. */
export async function readDay(actor: Actor, day: StoreDate, zone: string): Promise<ReconciledDay | null> {
  return may(actor, 'inventory.manage') ? inSnapshot((tx) => reconciledDay(tx, day, zone)) : null;
}

/** For commands and exports that have checked the permission. */
export async function reconciledDay(tx: Reader, day: StoreDate, zone: string): Promise<ReconciledDay> {
  const file = await newestFile(tx, day);
  const packages = file && (await packagesOf(tx, file.id));
  const lots = await lotsOf(tx, day, zone, file?.id ?? null);
  const compared = reconcile(lots, packages);
  const closings = await closingsOf(tx, day);
  const figures = compared.lots.map((lot) => [lot.lotId, lot.ledger, lot.shelf, lot.state, lot.packageTag]);
  const seen = JSON.stringify([figures, file?.id, closings.length]);
  return {
    ...{ ...compared, file, closings },
    units: compared.lots.reduce((sum, { ledger }) => sum + ledger, 0),
    fingerprint: createHash('sha256').update(seen).digest('base64url').slice(0, 22),
  };
}

async function newestFile(tx: Reader, day: StoreDate): Promise<StateFile | null> {
  const { rows } = await tx.execute<StateFile>(sql`
    select id, packages, uploaded_by_name as by, created_at as at, format = ${READ_FROM_STATE} as "isRead" from state_files
    where day = ${day.toString()} order by created_at desc, id desc limit 1`);
  const [row] = rows;
  return row ? { ...row, at: new Date(row.at) } : null;
}

async function packagesOf(tx: Reader, fileId: string): Promise<DayPackage[]> {
  const { rows } = await tx.execute<DayPackage>(
    sql`select tag, item, quantity, unit from state_packages where file_id = ${fileId} order by tag`,
  );
  return rows;
}

async function closingsOf(tx: Reader, day: StoreDate): Promise<DayClosing[]> {
  const { rows } = await tx.execute<DayClosing>(sql`
    select attempt, closed_by_name as by, created_at as at, lots, units, open, note from day_closings
    where day = ${day.toString()} order by attempt desc`);
  return rows.map((row) => ({ ...row, at: new Date(row.at) }));
}

/** The moments at which the day starts and ends. */
export const momentsOf = (day: StoreDate, zone: string) => ({
  from: asDate(startOfDay(day, zone)),
  to: asDate(startOfDay(day.add({ days: 1 }), zone)),
});

/**
 * Lots with units at the end of the day, or that moved or were counted on it, or that the file names. Today ends now. A
 * count is not that day's any more if someone changed the lot's units by hand after it without approving it.
 */
async function lotsOf(tx: Reader, day: StoreDate, zone: string, fileId: string | null): Promise<DayLot[]> {
  const { from, to } = momentsOf(day, zone);
  const { rows } = await tx.execute<DayLot>(sql`
    with moved as (
      select lot_id,
        sum(case when created_at >= ${to}::timestamptz then on_hand_change + set_aside_change else 0 end)::int as later,
        bool_or(created_at < ${to}::timestamptz) as has_moved
      from stock_ledger where created_at >= ${from}::timestamptz and lot_id is not null group by lot_id
    ), lot as (
      select l.id, l.product_id, l.batch_number, l.package_tag, l.on_hand - coalesce(m.later, 0) as ledger,
        coalesce(m.has_moved, false) as has_moved
      from lots as l left join moved as m on m.lot_id = l.id
    )
    select lot.id as "lotId", p.id as "productId", concat_ws(', ', p.name, p.size) as product,
      lot.batch_number as "batchNumber", lot.package_tag as "packageTag", p.product_type = 'cannabis' as "isTracked",
      lot.ledger, case when count.id is not null then lot.ledger + count.open end as shelf, count.sheet_id as "sheetId",
      lot.ledger <> 0 or lot.has_moved or count.id is not null as "isLive"
    from lot join products as p on p.id = lot.product_id
    left join lateral (
      select r.id, r.sheet_id, case when r.reason is null then r.counted - r.expected else 0 end as open
      from count_rows as r
      where r.lot_id = lot.id and r.counted_at >= ${from}::timestamptz and r.counted_at < ${to}::timestamptz
        and (r.reason is not null or not exists (
          select from stock_ledger as later
          where later.product_id = lot.product_id and later.lot_id = lot.id and later.id > r.ledger_id
            and later.order_id is null and later.reservation_id is null
            and later.reason = any(${sql.param(['adjustment', 'received', ...adjustReasons])}::text[])))
      order by r.counted_at desc limit 1
    ) as count on true
    where lot.ledger <> 0 or lot.has_moved or count.id is not null
      or upper(lot.package_tag) in (select tag from state_packages where file_id = ${fileId}::uuid)
    order by p.name, p.id, lot.id`);
  return rows;
}
