/** The catalogue for signed-in customers: rendered for each request, compressed as for a browser. */
import type pg from 'pg';
import { signInCustomers } from './customers.ts';
import { drawnPages } from './drawn-pages.ts';
import { fetchBytes } from './fetch-bytes.ts';
import type { Row } from './row.ts';
import type { RunningShop, Shop } from './shop.ts';

export async function signedInPage(
  shop: Shop,
  running: RunningShop,
  pool: pg.Pool,
  seconds: number,
): Promise<Row[]> {
  const customers = await signInCustomers(pool, shop.secret, { from: 4500, count: 50 });
  const url = `${running.origin}/products`;
  const ask = async (turn: number): Promise<number> => {
    const cookie = customers[turn % customers.length]?.cookie ?? '';
    const { status, headers, lastByte } = await fetchBytes(url, {
      cookie: `age_verified=2026-01-01; ${cookie}`,
      'accept-encoding': 'gzip, br',
    });
    if (status !== 200 || headers['cache-control'] !== 'no-store') {
      throw new Error(`a signed-in customer's page answers ${status} ${headers['cache-control']}`);
    }
    return lastByte;
  };
  const what = 'Signed-in catalogue, compressed';
  const budget = { rate: 320, p95: 15 };
  return drawnPages(running, { what, ask, budget, note: 'fifty customers in turn' }, seconds);
}
