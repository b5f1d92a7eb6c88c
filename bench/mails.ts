/**
 * Email: how soon the first one leaves, how many leave per second after a burst of orders, how old the oldest is
 * under a steady load, and how this affects pages. A willing mail server accepts them (bench/mail-server.ts).
 */
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { type Customer, signInCustomers } from './customers.ts';
import { fetchBytes } from './fetch-bytes.ts';
import { makeOffer, type Offer, orderForm } from './offer.ts';
import { ms, perSecond, type Row } from './row.ts';
import type { RunningShop, Shop } from './shop.ts';
import { median, percentile } from './statistics.ts';

const BURST = 1000;
const SINGLE = 10;
const RATE = 20;
const PAGES = 20;
const CLIENTS = 10;
/** The bench waits at most this long for an email. */
const TIMEOUT_MS = 120_000;

/** An order, and the time of its response, in milliseconds since 1970. */
type Placed = { order: string; at: number };

export async function mails(shop: Shop, running: RunningShop, pool: pg.Pool, quick: boolean): Promise<Row[]> {
  const offer = await makeOffer(pool);
  const buyers = await signInCustomers(pool, shop.secret, { from: 0, count: 2000 });
  const readers = await signInCustomers(pool, shop.secret, { from: 4500, count: 50 });
  let next = 0;
  const order = () => placeOrder(running, buyers[next++ % buyers.length], offer, next);

  for (let warm = 0; warm < 50; warm++) await untilMailed(running, [await order()]);
  const first: number[] = [];
  for (let single = 0; single < SINGLE; single++)
    first.push(...(await untilMailed(running, [await order()])));

  const quiet = await pagesDuring(running, readers, pause(quick ? 3000 : 10_000));

  const began = Date.now();
  const placed: Placed[] = [];
  const client = async () => {
    while (placed.length < BURST) placed.push(await order());
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  const lastOrder = Math.max(...placed.map(({ at }) => at));
  const mailed = untilMailed(running, placed);
  const beside = await pagesDuring(running, readers, mailed);
  await mailed;
  const lastMail = Math.max(...placed.map(({ order: number }) => running.mailed.get(number) ?? 0));
  const tookSeconds = (lastMail - lastOrder) / 1000;
  const waiting = placed.filter(({ order: number }) => (running.mailed.get(number) ?? 0) > lastOrder).length;

  const going: Promise<Placed>[] = [];
  const started = performance.now();
  for (let beat = 0; beat < RATE * (quick ? 5 : 20); beat++) {
    await pause(Math.max(0, started + (beat * 1000) / RATE - performance.now()));
    going.push(order());
  }
  const ages = await untilMailed(running, await Promise.all(going));

  return [
    {
      what: 'First mail of an order, idle',
      ours: `p50 ${ms(median(first))}`,
      baseline: '',
      value: `slowest of ${SINGLE} ${ms(Math.max(...first))}`,
      budget: '≤ 1 s',
      holds: Math.max(...first) <= 1000,
      note: 'from the order’s response until the mail server has the mail',
    },
    {
      what: `Mails after ${BURST.toLocaleString('en-US')} orders at once`,
      ours: perSecond(waiting / tookSeconds),
      baseline: '',
      value: `all after ${tookSeconds.toFixed(1)} s`,
      budget: '≤ 10 s',
      holds: tookSeconds <= 10,
      note: `${BURST} orders in ${((lastOrder - began) / 1000).toFixed(1)} s, ${BURST - waiting} of their mails left by then`,
    },
    {
      what: `Oldest mail at ${RATE} orders/s`,
      ours: `p50 ${ms(median(ages))}`,
      baseline: '',
      value: `${(Math.max(...ages) / 1000).toFixed(2)} s`,
      budget: '≤ 5 s',
      holds: Math.max(...ages) <= 5000,
    },
    {
      what: `Signed-in page at ${PAGES}/s while these mails leave`,
      ours: `p95 ${ms(percentile(quiet, 0.95))} before`,
      baseline: '',
      value: `p95 ${ms(percentile(beside, 0.95))}`,
      budget: '',
      holds: null,
      note: `p50 ${ms(median(quiet))} before, ${ms(median(beside))} during`,
    },
  ];
}

async function placeOrder(
  { origin }: RunningShop,
  buyer: Customer | undefined,
  offer: Offer,
  nth: number,
): Promise<Placed> {
  if (!buyer) throw new Error('there are no customers to buy');
  const response = await fetch(`${origin}/checkout`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin, cookie: buyer.cookie },
    body: orderForm(buyer, offer, nth),
  });
  await response.arrayBuffer();
  const order = /\/success\?order=(ORD\d+)/.exec(response.headers.get('location') ?? '')?.[1];
  if (!order) throw new Error(`an order was answered ${response.status} ${response.headers.get('location')}`);
  return { order, at: Date.now() };
}

/** Milliseconds from each order's response until its email was accepted. */
async function untilMailed({ mailed }: RunningShop, placed: readonly Placed[]): Promise<number[]> {
  const until = Date.now() + TIMEOUT_MS;
  while (placed.some(({ order }) => !mailed.has(order))) {
    if (Date.now() > until) throw new Error('mails did not leave');
    await pause(10);
  }
  return placed.map(({ order, at }) => Math.max(0, (mailed.get(order) ?? 0) - at));
}

/** Milliseconds of a signed-in customer's pages, requested at a fixed rate until `over`. */
async function pagesDuring(
  { origin }: RunningShop,
  readers: readonly Customer[],
  over: Promise<unknown>,
): Promise<number[]> {
  let isOver = false;
  void over.then(() => (isOver = true));
  const started = performance.now();
  const times: Promise<number>[] = [];
  for (let beat = 0; !isOver; beat++) {
    const due = started + (beat * 1000) / PAGES;
    await pause(Math.max(0, due - performance.now()));
    const late = performance.now() - due;
    const cookie = readers[beat % readers.length]?.cookie ?? '';
    times.push(fetchBytes(`${origin}/products`, { cookie }).then(({ lastByte }) => lastByte + late));
  }
  return Promise.all(times);
}
