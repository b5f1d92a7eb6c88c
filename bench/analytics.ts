/** Order Analytics for an admin: every range, each breakdown, and the lists of orders behind its figures. */
import type pg from 'pg';
import { signInAdmin } from './customers.ts';
import { fetchBytes } from './fetch-bytes.ts';
import { ms, type Row } from './row.ts';
import type { RunningShop, Shop } from './shop.ts';
import { percentile } from './statistics.ts';

const BUDGET = 150;
const LIST_BUDGET = 60;

type Asked = { what: string; path: string; budget: number };

/** @param rounds requests per page. */
export async function analytics(
  shop: Shop,
  running: RunningShop,
  pool: pg.Pool,
  rounds: number,
): Promise<Row[]> {
  const admin = await signInAdmin(pool, shop.secret);
  const { rows: found } = await pool.query<Found>(`
    select (select count(*)::int from orders) as orders, (select min(created_at)::date::text from orders) as oldest,
      (select (max(created_at)::date - 60)::text from orders) as lately,
      (select category_name from order_items group by 1 order by count(*) desc limit 1) as common,
      (select category_name from order_items group by 1 order by count(*) limit 1) as rare,
      (select product_id from order_items group by 1 order by count(*) desc limit 1) as product`);
  const [facts] = found;
  if (!facts) throw new Error('nothing was found');

  const rows: Row[] = [];
  for (const { what, path, budget } of pagesOf(facts)) {
    const times: number[] = [];
    for (let round = -5; round < rounds; round++) {
      const url = `${running.origin}/admin/${path}`;
      const { status, lastByte } = await fetchBytes(url, { cookie: admin.cookie });
      if (status !== 200) throw new Error(`${url} answers ${status}`);
      if (round >= 0) times.push(lastByte);
    }
    const p95 = percentile(times, 0.95);
    rows.push({
      what,
      ours: `p50 ${ms(percentile(times, 0.5))}`,
      baseline: '',
      value: `p95 ${ms(p95)}`,
      budget: `≤ ${budget} ms`,
      holds: p95 <= budget,
    });
  }
  const [row] = rows;
  if (row) row.note = `${facts.orders.toLocaleString('en-US')} orders`;
  return rows;
}

type Found = {
  orders: number;
  oldest: string;
  lately: string;
  common: string;
  rare: string;
  product: number;
};

function pagesOf({ oldest, lately, common, rare, product }: Found): Asked[] {
  const page = (what: string, query: string): Asked => ({
    what: `Analytics, ${what}`,
    path: `analytics?${query}`,
    budget: BUDGET,
  });
  const list = (what: string, query: string): Asked => ({
    what: `Orders behind a figure, ${what}`,
    path: `orders?status=counted&${query}`,
    budget: LIST_BUDGET,
  });
  return [
    page('today', 'range=today'),
    page('last 30 days', ''),
    page('last 90 days, by category', 'range=90-days&breakdown=category'),
    page('tax quarter, by status', 'range=last-tax-quarter&breakdown=status'),
    page('everything since the first order', `range=custom&from=${oldest}&to=2099-01-01`),
    list('of 60 days', `from=${lately}`),
    list('of 60 days and a common category', `from=${lately}&category=${encodeURIComponent(common)}`),
    list('of a rare category', `category=${encodeURIComponent(rare)}`),
    list('of 60 days and a category without sales', `from=${lately}&category=none`),
    list('of 60 days and a best seller', `from=${lately}&product=${product}`),
    list('of new customers', `from=${oldest}&customer=new`),
  ];
}
