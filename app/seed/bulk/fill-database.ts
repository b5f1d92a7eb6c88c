/** Fills a database to a given size for load tests, on top of existing rows. */
import { sql } from 'drizzle-orm';
import { database } from '#db/client.ts';
import { formatNumber } from '#kernel/number.ts';
import { fillCustomers } from './fill-customers.ts';
import { ensureTaxRule, fillOrders, LEAST_PRODUCTS } from './fill-orders.ts';
import { ensureShelves, fillProducts } from './fill-products.ts';

/** The total counts wanted; existing rows count too. */
export type WantedSize = { products: number; orders: number; customers: number };

const TABLES = [
  'users',
  'products',
  'lots',
  'orders',
  'order_items',
  'pickup_reservations',
  'stock_ledger',
  'reservation_lots',
] as const;

/** Why a requested size is impossible; null if it is possible. `existing` is the size before. */
export function refuseSize(wanted: WantedSize, existing: WantedSize): string | null {
  if (wanted.orders <= existing.orders) return null;
  if (Math.max(wanted.products, existing.products) < LEAST_PRODUCTS) {
    return `Orders need at least ${LEAST_PRODUCTS} products; ask for more with --products.`;
  }
  return Math.max(wanted.customers, existing.customers) < 1
    ? 'Orders need customers. Add some with --customers.'
    : null;
}

/** The size of the open database. Customers are users of any role. */
export async function readSize(): Promise<WantedSize> {
  const { rows } = await database().execute<WantedSize>(sql`
    select (select count(*)::int from products) as products, (select count(*)::int from orders) as orders,
      (select count(*)::int from users) as customers`);
  return rows[0] ?? { products: 0, orders: 0, customers: 0 };
}

/**
 * Fills up to `wanted`; never deletes anything. `say` receives progress, then a table of counts and seconds.
 * @param now the current time: the generated past ends there.
 */
export async function fillDatabase(
  wanted: WantedSize,
  say: (line: string) => void,
  now: Date,
): Promise<void> {
  const existing = await readSize();
  const missing = (what: keyof WantedSize) => Math.max(0, wanted[what] - existing[what]);
  const seconds: [string, number][] = [];
  const timed = async (
    what: string,
    count: number,
    work: (progress: (done: number) => void) => Promise<void>,
  ) => {
    const started = performance.now();
    let lastTenth = 0;
    await work((done) => {
      const tenth = Math.floor((done / count) * 10);
      if (tenth === lastTenth) return;
      lastTenth = tenth;
      say(`${what}: ${formatNumber(done)} of ${formatNumber(count)}`);
    });
    seconds.push([what, (performance.now() - started) / 1000]);
  };

  await ensureShelves(database());
  await ensureTaxRule(database());
  const customers = missing('customers');
  await timed('customers', customers, (progress) =>
    fillCustomers(customers, existing.customers, progress, now),
  );
  const products = missing('products');
  await timed('products', products, (progress) => fillProducts(products, progress, now));
  const orders = missing('orders');
  await timed('orders', orders, (progress) => fillOrders(orders, existing.orders, progress, now));
  // Vacuumed as well as analyzed, so that index-only scans work from the first query on, as in a store that grew over
  // time.
  await timed('statistics', 0, async () => {
    const others = ['product_stock', 'customer_profiles', 'search_words'];
    const sums = ['sales_by_hour', 'sales_by_kind', 'sales_by_product', 'sales_deltas'];
    for (const table of [...TABLES, ...others, ...sums]) {
      await database().execute(sql`vacuum (analyze) ${sql.identifier(table)}`);
    }
  });
  for (const table of TABLES) {
    const { rows } = await database().execute<{ n: number }>(
      sql`select count(*)::int as n from ${sql.identifier(table)}`,
    );
    say(`${table.padEnd(20)} ${formatNumber(rows[0]?.n ?? 0).padStart(12)}`);
  }
  for (const [what, took] of seconds) say(`${what.padEnd(20)} ${took.toFixed(1).padStart(10)} s`);
}
