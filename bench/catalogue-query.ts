/** A page of the catalogue with its facet counts, in this process, against plain SQL. */
import pg from 'pg';
import { type CatalogueFilter, catalogueHref, NO_FILTER } from '#core/goods/catalogue/catalogue-filter.ts';
import { openCatalogueIndex } from '#core/goods/catalogue/catalogue-index.server.ts';
import { readCatalogue } from '#core/goods/catalogue/catalogue-queries.server.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { storeDate, systemClock } from '#kernel/time.ts';
import { baselineStatements } from './baseline-catalogue.ts';
import { ms, percent, type Row } from './row.ts';
import { median, percentile } from './statistics.ts';

const BUDGET = 0.6;

const filters: readonly CatalogueFilter[] = [
  { ...NO_FILTER, sort: 'name' },
  { ...NO_FILTER, page: 3 },
  { ...NO_FILTER, sort: 'price' },
  { ...NO_FILTER, sort: '-name', inStock: true },
  { ...NO_FILTER, category: 'flower', sort: 'newest' },
  { ...NO_FILTER, type: 'cannabis', strains: ['indica', 'hybrid'], sort: '-price' },
  { ...NO_FILTER, minPrice: 2000, maxPrice: 6000, inStock: true, page: 2 },
  { ...NO_FILTER, minThc: 1500, maxThc: 2500, sort: 'price', category: 'flower' },
];

export type CatalogueTimes = { rows: Row[]; p95: number };

/** Both sides take turns, statement by statement, on separate connections. */
export async function catalogueQuery(databaseUrl: string, repetitions: number): Promise<CatalogueTimes> {
  const { store } = await readSettings();
  const day = storeDate(systemClock(), store.zone).toString();
  await openCatalogueIndex();
  const baselinePool = new pg.Pool({ connectionString: databaseUrl, max: 2 });
  try {
    const all: number[] = [];
    const ratios: { filter: string; ratio: number }[] = [];
    const totals = { ours: 0, baseline: 0 };
    for (const [at, filter] of filters.entries()) {
      const statements = baselineStatements(filter, String(at), day);
      const ours: number[] = [];
      const baseline: number[] = [];
      for (let turn = -5; turn < repetitions; turn++) {
        const first = await timed(() => readCatalogue(filter));
        const second = await timed(() => Promise.all(statements.map((each) => baselinePool.query(each))));
        const theirs = second.value[1]?.rows[0]?.total;
        if (first.value.total !== theirs) {
          throw new Error(`${catalogueHref(filter)}: we count ${first.value.total}, SQL ${theirs}`);
        }
        if (turn < 0) continue;
        ours.push(first.time);
        baseline.push(second.time);
      }
      all.push(...ours);
      ratios.push({ filter: catalogueHref(filter), ratio: median(baseline) / median(ours) });
      totals.ours += median(ours);
      totals.baseline += median(baseline);
    }
    const worst = ratios.reduce((left, right) => (left.ratio < right.ratio ? left : right));
    const p95 = percentile(all, 0.95);
    return {
      p95,
      rows: [
        {
          what: 'Catalogue query',
          ours: ms(totals.ours / filters.length),
          baseline: ms(totals.baseline / filters.length),
          value: percent(worst.ratio),
          budget: `≥ ${percent(BUDGET)}`,
          holds: worst.ratio >= BUDGET,
          note: `mean of the medians of ${filters.length} filters; the ratio is the worst filter's (${worst.filter}), the median one is ${percent(median(ratios.map(({ ratio }) => ratio)))}; ours p95 ${ms(p95)}`,
        },
      ],
    };
  } finally {
    await baselinePool.end();
  }
}

async function timed<T>(work: () => Promise<T>): Promise<{ value: T; time: number }> {
  const started = performance.now();
  const value = await work();
  return { value, time: performance.now() - started };
}
