/** Computes the figures of a report from its sums. Money in cents. */
import { lostStatuses } from '#core/sales/orders/order.ts';
import { type Cents, cents, formatCents } from '#kernel/money.ts';
import type { OrderStatus } from '#kernel/statuses.ts';

/**
 * Sums of the orders placed in a range, minus what was refunded in it, whenever its order was placed: money always,
 * units and cost only for goods that came back (docs/decisions/0029).
 */
export type Sums = {
  orders: number;
  /** Orders that are their customer's first. */
  firstOrders: number;
  units: number;
  /** Line amounts before tax. */
  revenue: number;
  /** Wholesale cost of the lines that have a wholesale price, and those lines' amounts. */
  cost: number;
  costedRevenue: number;
  /** Units of products with 'cannabis' in their name. */
  cannabisUnits: number;
  readyOrders: number;
  readySeconds: number;
  /** Line amounts of refunds and their tax, already subtracted from the revenues and `tax`. */
  refunded: number;
  refundedTax: number;
  /** What was off the list prices. */
  discount: number;
  tax: number;
};

export type SumsByStatus = ReadonlyMap<OrderStatus, Sums>;

export type Figures = {
  /** Revenue is the sum of item line amounts (specification section 9), without tax and without refunded lines. */
  revenue: Cents;
  refunded: Cents;
  discount: Cents;
  /** Without the tax of refunds. */
  tax: Cents;
  orders: number;
  /** Revenue divided by orders, to the cent; 0 without orders. */
  averageOrder: Cents;
  units: number;
  cannabisUnits: number;
  cancelled: number;
  noShows: number;
  /** Missed pickups as a part of all orders that were picked up or missed; null without either. */
  noShowRate: number | null;
  /** Seconds from placed to ready; null when no order was ready. */
  secondsToReady: number | null;
  newCustomers: number;
  /** Walk-ins are among them: they are no one's first order. */
  ordersOfReturning: number;
  /** Revenue minus wholesale cost, and its part of the revenue of the lines that have a wholesale price. */
  margin: Cents;
  marginRate: number | null;
  /** The part of revenue whose wholesale price is known; null without revenue. */
  costedPart: number | null;
  /** As in the sums. */
  cost: number;
  costedRevenue: number;
};

/** Canceled orders and missed pickups bring no money and count only in their own figures (docs/decisions/0029). */
export function figuresOf(byStatus: SumsByStatus): Figures {
  const counted = addUp(
    [...byStatus].filter(([status]) => !lostStatuses.includes(status)).map(([, sums]) => sums),
  );
  const all = addUp([...byStatus.values()]);
  const count = (status: OrderStatus) => byStatus.get(status)?.orders ?? 0;
  const { revenue } = counted;
  const noShows = count('no_show');
  return {
    revenue: cents(revenue),
    refunded: cents(counted.refunded),
    discount: cents(counted.discount),
    tax: cents(counted.tax),
    orders: counted.orders,
    averageOrder: cents(counted.orders === 0 ? 0 : Math.round(revenue / counted.orders)),
    units: counted.units,
    cannabisUnits: counted.cannabisUnits,
    cancelled: count('cancelled'),
    noShows,
    noShowRate: partOf(noShows, noShows + count('completed')),
    secondsToReady: all.readyOrders === 0 ? null : all.readySeconds / all.readyOrders,
    newCustomers: counted.firstOrders,
    ordersOfReturning: counted.orders - counted.firstOrders,
    margin: cents(counted.costedRevenue - counted.cost),
    marginRate: partOf(counted.costedRevenue - counted.cost, counted.costedRevenue),
    // Refunds of earlier sales may make both negative.
    costedPart: revenue === 0 ? null : counted.costedRevenue / revenue,
    cost: counted.cost,
    costedRevenue: counted.costedRevenue,
  };
}

/** The change relative to before; null if there was nothing before. */
export function changeOf(now: number, before: number): number | null {
  return before > 0 ? (now - before) / before : null;
}

function partOf(part: number, whole: number): number | null {
  return whole > 0 ? part / whole : null;
}

function addUp(all: readonly Sums[]): Sums {
  const total = { ...nothing };
  for (const sums of all) for (const name of Object.keys(total) as (keyof Sums)[]) total[name] += sums[name];
  return total;
}

const nothing: Sums = {
  orders: 0,
  firstOrders: 0,
  units: 0,
  revenue: 0,
  cost: 0,
  costedRevenue: 0,
  cannabisUnits: 0,
  readyOrders: 0,
  readySeconds: 0,
  refunded: 0,
  refundedTax: 0,
  discount: 0,
  tax: 0,
};

/** What is left of revenue after discounts and wholesale prices; null where no wholesale price is known. */
export type Margin = {
  cost: number | null;
  margin: number | null;
  rate: number | null;
  known: number | null;
};

/**
 * Of lines whose wholesale price is known, never guessed for the others: `known` is their part of the revenue. Revenue is
 * after discounts, so what was given away is not in it.
 */
export function marginOf(sums: Pick<Sums, 'revenue' | 'cost' | 'costedRevenue'>): Margin {
  const { revenue, cost, costedRevenue } = sums;
  const known = revenue === 0 ? null : costedRevenue / revenue;
  // A unit that was given away has a cost and no revenue.
  if (costedRevenue === 0 && cost === 0) return { cost: null, margin: null, rate: null, known };
  const margin = costedRevenue - cost;
  return { cost, margin, rate: partOf(margin, costedRevenue), known };
}

/** A margin on screens and paper: `rate` to a tenth of a percent, `known` to a whole one; '' for none. */
export function marginWords(sums: Parameters<typeof marginOf>[0]): Record<keyof Margin, string> {
  const { cost, margin, rate, known } = marginOf(sums);
  const money = (value: number | null) => (value === null ? 'unknown' : formatCents(cents(value)));
  return {
    ...{ cost: money(cost), margin: money(margin), rate: rate === null ? '' : percent(rate) },
    known: known === null ? '' : percent(Math.round(known * 100) / 100),
  };
}

/** 0.125 → '12.5%'. */
export function percent(part: number): string {
  return `${(part * 100).toLocaleString('en-US', { maximumFractionDigits: 1 })}%`;
}

/** '48 min', '3 h 20 min', '2 days 4 h'. */
export function duration(seconds: number): string {
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`;
  const days = Math.floor(hours / 24);
  return hours % 24 === 0 ? `${days} days` : `${days} days ${hours % 24} h`;
}
