/** Tests searches by a strain's full name, by a weight however the menu writes it, and by words tied together. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { announceChange } from '#db/announced-changes.ts';
import { products } from '#db/schema/catalogue.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { aProduct } from '#tests/support/people.ts';
import { NO_FILTER } from '../catalogue-filter.ts';
import { catalogueSettled, openCatalogueIndex } from '../catalogue-index.server.ts';
import { readCatalogue } from '../catalogue-queries.server.ts';

let fresh: FreshDatabase;
const ids: Record<string, number> = {};

beforeAll(async () => {
  fresh = await freshDatabase();
  // Each is a separate strain, so that none is a size of another.
  for (const [at, [name, size]] of names.entries())
    ids[name] = await aProduct(fresh.db, { name, size, strainCode: `S${at}` });
  for (const [at, [name]] of tied.entries())
    ids[name] = await aProduct(fresh.db, { name, strainCode: `T${at}` });
  ids.sampler = await aProduct(fresh.db, {
    name: 'Sampler Jar',
    strainCode: 'BVK',
    strainName: 'Beaverkill',
  });
  ids.coded = await aProduct(fresh.db, { name: 'Other Jar', strainCode: 'BVK' });
  await openCatalogueIndex();
});
beforeEach(() => catalogueSettled());
afterAll(() => fresh.stop());

const names: readonly (readonly [string, string | null])[] = [
  ['Amber Flower ½ oz', null],
  ['Bright Flower 1/2-ounce', null],
  ['Cedar Flower, Half Ounce', null],
  ['Dusk Flower 14 grams', null],
  ['Ember Flower ⅛', null],
  ['Fern Flower 1/8th oz', null],
  ['Grove Flower 3½ g', null],
  ['Heron Flower', '⅛ oz'],
  ['Iris Flower', '100 mg'],
  ['Juniper Pens', '5 × 0.50 g'],
];

/** Each with a search that must find it, in addition to its own name. */
const tied = [
  ['AK-47 Reserve', 'ak 47'],
  ['Delta-8 Drops', 'delta 8'],
  ['Ridge No.5 Reserve', 'ridge 5'],
  ['Lark-2.5g', 'lark 2.5 g'],
  ['Maple|2.5g Jar', 'maple 2.5 g'],
  ['Nettle–2.50g', 'nettle 2.5'],
  ['Oak .4g Pen', 'oak 0.4 g'],
  ['Pine 10x4mg', 'pine 10 × 4 mg'],
  ['THC/CBD Drops', 'cbd'],
  ['“Quince” Reserve', 'quince'],
  ['Reed·Sedge', 'sedge'],
  ['Tansy\u00a0Umber', 'umber'],
  ['Violet.Willow', 'willow'],
  ['Yarrow™ Reserve', 'yarrow'],
] as const;

async function found(q: string): Promise<(number | null)[]> {
  const { products: shown } = await readCatalogue({ ...NO_FILTER, q, exact: true });
  return shown.map(({ id }) => id).sort();
}
const named = (...parts: string[]) =>
  Object.entries(ids)
    .filter(([name]) => parts.some((part) => name.startsWith(part)))
    .map(([, id]) => id)
    .sort();

test.each([
  ['½ oz', ['Amber', 'Bright', 'Cedar', 'Dusk']],
  ['1/2 oz', ['Amber', 'Bright', 'Cedar', 'Dusk']],
  ['half ounce', ['Amber', 'Bright', 'Cedar', 'Dusk']],
  ['14g', ['Amber', 'Bright', 'Cedar', 'Dusk']],
  ['⅛', ['Ember', 'Fern', 'Grove', 'Heron']],
  ['1/8', ['Ember', 'Fern', 'Grove', 'Heron']],
  ['1/8 oz', ['Ember', 'Fern', 'Grove', 'Heron']],
  ['eighth', ['Ember', 'Fern', 'Grove', 'Heron']],
  ['3.5 g', ['Ember', 'Fern', 'Grove', 'Heron']],
  ['100mg', ['Iris']],
  ['5x0.5g', ['Juniper']],
  ['5 x .5 g', ['Juniper']],
])('“%s” finds that weight, however the menu writes it', async (q, parts) => {
  expect(await found(q)).toEqual(named(...parts));
});

test.each(tied)('“%s” is found by its name and by “%s”', async (name, q) => {
  expect(await found(name)).toEqual([ids[name]]);
  expect(await found(q)).toEqual([ids[name]]);
});

test('a strain is found by its full name, with other words, by a typo, and again after it changes', async () => {
  const sampler = ids.sampler as number;
  expect(await found('beaverkill')).toEqual([sampler]);
  expect(await found('beaver kill jar')).toEqual([sampler]);
  const { reading } = await readCatalogue({ ...NO_FILTER, q: 'baeverkill' });
  expect(reading).toEqual({ kind: 'corrected', to: 'beaverkill' });
  await fresh.db.update(products).set({ strainName: 'Willowemoc' }).where(eq(products.id, sampler));
  announceChange(`products:${sampler}`);
  await catalogueSettled();
  expect(await found('willowemoc')).toEqual([sampler]);
  expect(await found('beaverkill')).toEqual([]);
  expect(await found('bvk')).toEqual([sampler, ids.coded]);
});
