/** Farmgate, asked as its visitors ask. */
import type pg from 'pg';
import { untilReactionsAreDone } from '../checkout.ts';
import { fetchBytes } from '../fetch-bytes.ts';
import { type Offer, orderForm } from '../offer.ts';
import type { RunningShop } from '../shop.ts';
import { around, type Goods, LEFT } from './goods.ts';
import type { CheckOut, Kind, Pages, Store } from './store.ts';

/** A guest whose age is affirmed. */
const HEADERS = { cookie: 'age_verified=2026-01-01' };

export async function ourStore(
  { origin, process: { pid = 0 }, stop }: RunningShop,
  pool: pg.Pool,
  goods: Goods,
  offer: Offer,
): Promise<Store> {
  await pool.query('update product_stock set held = on_hand - $2 where product_id = any($1)', [
    goods.scarce.map(({ id }) => id),
    LEFT,
  ]);
  const { rows: slugs } = await pool.query<{ slug: string }>('select slug from categories order by id');
  let orders = 0;
  const checkOut: CheckOut = async (at, product) => {
    orders += 1;
    const customer = around(goods.customers, at);
    const bought = { ...offer, productIds: [product.id] };
    const { status, headers, lastByte } = await fetchBytes(
      `${origin}/checkout`,
      { 'content-type': 'application/x-www-form-urlencoded', origin, cookie: customer.cookie },
      orderForm(customer, bought, orders),
    );
    const isBought = status === 302 && headers.location?.startsWith('/success') === true;
    return { isBought, lastCall: lastByte };
  };
  return {
    name: 'Farmgate',
    pids: [pid],
    pages: [ourPages(origin, goods, slugs, 'page'), ourPages(origin, goods, slugs, 'data')],
    calls: 1,
    checkOut,
    checkOutAtOnce: checkOut,
    fillCart: async (customer, product) => async () => (await checkOut(customer, product)).isBought,
    sold: async (product) => {
      const { rows } = await pool.query<{ sold: number }>(
        'select coalesce(sum(quantity), 0)::int as sold from order_items where product_id = $1',
        [product.id],
      );
      return rows[0]?.sold ?? 0;
    },
    untilQuiet: () => untilReactionsAreDone(pool),
    stop,
  };
}

/** Every address another, so that none of them is in the page cache: bounds that no price comes to make it so. */
function ourPages(
  origin: string,
  goods: Goods,
  slugs: readonly { slug: string }[],
  form: Pages['form'],
): Pages {
  const list = form === 'page' ? '/products' : '/products.data';
  const bounds = (nth: number) =>
    `min=0.${10 + (nth % 89)}&max=${(form === 'page' ? 2000 : 5000) + Math.floor(nth / 89)}`;
  const address = (kind: Kind, nth: number): string | null => {
    if (kind === 'filter') return `${list}?category=${around(slugs, nth).slug}&${bounds(nth)}`;
    if (kind === 'search') return `${list}?q=${around(goods.words, nth)}&${bounds(nth)}`;
    // Pages of even products, data of odd ones: whichever came first would have read the product for the other.
    const product = goods.products[nth * 2 + (form === 'page' ? 0 : 1)];
    return product ? `/products/${product.id}${form === 'page' ? '' : '.data'}` : null;
  };
  return {
    form,
    headers: HEADERS,
    first: origin + list,
    nth: (kind, nth) => {
      const path = address(kind, nth);
      return path === null ? null : origin + path;
    },
  };
}
