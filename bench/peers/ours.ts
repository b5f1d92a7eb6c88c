/** Farmgate, asked as its visitors ask. */
import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { Answer } from '../fetch-bytes.ts';
import type { Offer } from '../offer.ts';
import type { RunningShop } from '../shop.ts';
import { ask } from './ask.ts';
import { around, type Goods, LEFT } from './goods.ts';
import { type Bought, counting, type Kind, type Pages, type Store } from './store.ts';

/** A guest whose age is affirmed. */
const AFFIRMED = 'age_verified=2026-01-01';

export async function ourStore(
  { origin, process: { pid = 0 }, stop }: RunningShop,
  pool: pg.Pool,
  goods: Goods,
  offer: Offer,
): Promise<Store> {
  // Reserved in the lots too, so that checkout sees what is left.
  await pool.query(
    `with few as (
       update lots set held = on_hand - case when batch_number = 'BENCH' then $2 else 0 end
       where product_id = any($1) and status = 'sellable'
     )
     update product_stock set held = on_hand - $2 where product_id = any($1)`,
    [goods.scarce.map(({ id }) => id), LEFT],
  );
  const { rows: slugs } = await pool.query<{ slug: string }>('select slug from categories order by id');
  const count = counting(pool);
  let orders = 0;
  const browserOf = (at: number) => openBrowser(origin, around(goods.customers, at).cookie);
  const slotOf = (slots: readonly string[]) => around(slots, orders++);
  return {
    name: 'Farmgate',
    pids: [pid],
    pages: [ourPages(origin, goods, slugs, 'rendered'), ourPages(origin, goods, slugs, 'data')],
    calls: 1,
    fillCart: async (at, product, seesPages) => {
      const browser = browserOf(at);
      const lines = `${product.id}:1`;
      const notes = { customerNote: '', pickupName: '' };
      if (!seesPages)
        return () => order(browser, { key: randomUUID(), lines, slot: slotOf(offer.slots), ...notes });
      await browser(`/products/${product.id}`);
      await browser('/cart', { intent: 'add', productId: String(product.id), quantity: '1' });
      await browser('/cart');
      return async () => {
        const page = (await browser('/checkout')).body.toString();
        const hidden = ['key', 'lines', 'expectedTotal'].map((name) => [
          name,
          new RegExp(`name="${name}" value="([^"]*)"`).exec(page)?.[1] ?? '',
        ]);
        const slots = [...page.matchAll(/<input type="radio"[^>]*name="slot"[^>]*value="([^"]+)"/g)];
        const slot = slotOf(slots.map(([, value = '']) => value));
        const bought = await order(browser, { ...Object.fromEntries(hidden), slot, ...notes });
        if (bought.success !== null) await browser(bought.success);
        return bought;
      };
    },
    checkOutAtOnce: null,
    sold: (product) =>
      count('select coalesce(sum(quantity), 0)::int as count from order_items where product_id = $1', [
        product.id,
      ]),
    waitingJobs: () =>
      count(
        `select count(*)::int from pgboss.job
         where name in ('events', 'mail', 'account-mail') and state < 'completed'`,
      ),
    hasJobsInMemory: false,
    startIndexed: null,
    stop,
  };
}

/** Requests a page, or posts a form, with the cookies that it was given. */
type Browser = (path: string, form?: Record<string, string>) => Promise<Answer>;

function openBrowser(origin: string, signedIn: string): Browser {
  const cookies = new Map<string, string>();
  return async (path, form) => {
    const cookie = [AFFIRMED, signedIn, ...[...cookies].map((pair) => pair.join('='))].join('; ');
    const type = 'application/x-www-form-urlencoded';
    const url = origin + path;
    const answer = await ask(
      form
        ? {
            url,
            headers: { cookie, origin, 'content-type': type },
            sent: new URLSearchParams(form).toString(),
          }
        : { url, headers: { cookie } },
    );
    if (answer.status >= 400 && answer.status !== 409) throw new Error(`${path} answers ${answer.status}`);
    for (const line of answer.headers['set-cookie'] ?? []) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    return answer;
  };
}

/**
 * Sends the order. If the shop asks whether the customer wants the same items again, because they ordered them a moment
 * ago, presses the button that says so; `lastCall` is both requests then.
 */
async function order(
  browser: Browser,
  form: Record<string, string>,
): Promise<Bought & { success: string | null }> {
  let answer = await browser('/checkout', form);
  let lastCall = answer.lastByte;
  if (answer.status === 409 && answer.body.includes('name="again"')) {
    answer = await browser('/checkout', { ...form, again: 'yes' });
    lastCall += answer.lastByte;
  }
  const { status, headers } = answer;
  const success = status === 302 && headers.location?.startsWith('/success') ? headers.location : null;
  return { isBought: success !== null, lastCall, success };
}

/** Filters and searches have bounds that exclude no product, so that each address is new and no page is cached. */
function ourPages(
  origin: string,
  goods: Goods,
  slugs: readonly { slug: string }[],
  form: 'rendered' | 'data',
): Pages {
  const end = form === 'rendered' ? '' : '.data';
  const bounds = (nth: number) =>
    `min=0.${10 + (nth % 89)}&max=${(form === 'rendered' ? 2000 : 5000) + Math.floor(nth / 89)}`;
  const path = (kind: Kind, nth: number): string | null => {
    if (kind === 'filter') return `/products${end}?category=${around(slugs, nth).slug}&${bounds(nth)}`;
    if (kind === 'search') return `/products${end}?q=${around(goods.words, nth)}&${bounds(nth)}`;
    if (kind !== 'product') return `/products${end}`;
    // Pages of even products and data of odd ones: the second request for a product finds it in memory.
    const product = goods.products[nth * 2 + (form === 'rendered' ? 0 : 1)];
    return product ? `/products/${product.id}${end}` : null;
  };
  return {
    name: `Farmgate, ${form}`,
    nth: (kind, nth) => {
      const found = path(kind, nth);
      const signedIn = kind === 'signed-in' ? `; ${around(goods.customers, nth).cookie}` : '';
      return found === null ? null : { url: origin + found, headers: { cookie: AFFIRMED + signedIn } };
    },
  };
}
