/**
 * `npm run bench:peers`: ours beside current Vendure and current Medusa. The same catalogue, customers and stock, the same
 * PostgreSQL with its normal, durable settings, the same client, one shop running at a time (README.md beside this file
 * says how they are set up and what cannot be compared). `--quick` makes every round short; `--only medusa` leaves the
 * other one out.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { closeDatabase, databasePool, openDatabase } from '#db/client.ts';
import type { DatabaseConnection } from '#platform/embedded-database/connection.ts';
import { startEmbeddedDatabase } from '#platform/embedded-database/embedded-database.ts';
import { ensureBuilt } from '../../scripts/build.ts';
import { installBeside } from '../../scripts/install-beside.ts';
import type { Rounds } from '../comparison.ts';
import { signInCustomers } from '../customers.ts';
import { makeOffer } from '../offer.ts';
import { fillShop, type Shop } from '../shop.ts';
import { checkoutRate } from './checkout-rates.ts';
import { type Goods, readGoods, writeGoods } from './goods.ts';
import { startMedusa } from './medusa.ts';
import { ourStore } from './ours.ts';
import { CROWD, sellOut } from './oversell.ts';
import { pageRates } from './page-rates.ts';
import { peerOf } from './peer.ts';
import type { Store } from './store.ts';
import { type Figures, printTable } from './table.ts';
import { startVendure } from './vendure.ts';

const PRODUCTS = 1000;
const ROUNDS = 3;
/** Customers who check out while it is timed; behind them stand those who come to the sales. */
const BUYERS = 100;

const root = join(import.meta.dirname, '../..');
const { values: options } = parseArgs({
  options: { quick: { type: 'boolean', default: false }, only: { type: 'string', default: '' } },
});
const rounds: Rounds = { rounds: ROUNDS, seconds: options.quick ? 1 : 3 };
/** Shorter: what a round leaves to the background is waited for, and takes longer than the round. */
const checkoutRounds: Rounds = { rounds: ROUNDS, seconds: options.quick ? 1 : 2 };
const peers = [
  { name: 'vendure', mainPackage: '@vendure/core', start: startVendure },
  { name: 'medusa', mainPackage: '@medusajs/medusa', start: startMedusa },
] as const;
const chosen = peers.filter(({ name }) => options.only === '' || options.only === name);

const say = (line: string) => process.stderr.write(`${line}\n`);

/** Says what is done while it is done, and how long it took. */
async function step<Result>(what: string, work: () => Promise<Result>): Promise<Result> {
  const started = performance.now();
  process.stderr.write(`${what} … `);
  const result = await work();
  process.stderr.write(`${((performance.now() - started) / 1000).toFixed(0)} s\n`);
  return result;
}

async function measure(store: Store, goods: Goods, shop: Shop): Promise<Figures> {
  const { dataFolder } = shop;
  const { checkOut, checkOutAtOnce } = store;
  const timed = (way: typeof checkOut) => checkoutRate(store, way, goods, dataFolder, checkoutRounds);
  const inTurn = () => step(`${store.name}: checkouts`, () => timed(checkOut));
  return {
    name: store.name,
    calls: store.calls,
    pages: await step(`${store.name}: pages`, () => pageRates(store, dataFolder, rounds)),
    sales: await step(`${store.name}: ${CROWD} at once`, () => sellOut(store, goods, BUYERS)),
    checkouts: await inTurn(),
    checkoutsAtOnce:
      checkOutAtOnce && checkOutAtOnce !== checkOut
        ? await step(`${store.name}: checkouts in one request`, () => timed(checkOutAtOnce))
        : null,
  };
}

/** Ours, and what is needed to give the others the same. */
async function measureOurs(shop: Shop): Promise<{ goods: Goods; figures: Figures }> {
  const running = await shop.start();
  openDatabase({ url: running.databaseUrl, max: 4, forLongWork: true });
  try {
    const pool = databasePool();
    const customers = await signInCustomers(pool, shop.secret, { from: 0, count: BUYERS + ROUNDS * CROWD });
    const offer = await makeOffer(pool);
    const goods = await readGoods(pool, offer, customers, ROUNDS);
    const store = await ourStore(running, pool, goods, offer);
    return { goods, figures: await measure(store, goods, shop) };
  } finally {
    await closeDatabase();
    await running.stop();
  }
}

async function measurePeer(
  { name, mainPackage, start }: (typeof peers)[number],
  goods: Goods,
  shop: Shop,
  connection: DatabaseConnection,
  scratch: string,
): Promise<Figures> {
  const own = { ...connection, database: `bench_${name}` };
  const pool = new pg.Pool({ ...own, max: 2 });
  try {
    const peer = peerOf(name, mainPackage, own, writeGoods(goods, scratch), scratch);
    const store = await step(`${name}: set up and started`, () => start(peer, goods, pool));
    try {
      return await measure(store, goods, shop);
    } finally {
      await store.stop();
    }
  } finally {
    await pool.end();
  }
}

async function makeDatabases(connection: DatabaseConnection): Promise<void> {
  const client = new pg.Client({ ...connection });
  await client.connect();
  for (const { name } of chosen) await client.query(`create database bench_${name}`);
  await client.end();
}

// Ctrl-C leaves no server behind: what was started ends when this process does.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
for (const { name } of chosen)
  await step(`${name}: installed`, () => installBeside(join(import.meta.dirname, name)));
await ensureBuilt(root, say);
const scratch = mkdtempSync(join(tmpdir(), 'farmgate-peers-'));
const shop = await step('Farmgate: filled', () =>
  fillShop({ products: PRODUCTS, customers: 1000, orders: 0 }),
);
try {
  const { goods, figures } = await measureOurs(shop);
  // The same cluster, without our application.
  const database = await startEmbeddedDatabase({ dataFolder: shop.dataFolder });
  try {
    await makeDatabases(database.connection);
    const theirs: Figures[] = [];
    for (const peer of chosen) {
      try {
        theirs.push(await measurePeer(peer, goods, shop, database.connection, scratch));
      } catch (error) {
        // The other one is still worth a table.
        say(`${peer.name} was not measured: ${error instanceof Error ? error.stack : error}`);
      }
    }
    console.log(printTable(figures, theirs));
  } finally {
    await database.stop();
  }
} finally {
  shop.remove();
  rmSync(scratch, { recursive: true, force: true });
}
