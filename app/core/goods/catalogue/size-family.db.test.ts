import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { products } from '#db/schema/catalogue.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { aProduct } from '#tests/support/people.ts';

let fresh: FreshDatabase;
beforeAll(async () => {
  fresh = await freshDatabase();
});
afterAll(() => fresh.stop());

type Wanted = Parameters<typeof aProduct>[1];

const alike: Wanted = { strainCode: 'NLT', strainType: 'indica', netWeightMg: 3500 };

async function familyOf(wanted: Wanted): Promise<number | null> {
  const id = await aProduct(fresh.db, { ...alike, ...wanted, onHand: 0 });
  const [row] = await fresh.db
    .select({ family: products.sizeFamily })
    .from(products)
    .where(eq(products.id, id));
  return row?.family ?? null;
}

describe('the sizes of one product', () => {
  test.each([
    'Northern Lights Whole Flower, Quarter Ounce',
    'Northern Lights Whole Flower, an Eighth',
    'Northern Lights Whole Flower, Eighth',
    'Northern Lights Whole Flower 3.5 g',
    'Northern Lights Whole Flower (7g)',
    'Northern Lights Whole Flower 1/8 oz',
    'Northern Lights Whole Flower – One Ounce',
    'Northern Lights Whole Flower, a Half Ounce',
    'Northern Lights Whole Flower, Half of an Ounce',
    'northern lights  whole flower, 14 grams',
    '3.5-gram Northern Lights Whole Flower',
    'Northern Lights Whole Flower 5 × 0.5 g',
    'Northern Lights Whole Flower ½ oz',
    'Northern Lights Whole Flower 1/2 oz',
    'Northern Lights Whole Flower, half ounce',
    'Northern Lights Whole Flower 3½g',
    '⅛oz Northern Lights Whole Flower',
    'Northern Lights Whole Flower 1/8th oz',
    'Northern Lights Whole Flower 1/8',
    'Northern Lights Whole Flower – 1/8th',
    'Northern Lights Whole Flower (⅛)',
    'Northern Lights Whole Flower ¼',
    'Northern Lights Whole Flower eighth',
  ])('include %s for Northern Lights Whole Flower', async (name) => {
    const family = await familyOf({ name: 'Northern Lights Whole Flower' });
    expect(family).not.toBeNull();
    expect(await familyOf({ name, netWeightMg: 7000 })).toBe(family);
  });

  test.each<[string, Wanted]>([
    ['of another strain', { strainCode: 'BVK' }],
    ['of another strain type', { strainType: 'hybrid' }],
    ['of another product type', { productType: 'apparel' }],
    ['of another name', { name: 'Northern Lights Small Flower' }],
    ['named after a half of something else', { name: 'Half Moon Northern Lights Whole Flower' }],
    ['of another strength', { name: 'Northern Lights Whole Flower 10 mg' }],
    ['named with a plus', { name: 'Northern Lights Whole Flower+' }],
    ['named with a picture', { name: 'Northern Lights Whole Flower 🔥' }],
    ['named with a number that is not a weight', { name: 'Northern Lights Whole Flower No. 2' }],
    ['named with a fraction that is a number', { name: 'Northern Lights Whole Flower No. 1/8' }],
    ['named with a fraction after a number', { name: 'Northern Lights Whole Flower 2 1/2' }],
    ['named with a ratio', { name: 'Northern Lights Whole Flower CBD/THC 1/2' }],
    ['named with its strength', { name: 'Northern Lights Whole Flower 10mg THC' }],
    ['named after half of something', { name: 'Northern Lights Whole Flower Half' }],
  ])('exclude a product %s', async (_, wanted) => {
    const name = 'Northern Lights Whole Flower';
    const family = await familyOf({ name });
    expect(await familyOf({ name, ...wanted })).not.toBe(family);
  });

  test.each<[string, Wanted]>([
    ['a tincture or an edible', { limitCategory: 'edible' }],
    ['a fly', { productType: 'fly_fishing', limitCategory: null }],
  ])('do not read a bare fraction after the name of %s as a weight', async (_, kind) => {
    const family = await familyOf({ ...kind, name: 'Northern Lights' });
    expect(await familyOf({ ...kind, name: 'Northern Lights 1/8', netWeightMg: 7000 })).not.toBe(family);
    expect(await familyOf({ ...kind, name: 'Northern Lights ⅛ oz', netWeightMg: 7000 })).toBe(family);
  });

  test('exclude a product of another category', async () => {
    const name = 'Northern Lights Whole Flower';
    const id = await aProduct(fresh.db, { ...alike, name });
    const family = await familyOf({ name });
    await fresh.db.execute(sql`
      with shelf as (insert into categories (name, slug) values ('Vapes', 'vapes') returning id)
      update products set category_id = shelf.id from shelf where products.id = ${id}`);
    const [moved] = await fresh.db
      .select({ family: products.sizeFamily })
      .from(products)
      .where(eq(products.id, id));
    expect(moved?.family).not.toBe(family);
  });

  test('exclude a product without a weight', async () => {
    expect(await familyOf({ netWeightMg: null })).toBeNull();
  });

  test('exclude a product whose name is only a weight', async () => {
    for (const name of ['3.5 g', 'One Ounce', '–']) expect(await familyOf({ name })).toBeNull();
  });

  test('share a number that JavaScript represents exactly', async () => {
    for (const name of ['A', 'B', 'C', 'D'])
      expect(Number.isSafeInteger(await familyOf({ name }))).toBe(true);
  });
});
