/** A shop to measure, ours or another: how to ask for its pages and how to buy from it. */
import type pg from 'pg';
import type { Question } from './ask.ts';
import type { Product } from './goods.ts';

/**
 * `first`: the first 24 products by name, with prices, stock and facets, for a guest. `signed-in`: the same for one
 * customer after another. `filter`: of a category. `search`: with a word of a name. `product`: one product.
 */
export const KINDS = ['first', 'signed-in', 'filter', 'search', 'product'] as const;
export type Kind = (typeof KINDS)[number];

/** Pages of one form: ours as HTML and as data, theirs as JSON. */
export type Pages = {
  name: string;
  /** Another address for each `nth`, but for the first two kinds; null when all have been requested. */
  nth(kind: Kind, nth: number): Question | null;
};

export type CheckOut = (customer: number, product: Product) => Promise<Bought>;

/** @property lastCall milliseconds of the request that places the order. */
export type Bought = { isBought: boolean; lastCall: number };

/** What has pages, and processes whose time is counted, without PostgreSQL's. */
export type Shown = { pids: readonly number[]; pages: readonly Pages[]; stop(): Promise<void> };

export type Store = Shown & {
  name: string;
  /** Requests that its API needs for an order. */
  calls: number;
  /**
   * Puts one unit into the cart of the customer at that index of `Goods`. The returned function orders it. `seesPages`:
   * with the pages that a shopper's browser asks for, of the product, the cart, checkout and the placed order.
   */
  fillCart(customer: number, product: Product, seesPages: boolean): Promise<() => Promise<Bought>>;
  /** All of it in one request, where the API takes several commands in one. */
  checkOutAtOnce: CheckOut | null;
  /** Units of the product in orders that are not canceled. */
  sold(product: Product): Promise<number>;
  /** Jobs in its tables that are not done. */
  waitingJobs(): Promise<number>;
  /** Whether it has jobs that no table lists. */
  hasJobsInMemory: boolean;
  /** Starts it again with its search indexes, after `stop`; null if it has them already. */
  startIndexed: (() => Promise<Shown>) | null;
};

/** The returned function runs a query and returns its one `count`. */
export function counting(pool: pg.Pool): (query: string, values?: unknown[]) => Promise<number> {
  return async (query, values = []) => {
    const { rows } = await pool.query<{ count: number }>(query, values);
    return rows[0]?.count ?? 0;
  };
}
