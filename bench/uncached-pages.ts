/** Guests' pages that are new to the cache: filters, searches, products. */
import type pg from 'pg';
import { drawnPages } from './drawn-pages.ts';
import { fetchBytes } from './fetch-bytes.ts';
import type { Row } from './row.ts';
import type { RunningShop } from './shop.ts';

const HEADERS = { 'accept-encoding': 'br', cookie: 'age_verified=2026-01-01' };

export async function uncachedPages(running: RunningShop, pool: pg.Pool, seconds: number): Promise<Row[]> {
  const next = await unasked(pool);
  /** A request refused because too many wait counts as infinite. */
  const ask = async (): Promise<number> => {
    const path = next();
    const { status, lastByte } = await fetchBytes(running.origin + path, HEADERS);
    if (status === 200) return lastByte;
    if (status !== 503) throw new Error(`${path} answers ${status}`);
    return Number.POSITIVE_INFINITY;
  };
  const what = 'Guest page, not cached (filters, searches, products)';
  const budget = { rate: 350, p95: 15 };
  return drawnPages(running, { what, ask, budget, note: 'every page is different' }, seconds);
}

/** New URLs: a filter, a search and a product in turn. */
async function unasked(pool: pg.Pool): Promise<() => string> {
  const { rows } = await pool.query<{ id: number; name: string }>(
    'select id, name from products where for_sale and archived_at is null order by id',
  );
  let asked = 0;
  return () => {
    const turn = asked++;
    const round = Math.floor(turn / 3);
    const product = rows[round % rows.length];
    if (turn % 3 === 0) return `/products?min=${1 + (round % 89)}.${10 + (round % 83)}&max=${300 + round}`;
    if (turn % 3 === 1) {
      const [word = 'leaf'] = product?.name.split(' ') ?? [];
      return `/products?q=${encodeURIComponent(word)}&min=0.${10 + (round % 89)}&max=${400 + round}`;
    }
    // Once all products have been requested, further pages of lists.
    return round < rows.length ? `/products/${product?.id}` : `/products?max=${2000 + round}`;
  };
}
