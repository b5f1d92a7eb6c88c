/** The back office's lists for an owner, on the first page and far behind it, with and without filters. */
import type pg from 'pg';
import { COUNT_BOUND } from '#kernel/list-state.ts';
import { signInAdmin } from './customers.ts';
import { fetchBytes } from './fetch-bytes.ts';
import { ms, type Row } from './row.ts';
import type { RunningShop, Shop } from './shop.ts';
import { percentile } from './statistics.ts';

const BUDGET = 60;
/** A late page may cost at most this many times the first. */
const SPREAD_BUDGET = 1.3;
const PAGE = 25;

/** A list's rows in its order, from the database: used to find where its page 5,000 starts. */
type Rows = { from: string; where?: string; order: string; id: string; direction: 'asc' | 'desc' };
type Asked = { what: string; path: string; query?: string; rows?: Rows };

const orders = (where = '', order = 'created_at'): Rows => ({
  from: 'orders',
  where,
  order,
  id: 'id',
  direction: 'desc',
});
const products = (where: string, order = 'name'): Rows => ({
  from: 'products join product_stock on product_id = products.id',
  where,
  order,
  id: 'id',
  direction: 'asc',
});
const people: Rows = {
  from: 'customer_profiles',
  order: 'created_at',
  id: 'user_id',
  direction: 'desc',
};

/** The most common request of each list, and filters with few matches. */
const asked: readonly Asked[] = [
  { what: 'Order Management, all, newest first', path: 'orders', rows: orders() },
  {
    what: 'Order Management, largest total first',
    path: 'orders',
    query: 'sort=-total',
    rows: orders('', 'total'),
  },
  {
    what: 'Order Management, completed',
    path: 'orders',
    query: 'status=completed',
    rows: orders("status = 'completed'"),
  },
  {
    what: 'Order Management, email contains ‘an’',
    path: 'orders',
    query: 'email=an',
    rows: orders("user_email ilike '%an%'"),
  },
  { what: 'Order Management, email contains ‘zq’', path: 'orders', query: 'email=zq' },
  { what: 'Inventory, by name', path: 'inventory', rows: products('archived_at is null') },
  {
    what: 'Inventory, by price',
    path: 'inventory',
    query: 'sort=price',
    rows: products('archived_at is null', 'retail_price'),
  },
  { what: 'Inventory, contains ‘an’', path: 'inventory', query: 'find=an' },
  { what: 'Inventory, contains ‘zqx’', path: 'inventory', query: 'find=zqx' },
  { what: 'Inventory, low stock', path: 'inventory', query: 'stock=low' },
  { what: 'Inventory, expired lots', path: 'inventory', query: 'lots=expired' },
  { what: 'Inventory, off sale', path: 'inventory', query: 'sale=no' },
  { what: 'Customers, newest first', path: 'customers', rows: people },
  {
    what: 'Customers, by name',
    path: 'customers',
    query: 'sort=name',
    rows: { ...people, order: 'full_name', direction: 'asc' },
  },
  { what: 'Customers, contains ‘an’', path: 'customers', query: 'find=an' },
  { what: 'Customers, contains ‘zqx’', path: 'customers', query: 'find=zqx' },
  { what: 'Customers, undecided age', path: 'customers', query: 'verified=open' },
  { what: 'Customers, banned', path: 'customers', query: 'banned=yes' },
  { what: 'Users, newest first', path: 'users', rows: people },
  { what: 'Users, staff', path: 'users', query: 'role=staff' },
  { what: 'Users, license pending', path: 'users', query: 'license=pending' },
  { what: 'Age verification', path: 'age-verification' },
  { what: 'Audit log', path: 'audit' },
  { what: 'Sent mail', path: 'sent-mail' },
  { what: 'Dashboard', path: 'dashboard' },
];

/** @param rounds requests per page. */
export async function adminLists(
  shop: Shop,
  running: RunningShop,
  pool: pg.Pool,
  rounds: number,
): Promise<Row[]> {
  const { rows: counted } = await pool.query<{ orders: number; people: number }>(
    `select (select count(*) from orders)::int as orders, (select count(*) from customer_profiles)::int as people`,
  );
  const owner = await signInAdmin(pool, shop.secret);

  const p95 = async (url: string): Promise<number> => {
    const times: number[] = [];
    for (let round = -5; round < rounds; round++) {
      const { status, lastByte } = await fetchBytes(url, { cookie: owner.cookie });
      if (status !== 200) throw new Error(`${url} answers ${status}`);
      if (round >= 0) times.push(lastByte);
    }
    return percentile(times, 0.95);
  };

  const rows: Row[] = [];
  for (const { what, path, query = '', rows: behind } of asked) {
    const address = `${running.origin}/admin/${path}?`;
    const first = await p95(address + query);
    const deep = behind && (await deepPosition(pool, behind));
    const far = deep && (await p95(address + [query, `after=${deep.position}`].filter(Boolean).join('&')));
    const worst = Math.max(first, far ?? 0);
    rows.push({
      what,
      ours: `page 1 ${ms(first)}`,
      baseline: far && deep ? `page ${deep.page.toLocaleString('en-US')} ${ms(far)}` : '',
      value: `p95 ${ms(worst)}`,
      budget: far ? `≤ ${BUDGET} ms, × ${SPREAD_BUDGET}` : `≤ ${BUDGET} ms`,
      holds: worst <= BUDGET && (!far || Math.max(first, far) / Math.min(first, far) <= SPREAD_BUDGET),
      note: far ? `far behind × ${(far / first).toFixed(2)}` : '',
    });
  }
  const [row] = rows;
  if (row && counted[0])
    row.note = `${row.note}; ${counted[0].orders.toLocaleString('en-US')} orders, ${counted[0].people.toLocaleString('en-US')} customers; counted up to ${COUNT_BOUND.toLocaleString('en-US')}`;
  return rows;
}

/** The position where page 5,000 starts, or the last page; null below ten pages. As `list-state.ts` writes it. */
async function deepPosition(
  pool: pg.Pool,
  { from, where, order, id, direction }: Rows,
): Promise<{ page: number; position: string } | null> {
  const source = `${from} ${where ? `where ${where}` : ''}`;
  const { rows: counted } = await pool.query<{ n: number }>(
    `select count(*)::int as n from (select 1 from ${source} limit ${5000 * PAGE}) as bounded`,
  );
  const page = Math.floor((counted[0]?.n ?? 0) / PAGE);
  if (page < 10) return null;
  const { rows } = await pool.query<{ key: string[] }>(
    `select array[${order}::text, ${id}::text] as key from ${source}
     order by ${order} ${direction}, ${id} ${direction} offset ${(page - 1) * PAGE - 1} limit 1`,
  );
  const position = Buffer.from(JSON.stringify(rows[0]?.key)).toString('base64url');
  return { page, position };
}
