/**
 * Computes the pick list: what to take from the shelves for some orders, by product with its lots, and order by order.
 */

import type { Batch } from '#core/goods/stock/lots/lots.ts';
import type { UnitsOut } from '#core/goods/stock/put-back/put-back.ts';
import { orderList } from '#core/sales/orders/list/order-list.ts';
import type { OrderNotes } from '#core/sales/orders/order-notes.ts';

export type PickLine = {
  productId: number;
  name: string;
  /** '3.5 g', '20 × 5 mg'; null if the product has none. */
  size: string | null;
  quantity: number;
  batches: Batch[];
  /** Where its lots are in the store, each place once; empty if no one said. */
  shelves: string[];
  /** Units that no lot has. */
  missing: number;
};

export type PickOrder = {
  number: string;
  customer: string;
  /** '2:00 PM', with the day if the list covers several days; null if no time is chosen. */
  pickup: string | null;
  status: string;
  /** Written by staff. */
  note: string;
  lines: PickLine[];
  /** In its bag, and no longer its own. */
  takeOut: UnitsOut[];
} & OrderNotes;

/** What to take of one product, lot by lot, and for which orders. */
export type PickedProduct = PickLine & { orders: string[] };

/** The lines of all orders grouped by product, in the order of a walk: by shelf, then those without one, by name. */
export function byProduct(orders: readonly PickOrder[]): PickedProduct[] {
  const found = new Map<number, PickedProduct>();
  for (const order of orders) {
    for (const line of order.lines) {
      const product = found.get(line.productId) ?? {
        ...line,
        quantity: 0,
        missing: 0,
        batches: [],
        shelves: [],
        orders: [],
      };
      product.quantity += line.quantity;
      product.missing += line.missing;
      for (const batch of line.batches) add(product.batches, batch);
      product.shelves = [...new Set([...product.shelves, ...line.shelves])].sort(inWords);
      product.orders.push(order.number);
      found.set(line.productId, product);
    }
  }
  return [...found.values()].sort(byShelf);
}

/** 'A2' comes before 'A10'. */
const inWords = new Intl.Collator('en', { numeric: true }).compare;

function byShelf(one: PickedProduct, other: PickedProduct): number {
  const [shelf, next] = [one.shelves[0], other.shelves[0]];
  if (shelf !== undefined && next !== undefined) return inWords(shelf, next) || inWords(one.name, other.name);
  if (shelf === next) return inWords(one.name, other.name);
  return shelf === undefined ? 1 : -1;
}

function add(batches: Batch[], { number, quantity }: Batch): void {
  const known = batches.find((batch) => batch.number === number);
  if (known) known.quantity += quantity;
  else batches.push({ number, quantity });
}

/** As many as fit on a few sheets; a longer list is no use on a walk through the shelves. */
export const MOST_PICKED = 100;

/** The address of the pick list of these orders; `list` is the query of the list they were selected in. */
export function pickListPath(numbers: readonly string[], list: string): string {
  return `/admin/orders/pick-list?${new URLSearchParams({ orders: numbers.join('.'), ...(list ? { list } : {}) })}`;
}

/** What an address asks for: selected orders, or null for a day; and the list to go back to, with its filters. */
export function readPicked(query: URLSearchParams): { numbers: string[] | null; back: string } {
  const list = orderList.query(orderList.parse(new URLSearchParams(query.get('list') ?? '')));
  return {
    // A selection that names no order stays one: the orders of the day are not what was selected.
    numbers: query.has('orders') ? readNumbers(query.get('orders')) : null,
    back: list === '' ? '/admin/orders' : `/admin/orders?${list}`,
  };
}

/** The numbers in an address, 'ORD001.ORD002': at most `MOST_PICKED`, each once. */
export function readNumbers(text: string | null): string[] {
  const numbers = (text ?? '').split('.').filter((number) => /^ORD\d{3,10}$/.test(number));
  return [...new Set(numbers)].slice(0, MOST_PICKED);
}
