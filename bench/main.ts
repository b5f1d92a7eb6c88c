/**
 * `npm run bench`: our budgets, measured against baselines in the same run, at one or more shop sizes (`--products
 * 1000,100000`), optionally with past orders and more customers (`--orders 1000000 --customers 50000`). `--quick`
 * makes every round short; `--only guest,checkout` selects stages; `--write` also writes docs/evidence/performance.md. Budgets are
 * printed, never asserted.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { invalidateSettings } from '#core/ground/settings/settings-queries.server.ts';
import { closeDatabase, databasePool, openDatabase } from '#db/client.ts';
import { ensureBuilt } from '../scripts/build.ts';
import { adminLists } from './admin-lists.ts';
import { analytics } from './analytics.ts';
import { catalogueQuery } from './catalogue-query.ts';
import { changedPage } from './changed-page.ts';
import { checkout } from './checkout.ts';
import type { Rounds } from './comparison.ts';
import { firstVisit } from './first-visit.ts';
import { memoryAfterEverything, startTime } from './footprint.ts';
import { cachedPages, guestPages, guestPagesWhileSelling } from './guest-pages.ts';
import { history } from './history.ts';
import { importProducts } from './import.ts';
import { mails } from './mails.ts';
import { type Section, seenNow, writeSections } from './performance-page.ts';
import { pagesBesidePictures } from './pictures.ts';
import { asTable, measured, type Row } from './row.ts';
import { fillShop, type RunningShop, type Shop } from './shop.ts';
import { pagesBesideSignIns } from './sign-ins.ts';
import { signedInPage } from './signed-in-page.ts';
import { typoSearch } from './typo-search.ts';
import { uncachedPages } from './uncached-pages.ts';

const root = join(import.meta.dirname, '..');
const { values: options } = parseArgs({
  options: {
    products: { type: 'string', default: '1000,100000' },
    orders: { type: 'string', default: '0' },
    customers: { type: 'string', default: '5000' },
    quick: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    write: { type: 'boolean', default: false },
  },
});
const { quick } = options;
/** Past orders in every shop; lists of orders are measured where there are some. */
const orders = Number(options.orders);
/** With fewer than the default, customers would reach a limit during the checkout rounds. */
const customers = Number(options.customers);
const sizes = options.products.split(',').map(Number);
const rounds: Rounds = quick ? { rounds: 3, seconds: 1 } : { rounds: 5, seconds: 3 };
const only = options.only === '' ? null : new Set(options.only.split(','));
const GROWTH_BUDGET = 3;

const say = (line: string) => process.stderr.write(`${line}\n`);

/** p95 in milliseconds by shop size, for the growth rows. */
const growth = { catalogue: new Map<number, number>(), search: new Map<number, number>() };

type Stage = { name: string; measure: (shop: Shop, running: RunningShop) => Promise<Row[]> };

const stages: readonly Stage[] = [
  { name: 'guest', measure: async (_, running) => guestPages(running, await someProduct(), rounds) },
  { name: 'cached', measure: async (_, running) => cachedPages(running, await someProduct(), rounds) },
  { name: 'uncached', measure: (_, running) => uncachedPages(running, databasePool(), quick ? 4 : 15) },
  {
    name: 'selling',
    measure: (shop, running) => guestPagesWhileSelling(shop, running, databasePool(), rounds),
  },
  { name: 'change', measure: (_, { origin }) => changedPage(origin, databasePool()) },
  {
    name: 'signed-in',
    measure: (shop, running) => signedInPage(shop, running, databasePool(), quick ? 4 : 15),
  },
  {
    name: 'sign-ins',
    measure: (shop, running) => pagesBesideSignIns(shop, running, databasePool(), quick ? 4 : 15),
  },
  {
    name: 'pictures',
    measure: (shop, running) => pagesBesidePictures(shop, running, databasePool(), quick ? 4 : 15),
  },
  {
    name: 'catalogue',
    measure: async (shop, { databaseUrl }) => {
      const { rows, p95 } = await catalogueQuery(databaseUrl, quick ? 10 : 60);
      growth.catalogue.set(shop.products, p95);
      return rows;
    },
  },
  {
    name: 'search',
    measure: async (shop) => {
      const { rows, p95 } = await typoSearch(databasePool());
      growth.search.set(shop.products, p95);
      return rows;
    },
  },
  { name: 'checkout', measure: (shop, running) => checkout(shop, running, databasePool(), rounds) },
  { name: 'mails', measure: (shop, running) => mails(shop, running, databasePool(), quick) },
  {
    name: 'lists',
    measure: async (shop, running) =>
      orders === 0 ? [] : adminLists(shop, running, databasePool(), quick ? 30 : 100),
  },
  {
    name: 'analytics',
    measure: async (shop, running) =>
      orders === 0 ? [] : analytics(shop, running, databasePool(), quick ? 30 : 100),
  },
  {
    name: 'history',
    measure: async (shop, running) => (orders === 0 ? [] : history(shop, running, databasePool())),
  },
  {
    name: 'import',
    // Only on request: it changes what the other stages measure.
    measure: async (shop, running) =>
      only?.has('import') ? importProducts(shop, running, databasePool()) : [],
  },
  {
    name: 'visit',
    measure: async (_, { origin }) => firstVisit(origin, await someProduct(), quick ? 1 : 3, say),
  },
];

const wanted = (name: string) => only === null || only.has(name);

async function someProduct(): Promise<number> {
  const { rows } = await databasePool().query<{ id: number }>(
    'select id from products where for_sale and archived_at is null order by id desc limit 1',
  );
  if (!rows[0]) throw new Error('the shop is empty');
  return rows[0].id;
}

/** What was measured, by stage. */
async function measureShop(products: number): Promise<Map<string, Row[]>> {
  say(`\nA shop with ${products.toLocaleString('en-US')} products`);
  const shop = await fillShop({ products, customers, orders });
  const byStage = new Map<string, Row[]>();
  const measure = async (name: string, work: () => Promise<Row[]>) => {
    const rows = await measured(name, work);
    if (rows.length > 0) byStage.set(name, rows);
  };
  try {
    const running = await shop.start();
    try {
      openDatabase({ url: running.databaseUrl, max: 4, forLongWork: true });
      try {
        for (const stage of stages.filter(({ name }) => wanted(name))) {
          invalidateSettings();
          await measure(stage.name, () => stage.measure(shop, running));
        }
      } finally {
        await closeDatabase();
      }
      if (wanted('memory'))
        await measure('memory', () => memoryAfterEverything(shop, running, quick ? 4 : 15));
    } finally {
      await running.stop();
    }
    if (wanted('start')) await measure('start', () => startTime(shop));
    return byStage;
  } finally {
    shop.remove();
  }
}

function sectionOf(stage: string, products: string, rows: readonly Row[]): Section {
  return {
    stage,
    size: orders === 0 ? products : `${products}, ${orders.toLocaleString('en-US')} orders`,
    seen: seenNow(...(quick ? ['short rounds'] : [])),
    table: asTable(rows),
  };
}

/** The largest shop's time as a multiple of the smallest's. */
function growthRows(): Row[] {
  return Object.entries(growth).flatMap(([what, bySize]) => {
    const measuredSizes = [...bySize].sort(([left], [right]) => left - right);
    const [smallest, largest] = [measuredSizes[0], measuredSizes.at(-1)];
    if (!smallest || !largest || smallest === largest) return [];
    const factor = largest[1] / smallest[1];
    return [
      {
        what: `Growth of p95, ${what}, ${smallest[0].toLocaleString('en-US')} → ${largest[0].toLocaleString('en-US')} products`,
        ours: `${smallest[1].toFixed(1)} → ${largest[1].toFixed(1)} ms`,
        baseline: '',
        value: `× ${factor.toFixed(1)}`,
        budget: `< × ${GROWTH_BUDGET}`,
        holds: factor < GROWTH_BUDGET,
      },
    ];
  });
}

if (sizes.some((size) => !Number.isSafeInteger(size) || size < 100)) {
  say('--products takes sizes from 100 on, such as --products 1000,100000');
  process.exit(1);
}
await ensureBuilt(root, say);
const sections: Section[] = [];
for (const size of sizes) {
  const byStage = await measureShop(size);
  const words = `${size.toLocaleString('en-US')} products`;
  console.log(`\n## ${words}\n\n${asTable([...byStage.values()].flat())}`);
  for (const [stage, rows] of byStage) sections.push(sectionOf(stage, words, rows));
}
if (options.write) writeSections(sections);
const grown = growthRows();
if (grown.length > 0) console.log(`\n## Growth\n\n${asTable(grown)}`);
