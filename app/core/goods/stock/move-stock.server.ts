/**
 * Changes stock; no other code does. Rows are locked in product order, so carts in any order cannot deadlock,
 * and every change writes a ledger row in the same transaction.
 */
import { sql } from 'drizzle-orm';
import type { Transaction } from '#db/client.ts';
import type { stockLedger } from '#db/schema/stock.ts';
import { statement } from '#db/statement.ts';
import type { FileLotPapers } from './file-stock.ts';

export type LedgerReason = (typeof stockLedger.$inferInsert)['reason'];

/** A change to one lot's units, and the reason. */
export type StockMove = {
  productId: number;
  lotId: number;
  /** Change in units for sale. */
  onHand: number;
  /** Change in units held for reservations. */
  held: number;
  /** Change in units that are in the building but not for sale. */
  setAside?: number;
  reason: LedgerReason;
  /** The reservation that owns the units; its share of the lot follows from the move. */
  reservationId?: string | null;
  /** How many of the units that it gets are in its order's bag already. */
  packed?: number;
  orderId?: string | null;
  note?: string | null;
};

export type StockLevel = { productId: number; onHand: number; held: number };

const lockRows = statement<StockLevel>(sql`
  select product_id as "productId", on_hand as "onHand", held from product_stock
  where product_id = any(${sql.placeholder('productIds')}::int[])
  order by product_id for no key update`);

/**
 * Locks the stock rows of these products until the transaction ends, lowest id first, and reads them. A
 * product's price, sale status, lots and held units cannot change under this lock, because every writer takes
 * it. Read those in a later statement: a statement that waited for the lock still sees the old values.
 */
export async function lockStock(
  tx: Transaction,
  productIds: readonly number[],
): Promise<Map<number, StockLevel>> {
  if (productIds.length === 0) return new Map();
  const rows = await lockRows(tx, { productIds: [...new Set(productIds)] });
  return new Map(rows.map((row) => [row.productId, row]));
}

/** How each kind of move changes the reservations' shares of the lots. */
const shareChanges = {
  /** Units held for a reservation become its share of the lot. */
  bind: sql`, bound as (
    insert into reservation_lots as bound (reservation_id, lot_id, quantity, packed)
    select reservation_id, lot_id, held, packed from move where held > 0 and reservation_id is not null
    on conflict (reservation_id, lot_id) do update set sold = false,
      quantity = case when bound.sold then 0 else bound.quantity end + excluded.quantity,
      packed = case when bound.sold then 0 else bound.packed end + excluded.packed
  )`,
  /** A share is released as a whole. */
  unbind: sql`, unbound as (
    delete from reservation_lots using move
    where reservation_lots.reservation_id = move.reservation_id and reservation_lots.lot_id = move.lot_id
      and move.held < 0 and move.on_hand = 0
  )`,
  /** A share that was handed over stays and names its lot. */
  sell: sql`, sold as (
    update reservation_lots set sold = true from move
    where reservation_lots.reservation_id = move.reservation_id and reservation_lots.lot_id = move.lot_id
      and move.held < 0 and move.on_hand < 0
  )`,
};
type ShareChange = keyof typeof shareChanges;

/**
 * Up to this many moves, the query gives PostgreSQL a limit. PostgreSQL would otherwise estimate a hundred
 * and read all the lots of a small shop to find one.
 */
const FEW = 10;

const moving = (isFew: boolean, changes: readonly ShareChange[]) =>
  statement(sql`
    with move as materialized (
      select * from jsonb_to_recordset(${sql.placeholder('moves')}::jsonb) as move (product_id int, lot_id int,
        on_hand int, held int, set_aside int, reason text, reservation_id uuid, order_id uuid, note text, packed int)
      ${sql.raw(isFew ? `limit ${FEW}` : '')}
    ), lot_change as (
      update lots set on_hand = lots.on_hand + change.units, held = lots.held + change.held
      from (select lot_id, sum(on_hand + set_aside)::int as units, sum(held)::int as held from move group by lot_id) as change
      where lots.id = change.lot_id
    ), stock_change as (
      update product_stock set on_hand = product_stock.on_hand + change.on_hand, held = product_stock.held + change.held
      from (select product_id, sum(on_hand)::int as on_hand, sum(held)::int as held from move group by product_id) as change
      where product_stock.product_id = change.product_id
    )${sql.join(
      changes.map((change) => shareChanges[change]),
      sql``,
    )}
    insert into stock_ledger (product_id, lot_id, on_hand_change, held_change, set_aside_change, reason,
      reservation_id, order_id, note, actor_id)
    select product_id, lot_id, on_hand, held, set_aside, reason, reservation_id, order_id, note,
      ${sql.placeholder('actorId')}::uuid
    from move`);

const kept = new Map<string, ReturnType<typeof moving>>();

function statementFor(moves: readonly StockMove[]): ReturnType<typeof moving> {
  const isFew = moves.length <= FEW;
  const changes: ShareChange[] = [];
  if (moves.some(({ held }) => held > 0)) changes.push('bind');
  if (moves.some(({ held, onHand }) => held < 0 && onHand === 0)) changes.push('unbind');
  if (moves.some(({ held, onHand }) => held < 0 && onHand < 0)) changes.push('sell');
  const name = `${isFew} ${changes.join()}`;
  const made = kept.get(name) ?? moving(isFew, changes);
  kept.set(name, made);
  return made;
}

/**
 * Applies the moves to lots, product stock and reservations' shares, and writes the ledger, in one statement.
 * Call `lockStock` for these products first: checks made under that lock still hold here. A move that makes a
 * count negative, or holds more than is on hand, is a bug and fails the transaction (check constraints).
 */
export async function moveStock(
  tx: Transaction,
  moves: readonly StockMove[],
  actorId: string | null,
): Promise<void> {
  const effective = moves.filter(
    ({ onHand, held, setAside = 0 }) => onHand !== 0 || held !== 0 || setAside !== 0,
  );
  if (effective.length === 0) return;
  const rows = effective.map(({ productId, lotId, onHand, held, setAside = 0, reason, ...about }) => ({
    product_id: productId,
    lot_id: lotId,
    on_hand: onHand,
    held,
    set_aside: setAside,
    reason,
    reservation_id: about.reservationId ?? null,
    order_id: about.orderId ?? null,
    note: about.note ?? null,
    packed: about.packed ?? 0,
  }));
  await statementFor(effective)(tx, { moves: JSON.stringify(rows), actorId });
}

/** An SQL expression that reserves the id of a lot for `receiveNewLots`. */
export const lotNumber = sql`nextval((select pg_get_serial_sequence('lots', 'id')::regclass))::int`;

/** A lot received with its units, under an id that is already reserved. */
export type NewLot = {
  lotId: number;
  productId: number;
  batchNumber: string;
  /** At least 1. */
  units: number;
  isForSale: boolean;
  papers?: FileLotPapers;
};

/**
 * Inserts lots with their units and ledger rows in one statement. Call `lockStock` for these products first.
 * A batch number that its product already has fails the transaction.
 */
export async function receiveNewLots(
  tx: Transaction,
  made: readonly NewLot[],
  actorId: string,
  note: string,
): Promise<void> {
  if (made.length === 0) return;
  const rows = made.map(({ lotId, productId, batchNumber, units, isForSale, papers }) => ({
    id: lotId,
    product_id: productId,
    batch_number: batchNumber,
    units,
    for_sale: isForSale,
    ...papers,
  }));
  await tx.execute(sql`
    with wanted as materialized (
      select * from json_to_recordset(${JSON.stringify(rows)}::json)
        as wanted (id int, product_id int, batch_number text, units int, for_sale boolean, "packageTag" text,
          "labName" text, "coaNumber" text, "harvestedOn" date, "packagedOn" date, "expiresOn" date,
          "totalThcBasisPoints" int, "totalCbdBasisPoints" int)
    ), made as (
      insert into lots (id, product_id, batch_number, status, on_hand, package_tag, lab_name, coa_number, harvested_on,
        packaged_on, expires_on, total_thc_basis_points, total_cbd_basis_points)
      select id, product_id, batch_number, case when for_sale then 'sellable' else 'untested' end, units, "packageTag",
        "labName", "coaNumber", "harvestedOn", "packagedOn", "expiresOn", "totalThcBasisPoints", "totalCbdBasisPoints"
      from wanted
    ), stock_change as (
      update product_stock set on_hand = product_stock.on_hand + change.units
      from (select product_id, sum(units)::int as units from wanted where for_sale group by product_id) as change
      where product_stock.product_id = change.product_id
    )
    insert into stock_ledger (product_id, lot_id, on_hand_change, set_aside_change, reason, note, actor_id)
    select product_id, id, case when for_sale then units else 0 end, case when for_sale then 0 else units end,
      'received', ${note}, ${actorId}::uuid
    from wanted`);
}
