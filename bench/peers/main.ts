/**
 * `npm run bench:peers`: ours beside current Vendure and current Medusa. The catalogue, customers, stock, PostgreSQL and
 * client are the same, and one shop runs at a time (README.md beside this file: how they are set up, and what cannot be
 * compared). `--quick` makes rounds short; `--only medusa` leaves the other one out; `--write` also writes
 * docs/evidence/performance.md, if all could be measured.
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
import { seenNow, writeSections } from '../performance-page.ts';
import { fillShop, type Shop } from '../shop.ts';
import { takeRefusals } from './ask.ts';
import { checkoutRate } from './checkout-rates.ts';
import { type Goods, readGoods, writeGoods } from './goods.ts';
import { startMedusa } from './medusa.ts';
import { ourStore } from './ours.ts';
import { CROWD, sellOut } from './oversell.ts';
import { pageRates } from './page-rates.ts';
import { peerOf } from './peer.ts';
import type { CheckOut, Shown, Store } from './store.ts';
import { type Figures, printTable } from './table.ts';
import { startVendure } from './vendure.ts';

const PRODUCTS = 1000;
const ROUNDS = 3;
/** Customers before those who come to the sales. */
const BUYERS = 100;

const root = join(import.meta.dirname, '../..');
const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    write: { type: 'boolean', default: false },
  },
});
const rounds: Rounds = { rounds: ROUNDS, seconds: options.quick ? 1 : 3 };
/** Shorter: the jobs of a round take longer than the round, and are waited for. */
const checkoutRounds: Rounds = { rounds: ROUNDS, seconds: options.quick ? 1 : 2 };
const peers = [
  { name: 'vendure', mainPackage: '@vendure/core', start: startVendure },
  { name: 'medusa', mainPackage: '@medusajs/medusa', start: startMedusa },
] as const;
const chosen = peers.filter(({ name }) => options.only === '' || options.only === name);

const say = (line: string) => process.stderr.write(`${line}\n`);

/** Prints what is done while it is done, and how long it took. */
async function step<Result>(what: string, work: () => Promise<Result>): Promise<Result> {
  const started = performance.now();
  process.stderr.write(`${what} … `);
  const result = await work();
  process.stderr.write(`${((performance.now() - started) / 1000).toFixed(0)} s\n`);
  return result;
}

/** A column for each form of its pages. */
async function measurePages(shown: Shown, { dataFolder }: Shop): Promise<Figures[]> {
  const all: Figures[] = [];
  for (const pages of shown.pages) {
    const measured = await step(`${pages.name}: pages`, () => pageRates(shown, pages, dataFolder, rounds));
    all.push({ name: pages.name, pages: measured, orders: null });
  }
  return all;
}

async function measure(store: Store, goods: Goods, shop: Shop): Promise<Figures[]> {
  const { checkOutAtOnce, calls, name } = store;
  const timed = (what: string, way: CheckOut) =>
    step(`${name}: ${what}`, () => checkoutRate(store, way, goods, shop.dataFolder, checkoutRounds));
  const inSteps =
    (seesPages: boolean): CheckOut =>
    async (customer, product) =>
      (await store.fillCart(customer, product, seesPages))();
  const [first, ...others] = await measurePages(store, shop);
  if (!first) throw new Error(`${name} has no pages`);
  const sales = await step(`${name}: ${CROWD} at once`, () => sellOut(store, goods, BUYERS));
  const inTurn = await timed('orders', inSteps(false));
  const atOnce = checkOutAtOnce && (await timed('orders at once', checkOutAtOnce));
  const visit = await timed('orders with their pages', inSteps(true));
  const orders = { calls, inTurn, atOnce, visit, sales, refused: takeRefusals() };
  return [{ ...first, orders }, ...others];
}

/** Ours, and what the others need to get the same. */
async function measureOurs(shop: Shop): Promise<{ goods: Goods; figures: Figures[] }> {
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
): Promise<Figures[]> {
  const own = { ...connection, database: `bench_${name}` };
  const pool = new pg.Pool({ ...own, max: 2 });
  const stopping = async (shown: Shown, work: () => Promise<Figures[]>) => {
    try {
      return await work();
    } finally {
      await shown.stop();
    }
  };
  try {
    const peer = peerOf(name, mainPackage, own, writeGoods(goods, scratch), scratch);
    const store = await step(`${name}: set up and started`, () => start(peer, goods, pool));
    const figures = await stopping(store, () => measure(store, goods, shop));
    const { startIndexed } = store;
    if (!startIndexed) return figures;
    const indexed = await step(`${name}: started with its indexes`, startIndexed);
    return [...figures, ...(await stopping(indexed, () => measurePages(indexed, shop)))];
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

// Ctrl-C ends this process, and each server ends with it.
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
    let areAllMeasured = true;
    for (const peer of chosen) {
      try {
        theirs.push(...(await measurePeer(peer, goods, shop, database.connection, scratch)));
      } catch (error) {
        // The table is worth printing with the other one alone.
        areAllMeasured = false;
        say(`${peer.name} was not measured: ${error instanceof Error ? error.stack : error}`);
      }
    }
    const table = printTable(figures, theirs);
    console.log(table);
    if (options.write && areAllMeasured) {
      const size = [`${PRODUCTS.toLocaleString('en-US')} products`, ...(options.only ? [options.only] : [])];
      const seen = seenNow(...(options.quick ? ['short rounds'] : []));
      writeSections([{ stage: 'peers', size: size.join(', '), seen, table }]);
    }
  } finally {
    await database.stop();
  }
} finally {
  shop.remove();
  rmSync(scratch, { recursive: true, force: true });
}
