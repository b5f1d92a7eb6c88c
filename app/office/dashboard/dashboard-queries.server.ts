/** Loads the dashboard: missing units, waiting reservations, low stock, the last seven days. */
import { count, eq, sql } from 'drizzle-orm';
import { countAgeCases } from '#core/accounts/customers/age-queue-queries.server.ts';
import { lowStock } from '#core/goods/catalogue/products/low-stock-queries.server.ts';
import { readShortLines, type ShortLine } from '#core/goods/stock/missing-units-queries.server.ts';
import { type HeldLot, readHeldLots } from '#core/goods/tracking/holds/held-lots-queries.server.ts';
import { countTasks } from '#core/goods/tracking/reports/report-figures-queries.server.ts';
import { type Actor, may } from '#core/ground/access/actor.ts';
import { pauseWords } from '#core/ground/settings/ordering-pause.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { salesOf } from '#core/records/analytics/sales-queries.server.ts';
import { EMAIL_NOT_CONFIRMED } from '#core/sales/orders/reservations/sign-up-hold.ts';
import { database } from '#db/client.ts';
import { products } from '#db/schema/catalogue.ts';
import { users } from '#db/schema/identity.ts';
import { pickupReservations } from '#db/schema/orders.ts';
import { productStock } from '#db/schema/stock.ts';
import type { Counted } from '#kernel/list-state.ts';
import { type Cents, cents } from '#kernel/money.ts';
import { formatDateTime, instantOf, relativeDay, type StoreDate, systemClock } from '#kernel/time.ts';

const LOW_STOCK_SHOWN = 12;
const WAITING_SHOWN = 8;
const SHORT_SHOWN = 20;
const DAYS = 7;

export type WaitingLine = {
  id: string;
  /** null while a sign-up holds it. */
  userId: string | null;
  customer: string;
  product: string;
  quantity: number;
  until: string | null;
};
/** `level` in units: the product's own, or the store's. */
export type LowStockLine = {
  id: number;
  name: string;
  available: number;
  level: number;
  onHand: number;
};
/** `date` as in 'Today', 'Sat, Nov 15'. `revenue` in cents; null for users who may not read money figures. */
export type DayLine = { date: string; orders: number; revenue: Cents | null };

export type Dashboard = {
  /** Lines whose lot may no longer be sold and for which no other lot has units. */
  short: { total: number; lines: ShortLine[] };
  waiting: { total: number; lines: WaitingLine[] };
  lowStock: { total: number; lines: LowStockLine[] };
  /** Profiles with everything an age decision needs; null for users who may not decide. */
  ageCases: Counted | null;
  /** Reports to the state that need a decision; null for users who may not count stock. */
  stateTasks: number | null;
  /** Lots whose sales the state stopped. */
  heldLots: HeldLot[];
  days: DayLine[];
  /** While the shop takes no reservations: what shoppers read. */
  pause: { words: string; mayReopen: boolean } | null;
};

/** null for users who may not enter the back office. `today` is the store's day in `zone`. */
export async function readDashboard(actor: Actor, today: StoreDate, zone: string): Promise<Dashboard | null> {
  if (!may(actor, 'backoffice.enter')) return null;
  const [short, waiting, lowStock, ageCases, stateTasks, heldLots, days] = await Promise.all([
    readShortLines(actor, { zone, limit: SHORT_SHOWN }),
    waitingReservations(zone),
    lowStockLines(),
    countAgeCases(actor),
    countTasks(actor),
    readHeldLots(actor),
    lastDays(today, zone, may(actor, 'analytics.read')),
  ]);
  const words = pauseWords((await readSettings()).ordering, { now: systemClock(), zone });
  const pause = words === null ? null : { words, mayReopen: may(actor, 'ordering.pause') };
  return { short, waiting, lowStock, ageCases, stateTasks, heldLots, days, pause };
}

async function waitingReservations(zone: string): Promise<Dashboard['waiting']> {
  const pending = eq(pickupReservations.status, 'pending');
  const [totals, rows] = await Promise.all([
    database().select({ total: count() }).from(pickupReservations).where(pending),
    database()
      .select({
        id: pickupReservations.id,
        userId: pickupReservations.userId,
        customer: sql<string>`coalesce(${users.name}, ${EMAIL_NOT_CONFIRMED})`,
        product: products.name,
        quantity: pickupReservations.quantity,
        holdExpiresAt: pickupReservations.holdExpiresAt,
      })
      .from(pickupReservations)
      .leftJoin(users, eq(users.id, pickupReservations.userId))
      .innerJoin(products, eq(products.id, pickupReservations.productId))
      .where(pending)
      // What expires first needs a decision first.
      .orderBy(sql`${pickupReservations.holdExpiresAt} asc nulls last`)
      .limit(WAITING_SHOWN),
  ]);
  return {
    total: totals[0]?.total ?? 0,
    lines: rows.map(({ holdExpiresAt, ...row }) => ({
      ...row,
      until: holdExpiresAt ? formatDateTime(instantOf(holdExpiresAt), zone) : null,
    })),
  };
}

async function lowStockLines(): Promise<Dashboard['lowStock']> {
  const { inventory } = await readSettings();
  // Excludes the few products that are off sale: checking each of the others would read all products.
  const low = lowStock(
    inventory.lowStock,
    sql`${productStock.productId} not in (
      select p.id from ${products} p where not p.for_sale or p.archived_at is not null)`,
  ).as('low');
  const lowest = database()
    .select()
    .from(low)
    .orderBy(low.available, low.id)
    .limit(LOW_STOCK_SHOWN)
    .as('lowest');
  const [totals, lines] = await Promise.all([
    database().select({ total: count() }).from(low),
    database()
      .select({
        id: lowest.id,
        name: products.name,
        available: sql<number>`greatest(${lowest.available}, 0)`,
        level: lowest.level,
        onHand: lowest.onHand,
      })
      .from(lowest)
      .innerJoin(products, eq(products.id, lowest.id))
      .orderBy(lowest.available, lowest.id),
  ]);
  return { total: totals[0]?.total ?? 0, lines };
}

/**
 * The last seven days of the store's calendar, including today and days without orders; figures as in Order Analytics.
 */
async function lastDays(today: StoreDate, zone: string, money: boolean): Promise<DayLine[]> {
  const first = today.subtract({ days: DAYS - 1 });
  const { byDay } = await salesOf(database(), { days: { from: first, to: today }, zone });
  return Array.from({ length: DAYS }, (_, index) => {
    const date = first.add({ days: index });
    const sold = byDay.get(date.toString());
    return {
      date: relativeDay(date, today),
      orders: sold?.orders ?? 0,
      revenue: money ? cents(sold?.revenue ?? 0) : null,
    };
  });
}
