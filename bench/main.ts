/**
 * `npm run bench`: what design.md budgets, measured beside its floors in the same run, at one shop size or
 * more (`--products 1000,100000`). `--quick` makes every round short; `--only guest,checkout` names stages.
 * Budgets are printed, never asserted.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { closeDatabase, databasePool, openDatabase } from '#db/client.ts';
import { forgetSettings } from '#features/settings/settings-queries.server.ts';
import { ensureBuilt } from '../scripts/build.ts';
import { checkout } from './checkout.ts';
import type { Rounds } from './duel.ts';
import { guestPages } from './guest-pages.ts';
import { asTable, measured, type Row } from './row.ts';
import { fillShop, type RunningShop, type Shop } from './shop.ts';

const root = join(import.meta.dirname, '..');
const { values: options } = parseArgs({
  options: {
    products: { type: 'string', default: '1000,100000' },
    quick: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
  },
});
const sizes = options.products.split(',').map(Number);
if (sizes.some((size) => !Number.isSafeInteger(size) || size < 1)) {
  console.error('--products takes sizes, such as --products 1000,100000');
  process.exit(1);
}
const rounds: Rounds = options.quick ? { rounds: 3, seconds: 1 } : { rounds: 5, seconds: 3 };
const only = options.only === '' ? null : new Set(options.only.split(','));
/** Enough that nobody comes to a limit while checkouts are counted. */
const CUSTOMERS = 5000;

const say = (line: string) => process.stderr.write(`${line}\n`);

type Stage = { name: string; measure: (shop: Shop, running: RunningShop) => Promise<Row[]> };

const stages: readonly Stage[] = [
  { name: 'guest', measure: async (_, { origin }) => guestPages(origin, await someProduct(), rounds) },
  { name: 'checkout', measure: (shop, running) => checkout(shop, running, databasePool(), rounds) },
];

async function someProduct(): Promise<number> {
  const { rows } = await databasePool().query<{ id: number }>(
    'select id from products where for_sale and archived_at is null order by id desc limit 1',
  );
  if (!rows[0]) throw new Error('the shop is empty');
  return rows[0].id;
}

async function measureShop(products: number): Promise<Row[]> {
  say(`\nA shop with ${products.toLocaleString('en-US')} products`);
  const shop = await fillShop(products, CUSTOMERS);
  try {
    const running = await shop.start();
    openDatabase({ url: running.databaseUrl, max: 4 });
    try {
      const rows: Row[] = [];
      for (const stage of stages) {
        if (only && !only.has(stage.name)) continue;
        forgetSettings();
        rows.push(...(await measured(stage.name, () => stage.measure(shop, running))));
      }
      return rows;
    } finally {
      await closeDatabase();
      await running.stop();
    }
  } finally {
    shop.remove();
  }
}

await ensureBuilt(root, say);
for (const size of sizes) {
  const rows = await measureShop(size);
  console.log(`\n## ${size.toLocaleString('en-US')} products\n\n${asTable(rows)}`);
}
