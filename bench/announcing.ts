/**
 * `node bench/announcing.ts`: the cost of a notification. PostgreSQL's NOTIFY locks the whole database while a
 * transaction commits, so commits that notify cannot share a flush to disk. Transactions like a checkout's (an order,
 * its stock, the ledger, an event) run on a bundled PostgreSQL with its durable settings and a listener: without
 * NOTIFY, with the one that wakes the job queue, and with three topics for open pages as well. The kinds take turns
 * in short rounds; the value is the median of the rounds' ratios.
 */
import { randomInt } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { newId } from '#kernel/ids.ts';
import { startEmbeddedDatabase } from '#platform/embedded-database/embedded-database.ts';
import { LIVE_CHANNEL } from '#platform/live/announce.ts';
import { asTable, percent, perSecond, type Row } from './row.ts';
import { median } from './statistics.ts';

const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '2' },
    clients: { type: 'string', default: '1,10,50' },
  },
});
const rounds = Number(options.rounds);
const seconds = Number(options.seconds);
const PRODUCTS = 200;

const kinds = ['silent', 'jobs', 'live', 'jobs and live'] as const;
type Kind = (typeof kinds)[number];

const schema = `
  create table stock (product_id int primary key, held int not null);
  insert into stock select n, 0 from generate_series(1, ${PRODUCTS}) as n;
  create table placed (id uuid primary key, user_id uuid not null, total int not null, created_at timestamptz not null default now());
  create table ledger (id bigint generated always as identity primary key, product_id int not null, held_change int not null, order_id uuid not null);
  create table event (id uuid primary key, kind text not null, payload jsonb not null);`;

async function transaction(client: pg.PoolClient, kind: Kind): Promise<void> {
  const [orderId, userId] = [newId(), newId()];
  const productId = randomInt(PRODUCTS) + 1;
  await client.query('begin');
  await client.query('insert into placed (id, user_id, total) values ($1, $2, 4500)', [orderId, userId]);
  await client.query('update stock set held = held + 1 where product_id = $1', [productId]);
  await client.query('insert into ledger (product_id, held_change, order_id) values ($1, 1, $2)', [
    productId,
    orderId,
  ]);
  await client.query('insert into event (id, kind, payload) values ($1, $2, $3)', [
    newId(),
    'order-placed',
    { orderId },
  ]);
  if (kind.startsWith('jobs')) await client.query(`select pg_notify('jobs', 'events')`);
  if (kind.endsWith('live')) {
    await client.query('select pg_notify($1, $2), pg_notify($1, $3), pg_notify($1, $4)', [
      LIVE_CHANNEL,
      'orders',
      `order:${orderId}`,
      `user:${userId}`,
    ]);
  }
  await client.query('commit');
}

/** Transactions per second by this many clients, each on its own connection. */
async function rate(pool: pg.Pool, kind: Kind, clients: number): Promise<number> {
  const began = performance.now();
  const until = began + seconds * 1000;
  const work = async () => {
    const client = await pool.connect();
    let done = 0;
    try {
      for (; performance.now() < until; done++) await transaction(client, kind);
    } finally {
      client.release();
    }
    return done;
  };
  const done = await Promise.all(Array.from({ length: clients }, work));
  return (done.reduce((sum, each) => sum + each, 0) * 1000) / (performance.now() - began);
}

async function measure(pool: pg.Pool, clients: number): Promise<Row[]> {
  const rates: Record<Kind, number[]> = { silent: [], jobs: [], live: [], 'jobs and live': [] };
  for (const kind of kinds) await rate(pool, kind, clients);
  for (let round = 0; round < rounds; round++) {
    const order = round % 2 === 0 ? kinds : kinds.toReversed();
    for (const kind of order) rates[kind].push(await rate(pool, kind, clients));
  }
  const against = (kind: Kind, other: Kind) =>
    median(rates[kind].map((value, round) => value / (rates[other][round] ?? Number.NaN)));
  const row = (kind: Kind, other: Kind): Row => ({
    what: `${clients} client${clients === 1 ? '' : 's'}: ${kind} against ${other}`,
    ours: perSecond(median(rates[kind])),
    baseline: perSecond(median(rates[other])),
    value: percent(against(kind, other)),
    budget: '',
    holds: null,
  });
  return [row('jobs', 'silent'), row('live', 'silent'), row('jobs and live', 'jobs')];
}

const folder = mkdtempSync(join(tmpdir(), 'farmgate-announcing-'));
const database = await startEmbeddedDatabase({ dataFolder: folder });
const clientCounts = options.clients.split(',').map(Number);
const pool = new pg.Pool({ connectionString: database.url, max: Math.max(...clientCounts) });
// The pool says goodbye without waiting for the answer; the database may be gone first.
pool.on('error', () => undefined);
const listener = new pg.Client({ connectionString: database.url });
try {
  await pool.query(schema);
  await listener.connect();
  await listener.query(`listen ${LIVE_CHANNEL}`);
  const rows: Row[] = [];
  for (const clients of clientCounts) rows.push(...(await measure(pool, clients)));
  console.log(asTable(rows));
} finally {
  await listener.end();
  await pool.end();
  await database.stop();
  rmSync(folder, { recursive: true, force: true });
}
