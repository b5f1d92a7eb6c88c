/** Reads everything Order Analytics shows, in one snapshot of the database. */
import { and, desc, gte, lt, sql } from 'drizzle-orm';
import { type Actor, may } from '#core/ground/access/actor.ts';
import { lostStatuses, orderMachine } from '#core/sales/orders/order.ts';
import { refundedOfOrder } from '#core/sales/orders/refunds/refunds-queries.server.ts';
import type { Transaction } from '#db/client.ts';
import { reportSnapshot } from '#db/reports.ts';
import { orders } from '#db/schema/orders.ts';
import type { OrderStatus } from '#kernel/statuses.ts';
import { asDate, startOfDay } from '#kernel/time.ts';
import { type Figures, figuresOf, type SumsByStatus } from './figures.ts';
import type { DayRange, ReportRange } from './range.ts';
import type { Breakdown } from './report.ts';
import { type SalesOfDays, salesByKind, salesOf, sumsByStatus } from './sales-queries.server.ts';
import { type Seller, type SlowSeller, sellersOf } from './sellers-queries.server.ts';
import type { SoldOf } from './what-changed.ts';

/** Specification section 9. */
const RECENT_SHOWN = 5;
const SELLERS_SHOWN = 8;

/**
 * A slice: a product type or category with its revenue and units, or a status with its number of orders. The revenues
 * of all slices add up to that of the figures.
 */
export type ReportPart = {
  /** As stored. */
  name: string;
  orders: number | null;
  units: number;
  /** In cents; `revenue` and `tax` are without refunds. */
  discount: number;
  refunded: number;
  revenue: number;
  tax: number;
  /** Wholesale cost of the lines whose wholesale price is known, and the revenue of those lines. */
  cost: number;
  costedRevenue: number;
};

export type RecentOrder = {
  number: string;
  createdAt: Date;
  status: OrderStatus;
  /** Of the first item's product; '' if it has none. */
  category: string;
  total: number;
};

export type Report = {
  figures: Figures;
  compared: Figures;
  sales: SalesOfDays;
  comparedSales: SalesOfDays;
  parts: ReportPart[];
  /** Revenue by category, now and before, for the sentence about what changed. */
  categories: SoldOf[];
  comparedCategories: SoldOf[];
  best: Seller[];
  slowest: SlowSeller[];
  recent: RecentOrder[];
};

export type ReportAsked = { range: ReportRange; breakdown: Breakdown; zone: string };

/** Null for people who may not read the money figures. */
export function readAnalytics(actor: Actor, asked: ReportAsked): Promise<Report | null> {
  if (!may(actor, 'analytics.read')) return Promise.resolve(null);
  const { range, breakdown, zone } = asked;
  return reportSnapshot(async (tx) => {
    const byStatus = await sumsByStatus(tx, { days: range.days, zone });
    const before = { days: range.compared, zone, until: range.comparedUntil };
    return {
      figures: figuresOf(byStatus),
      compared: figuresOf(await sumsByStatus(tx, before)),
      sales: await salesOf(tx, { days: range.days, zone }),
      comparedSales: await salesOf(tx, before),
      parts: await partsOf(tx, { days: range.days, zone, breakdown, byStatus }),
      categories: await salesByKind(tx, { days: range.days, zone }, 'category'),
      comparedCategories: await salesByKind(tx, before, 'category'),
      ...(await sellersOf(tx, { days: range.days, zone }, SELLERS_SHOWN)),
      recent: await recentOrders(tx, range.days, zone),
    };
  });
}

/** Only the slices and their total, for the file; null for people who may not read the money figures. */
export function readReportParts(
  actor: Actor,
  asked: ReportAsked,
): Promise<Pick<Report, 'figures' | 'parts'> | null> {
  if (!may(actor, 'analytics.read')) return Promise.resolve(null);
  const { breakdown, zone } = asked;
  const { days } = asked.range;
  return reportSnapshot(async (tx) => {
    const byStatus = await sumsByStatus(tx, { days, zone });
    return {
      figures: figuresOf(byStatus),
      parts: await partsOf(tx, { days, zone, breakdown, byStatus }),
    };
  });
}

const NO_SALES = { units: 0, discount: 0, refunded: 0, revenue: 0, tax: 0, cost: 0, costedRevenue: 0 };

async function partsOf(
  tx: Transaction,
  asked: { days: DayRange; zone: string; breakdown: Breakdown; byStatus: SumsByStatus },
): Promise<ReportPart[]> {
  const { days, zone, breakdown, byStatus } = asked;
  if (breakdown !== 'status')
    return (await salesByKind(tx, { days, zone }, breakdown)).map((part) => ({ ...part, orders: null }));
  return orderMachine.states.flatMap((status) => {
    const sums = byStatus.get(status);
    // A refund may belong to an order from before these days.
    if (!sums || (sums.orders === 0 && sums.refunded === 0)) return [];
    const { orders: placed, units, discount, refunded, revenue, tax, cost, costedRevenue } = sums;
    if (lostStatuses.includes(status)) return [{ ...NO_SALES, name: status, orders: placed }];
    return [{ name: status, orders: placed, units, discount, refunded, revenue, tax, cost, costedRevenue }];
  });
}

/** The newest orders of the range, whatever their status. */
function recentOrders(tx: Transaction, days: DayRange, zone: string): Promise<RecentOrder[]> {
  return tx
    .select({
      number: orders.orderId,
      createdAt: orders.createdAt,
      status: orders.status,
      category: sql<string>`coalesce((
        select category_name from order_items where order_items.order_id = orders.id order by position limit 1), '')`,
      total: sql<number>`${orders.total} - ${refundedOfOrder(sql`orders.id`)}`,
    })
    .from(orders)
    .where(
      and(
        gte(orders.createdAt, asDate(startOfDay(days.from, zone))),
        lt(orders.createdAt, asDate(startOfDay(days.to.add({ days: 1 }), zone))),
      ),
    )
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(RECENT_SHOWN);
}
