/** Order Management as staff get it, on the first page and far behind it, with and without filters. */
import type pg from 'pg';
import { COUNT_BOUND } from '#kernel/list-state.ts';
import { signInCustomers } from './customers.ts';
import { fetchBytes } from './fetch-bytes.ts';
import { ms, type Row } from './row.ts';
import type { RunningShop, Shop } from './shop.ts';
import { percentile } from './statistics.ts';

const BUDGET = 60;
/** A page far behind may cost so much more than the first. */
const SPREAD_BUDGET = 1.3;
const PAGE = 25;

type Asked = { what: string; filter: string; order: string; sort: string };

/** The filters that a list of orders is asked for most, and one that meets hardly anything. */
const asked: readonly Asked[] = [
  { what: 'all, newest first', filter: '', order: 'created_at', sort: '' },
  { what: 'all, largest total first', filter: '', order: 'total', sort: 'sort=-total' },
  { what: 'completed', filter: "status = 'completed'", order: 'created_at', sort: 'status=completed' },
  { what: 'email holds ‘an’', filter: "user_email ilike '%an%'", order: 'created_at', sort: 'email=an' },
  {
    what: 'email holds ‘zq’',
    filter: "user_email ilike '%zq%'",
    order: 'created_at',
    sort: 'email=zq',
  },
];

/** @param rounds how often each page is asked for. */
export async function orderList(
  shop: Shop,
  running: RunningShop,
  pool: pg.Pool,
  rounds: number,
): Promise<Row[]> {
  const { rows: counted } = await pool.query<{ n: number }>('select count(*)::int as n from orders');
  const orders = counted[0]?.n ?? 0;
  const [staff] = await signInCustomers(pool, shop.secret, { from: 100, count: 1 });
  if (!staff) throw new Error('nobody could sign in');
  await pool.query(
    `insert into user_roles (user_id, role) values ($1, 'staff') on conflict (user_id) do update set role = 'staff'`,
    [staff.userId],
  );

  const p95 = async (query: string): Promise<number> => {
    const url = `${running.origin}/admin/orders${query ? `?${query}` : ''}`;
    const times: number[] = [];
    for (let round = -5; round < rounds; round++) {
      const { status, lastByte } = await fetchBytes(url, { cookie: staff.cookie });
      if (status !== 200) throw new Error(`${url} answers ${status}`);
      if (round >= 0) times.push(lastByte);
    }
    return percentile(times, 0.95);
  };

  const rows: Row[] = [];
  for (const { what, filter, order, sort } of asked) {
    const first = await p95(sort);
    const deep = await deepPosition(pool, filter, order);
    const far = deep && (await p95([sort, `after=${deep.position}`].filter(Boolean).join('&')));
    const worst = Math.max(first, far ?? 0);
    rows.push({
      what: `Order Management, ${what}`,
      ours: `page 1 ${ms(first)}`,
      baseline: far && deep ? `page ${deep.page.toLocaleString('en-US')} ${ms(far)}` : '',
      value: `p95 ${ms(worst)}`,
      budget: `≤ ${BUDGET} ms, × ${SPREAD_BUDGET}`,
      holds: worst <= BUDGET && (!far || Math.max(first, far) / Math.min(first, far) <= SPREAD_BUDGET),
      note: far ? `far behind × ${(far / first).toFixed(2)}` : 'has no page far behind',
    });
  }
  const [row] = rows;
  if (row)
    row.note = `${row.note}; ${orders.toLocaleString('en-US')} orders, counted up to ${COUNT_BOUND.toLocaleString('en-US')}`;
  return rows;
}

/** Where page 5,000 begins, or the last page of fewer; null where there are not ten. As `list-state.ts` writes it. */
async function deepPosition(
  pool: pg.Pool,
  filter: string,
  order: string,
): Promise<{ page: number; position: string } | null> {
  const where = filter ? `where ${filter}` : '';
  const { rows: counted } = await pool.query<{ n: number }>(
    `select count(*)::int as n from (select 1 from orders ${where} limit ${5000 * PAGE}) as bounded`,
  );
  const page = Math.floor((counted[0]?.n ?? 0) / PAGE);
  if (page < 10) return null;
  const { rows } = await pool.query<{ key: string[] }>(
    `select array[${order}::text, id::text] as key from orders ${where}
     order by ${order} desc, id desc offset ${(page - 1) * PAGE - 1} limit 1`,
  );
  const position = Buffer.from(JSON.stringify(rows[0]?.key)).toString('base64url');
  return { page, position };
}
