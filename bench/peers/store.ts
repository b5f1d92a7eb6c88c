/** A shop that is measured, whoever made it: how its pages and checkouts are asked for. */
import type { Product } from './goods.ts';

/** What it asks for besides the first page: with a category or a range, with a word, one product. */
export type Kind = 'filter' | 'search' | 'product';

/** Pages of one form: ours as HTML and as data, theirs as JSON. */
export type Pages = {
  form: 'page' | 'data';
  headers: Record<string, string>;
  /** Address of the first 24 products by name, with prices, stock and facets. */
  first: string;
  /** Another address for every `nth`; null when there is none left that was not asked for. */
  nth(kind: Kind, nth: number): string | null;
};

/** One of the product is ordered by the customer who stands at that place in `Goods`. */
export type CheckOut = (customer: number, product: Product) => Promise<Bought>;

/** @property lastCall milliseconds of the call after which it is bought. */
export type Bought = { isBought: boolean; lastCall: number };

export type Store = {
  name: string;
  /** The processes whose time is counted, without PostgreSQL. */
  pids: readonly number[];
  pages: readonly Pages[];
  /** Requests that its API needs for a checkout. */
  calls: number;
  checkOut: CheckOut;
  /** The same in one request, where the API takes several commands in one. */
  checkOutAtOnce: CheckOut | null;
  /** Puts it into the cart. The returned function does the rest, and says whether it was bought. */
  fillCart(customer: number, product: Product): Promise<() => Promise<boolean>>;
  /** Units of the product in orders that stand. */
  sold(product: Product): Promise<number>;
  /** Waits until nothing is left to do in the background. */
  untilQuiet(): Promise<void>;
  stop(): Promise<void>;
};
