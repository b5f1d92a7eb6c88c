/** Reads a lot's ledger. Its index starts with product and lot, so every query names both. */
import { and, eq, gt, type SQL, sql } from 'drizzle-orm';
import type { Temporal } from 'temporal-polyfill';
import { type Actor, may } from '#core/ground/access/actor.ts';
import { type Database, database, type Transaction } from '#db/client.ts';
import { countRows } from '#db/count-rows.ts';
import { eachRow, type Keyset, type KeysetPage, type KeysetQuery, readKeysetPage } from '#db/keyset.ts';
import { users } from '#db/schema/identity.ts';
import { orders } from '#db/schema/orders.ts';
import { stockLedger, undoneAdjustments } from '#db/schema/stock.ts';
import { type Counted, splitSort } from '#kernel/list-state.ts';
import { asDate, formatDateTime, instantOf, parseDate, startOfDay, systemClock } from '#kernel/time.ts';
import { type AdjustReason, adjustReasons, OFFER_UNDO_MINUTES, UNDO_ADJUSTMENT_HOURS } from './adjustment.ts';
import type { LedgerRow, LedgerState } from './ledger-list.ts';

const ROWS_ON_A_PAGE = 25;

/** A lot and its product. */
type OfLot = { productId: number; lotId: number };

export type LedgerPage = KeysetPage<LedgerRow> & { counted: Counted };

/** Null for actors who may not count stock. */
export async function readLedger(
  actor: Actor,
  lot: OfLot,
  state: LedgerState,
  zone: string,
  now = systemClock(),
): Promise<LedgerPage | null> {
  if (actor.kind !== 'user' || !may(actor, 'inventory.see')) return null;
  const matching = ledgerOf(lot, state, zone);
  const [page, counted] = await Promise.all([
    readKeysetPage(keysetOf(state), state.position, ROWS_ON_A_PAGE, (query) =>
      selectLedger(database(), lot, matching, query, now),
    ),
    countRows(stockLedger, matching),
  ]);
  const manages = may(actor, 'inventory.manage');
  return {
    ...page,
    counted,
    rows: page.rows.map(({ createdAt, actorId, isFresh, ...row }) => ({
      ...row,
      at: formatDateTime(instantOf(createdAt), zone),
      mayUndo: isFresh && !row.isUndone && (manages || actorId === actor.userId),
    })),
  };
}

/** Every matching row in the list's order. Does not check permissions: `exportLedger` does. */
export function eachLedgerRow(db: Database, lot: OfLot, state: LedgerState, zone: string) {
  const matching = ledgerOf(lot, state, zone);
  return eachRow(keysetOf(state), (query) => selectLedger(db, lot, matching, query, systemClock()));
}

const keysetOf = (state: LedgerState): Keyset => ({
  columns: [{ expression: stockLedger.id, type: 'bigint' }],
  descending: splitSort(state.sort).descending,
});

const isOfLot = ({ productId, lotId }: OfLot): SQL =>
  sql`${stockLedger.productId} = ${productId} and ${stockLedger.lotId} = ${lotId}`;

/** The rows of the lot that the filters match; days are store-local. */
function ledgerOf(lot: OfLot, { filters }: LedgerState, zone: string): SQL | undefined {
  const from = filters.from ? parseDate(filters.from) : null;
  const to = filters.to ? parseDate(filters.to) : null;
  const start = (day: NonNullable<typeof from>) => startOfDay(day, zone).toString();
  return and(
    isOfLot(lot),
    filters.reason ? sql`${stockLedger.reason} = ${filters.reason}` : undefined,
    from ? sql`${stockLedger.createdAt} >= ${start(from)}::timestamptz` : undefined,
    to ? sql`${stockLedger.createdAt} < ${start(to.add({ days: 1 }))}::timestamptz` : undefined,
  );
}

/** An adjustment by a person that is young enough to be undone: one row by itself, with no order or reservation. Waste is undone by its record. */
const isFreshAdjustment = (now: Temporal.Instant): SQL<boolean> => sql<boolean>`(
  ${stockLedger.reason} = any(${sql.param(adjustReasons.filter((reason) => reason !== 'waste'))}::text[]) and ${stockLedger.actorId} is not null
  and ${stockLedger.orderId} is null and ${stockLedger.reservationId} is null
  and ${stockLedger.createdAt} > ${now.subtract({ hours: UNDO_ADJUSTMENT_HOURS }).toString()}::timestamptz
  and not exists (
    select from stock_ledger as twin where twin.product_id = ${stockLedger.productId}
      and twin.lot_id = ${stockLedger.lotId} and twin.created_at = ${stockLedger.createdAt}
      and twin.id <> ${stockLedger.id} and twin.reason in ('return', 'waste')))`;

function selectLedger(
  db: Database,
  { productId, lotId }: OfLot,
  matching: SQL | undefined,
  { where, orderBy, limit, key }: KeysetQuery,
  now: Temporal.Instant,
) {
  return (
    db
      .select({
        id: stockLedger.id,
        createdAt: stockLedger.createdAt,
        reason: stockLedger.reason,
        change: sql<number>`${stockLedger.onHandChange} + ${stockLedger.setAsideChange}`,
        held: stockLedger.heldChange,
        balance: sql<number>`balances.balance`,
        actorId: stockLedger.actorId,
        who: users.name,
        orderId: orders.orderId,
        note: stockLedger.note,
        isUndone: sql<boolean>`${undoneAdjustments.ledgerId} is not null`,
        isFresh: isFreshAdjustment(now),
        key,
      })
      .from(stockLedger)
      // Every row of the lot counts toward the balance, whatever the filters match.
      .innerJoin(
        sql`(select id, sum(on_hand_change + set_aside_change) over (order by id)::int as balance
        from stock_ledger where product_id = ${productId} and lot_id = ${lotId}) as balances`,
        sql`balances.id = ${stockLedger.id}`,
      )
      .leftJoin(users, eq(users.id, stockLedger.actorId))
      .leftJoin(orders, eq(orders.id, stockLedger.orderId))
      .leftJoin(undoneAdjustments, eq(undoneAdjustments.ledgerId, stockLedger.id))
      .where(and(matching, where))
      .orderBy(...orderBy)
      .limit(limit)
  );
}

export type Adjustment = { actorId: string; units: number; reason: AdjustReason; note: string | null };

/** An adjustment that can still be undone; null for every other row. Call it under the lock on the lot's stock. */
export async function readAdjustment(
  reader: Pick<Database | Transaction, 'select'>,
  { ledgerId, ...lot }: OfLot & { ledgerId: number },
  now: Temporal.Instant,
): Promise<Adjustment | null> {
  const [row] = await reader
    .select({
      actorId: sql<string>`${stockLedger.actorId}`,
      units: sql<number>`${stockLedger.onHandChange} + ${stockLedger.setAsideChange}`,
      reason: sql<AdjustReason>`${stockLedger.reason}`,
      note: stockLedger.note,
    })
    .from(stockLedger)
    .leftJoin(undoneAdjustments, eq(undoneAdjustments.ledgerId, stockLedger.id))
    .where(
      and(
        isOfLot(lot),
        eq(stockLedger.id, ledgerId),
        isFreshAdjustment(now),
        sql`${undoneAdjustments.ledgerId} is null`,
      ),
    );
  return row ?? null;
}

/** The actor's own newest adjustment of the lot in the last `OFFER_UNDO_MINUTES`; null without one, or once undone. */
export async function readOwnAdjustment(
  { userId }: { userId: string },
  lot: OfLot,
  now: Temporal.Instant,
): Promise<{ ledgerId: number; units: number; reason: AdjustReason } | null> {
  const [row] = await database()
    .select({
      ledgerId: stockLedger.id,
      units: sql<number>`${stockLedger.onHandChange} + ${stockLedger.setAsideChange}`,
      reason: sql<AdjustReason>`${stockLedger.reason}`,
    })
    .from(stockLedger)
    .leftJoin(undoneAdjustments, eq(undoneAdjustments.ledgerId, stockLedger.id))
    .where(
      and(
        isOfLot(lot),
        eq(stockLedger.actorId, userId),
        gt(stockLedger.createdAt, asDate(now.subtract({ minutes: OFFER_UNDO_MINUTES }))),
        isFreshAdjustment(now),
        sql`${undoneAdjustments.ledgerId} is null`,
      ),
    )
    .orderBy(sql`${stockLedger.id} desc`)
    .limit(1);
  return row ?? null;
}

/** The lot's newest row; null without any. Under the lock on the lot's stock no other row is written. */
export async function newestLedgerId(
  reader: Pick<Database | Transaction, 'select'>,
  lot: OfLot,
): Promise<number | null> {
  const [row] = await reader
    .select({ id: stockLedger.id })
    .from(stockLedger)
    .where(isOfLot(lot))
    .orderBy(sql`${stockLedger.id} desc`)
    .limit(1);
  return row?.id ?? null;
}

/** Whether the lot's units were changed by hand or by a file after this row. Sales and reservations do not count. */
export async function wasAdjustedSince(
  reader: Pick<Database | Transaction, 'select'>,
  lot: OfLot,
  ledgerId: number,
): Promise<boolean> {
  const [row] = await reader
    .select({ id: stockLedger.id })
    .from(stockLedger)
    .where(
      and(
        isOfLot(lot),
        sql`${stockLedger.id} > ${ledgerId} and ${stockLedger.orderId} is null
          and ${stockLedger.reservationId} is null
          and ${stockLedger.reason} in ('received', 'adjustment', 'count', 'damaged', 'sample', 'theft', 'waste', 'return')`,
      ),
    )
    .limit(1);
  return row !== undefined;
}
