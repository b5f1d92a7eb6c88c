/** Phone photos uploaded for products, and how this affects visitors' pages. */
import type pg from 'pg';
import sharp from 'sharp';
import { atRate } from './at-rate.ts';
import { signInAdmin, signInCustomers } from './customers.ts';
import { fetchBytes } from './fetch-bytes.ts';
import { processorTime } from './processor-time.ts';
import { ms, perSecond, type Row } from './row.ts';
import type { RunningShop, Shop } from './shop.ts';
import { percentile } from './statistics.ts';

const PAGES_A_SECOND = 50;
const PAGE_BUDGET = 60;
/** Several browsers, or one that sends all chosen files at once. */
const SENDERS = 4;

/** Twelve megapixels, each a different picture. */
async function photo(): Promise<Blob> {
  const picture = sharp({
    create: {
      ...{ width: 4000, height: 3000, channels: 3, background: '#345' },
      noise: { type: 'gaussian', mean: 128, sigma: 12 },
    },
  });
  return new Blob([new Uint8Array(await picture.blur(2).jpeg({ quality: 80 }).toBuffer())]);
}

export async function pagesBesidePictures(
  shop: Shop,
  { origin, process: app }: RunningShop,
  pool: pg.Pool,
  seconds: number,
): Promise<Row[]> {
  const admin = await signInAdmin(pool, shop.secret);
  const readers = await signInCustomers(pool, shop.secret, { from: 4500, count: 50 });
  const { rows: products } = await pool.query<{ id: number }>(
    'select id from products where archived_at is null order by id desc limit 100',
  );
  const photos = await Promise.all(Array.from({ length: SENDERS }, photo));
  const headers = { cookie: admin.cookie, Origin: origin, Accept: 'application/json' };
  const send = async (nth: number): Promise<void> => {
    const body = new FormData();
    body.set('picture', photos[nth % photos.length] ?? new Blob(), `photo-${nth}.jpg`);
    const url = `${origin}/admin/product-pictures?product=${products[nth % products.length]?.id}`;
    const { status } = await fetch(url, { method: 'POST', headers, body });
    if (status !== 200) throw new Error(`a picture is answered ${status}`);
  };
  const ask = async (beat: number): Promise<number> => {
    const cookie = readers[beat % readers.length]?.cookie ?? '';
    const answer = await fetchBytes(`${origin}/products`, { cookie, 'accept-encoding': 'gzip, deflate, br' });
    return answer.status === 200 ? answer.lastByte : Number.POSITIVE_INFINITY;
  };
  for (let warm = 0; warm < 100; warm++) await ask(warm);
  await send(0);

  const before = processorTime(app.pid ?? 0);
  let sent = 1;
  let isOver = false;
  const sender = async () => {
    while (!isOver) await send(sent++);
  };
  const senders = Promise.all(Array.from({ length: SENDERS }, sender));
  const pages = await atRate(PAGES_A_SECOND, seconds, ask);
  isOver = true;
  await senders;
  const spent = processorTime(app.pid ?? 0) - before;
  const p95 = percentile(pages, 0.95);
  return [
    {
      what: `Signed-in catalogue at ${PAGES_A_SECOND}/s during photo uploads`,
      ours: `p50 ${ms(percentile(pages, 0.5))}`,
      baseline: '',
      value: `p95 ${ms(p95)}`,
      budget: `≤ ${PAGE_BUDGET} ms`,
      holds: p95 <= PAGE_BUDGET,
      note: `${perSecond((sent - 1) / seconds)} photos of 12 megapixels from ${SENDERS} senders; the application used ${(spent / 1000 / seconds).toFixed(2)} of a core for both`,
    },
  ];
}
