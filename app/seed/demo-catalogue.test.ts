import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { PICTURE_WIDTHS } from '#core/goods/catalogue/pictures/picture.ts';
import { drawnFile, upcCheckDigit } from './catalogue/product.ts';
import { demoCategories, demoProducts } from './demo-catalogue.ts';

const project = new URL('../../', import.meta.url);
const repeated = (values: readonly string[]) =>
  values.filter((value, index) => values.indexOf(value) !== index);
const cannabis = demoProducts.filter((product) => product.productType === 'cannabis');

/** Slang, health claims and words that appeal to minors, which the state forbids in advertising. */
const unwelcome =
  /\b(weed|pot|stoned?|stoner|ganja|dank|420|bud|candy|gumm(y|ies)|kids?|cure[sd]? (pain|anxiety)|heal(s|ing)?|relie(f|ves?)|pain|anxiety|insomnia|sleep|medicin\w*|therap\w*|potent|strongest|high)\b/i;

test('the demo menu is large and varied enough to show every filter', () => {
  expect(demoProducts.length).toBeGreaterThanOrEqual(60);
  expect(demoCategories.length).toBeGreaterThanOrEqual(10);
  expect(new Set(demoProducts.map((product) => product.productType))).toEqual(
    new Set(['cannabis', 'fly_fishing', 'home_decor', 'apparel']),
  );
});

test('each slug, name, UPC, batch and package tag belongs to one product', () => {
  const lots = demoProducts.flatMap((product) => product.lots);
  expect(repeated(demoProducts.map((product) => product.slug))).toEqual([]);
  expect(repeated(demoProducts.map((product) => product.name))).toEqual([]);
  expect(repeated(demoProducts.map((product) => product.upc))).toEqual([]);
  expect(repeated(lots.map((lot) => lot.batchNumber))).toEqual([]);
  expect(repeated(lots.flatMap((lot) => lot.packageTag ?? []))).toEqual([]);
});

test('the check digit follows the UPC-A rule', () => {
  expect(upcCheckDigit('03600029145')).toBe(2);
  expect(upcCheckDigit('04210000526')).toBe(4);
});

test.each(demoProducts.map((product) => [product.slug, product] as const))(
  '%s has a category, a valid UPC, sensible prices and a batch',
  (_slug, product) => {
    expect(demoCategories.map((category) => category.slug)).toContain(product.category);
    expect(product.upc).toMatch(/^\d{12}$/);
    expect(Number(product.upc.at(-1))).toBe(upcCheckDigit(product.upc));
    expect(product.wholesaleCents).toBeGreaterThan(0);
    expect(product.retailCents).toBeGreaterThan(product.wholesaleCents);
    expect(product.lots.length).toBeGreaterThan(0);
    for (const lot of product.lots) expect(lot.onHand).toBeGreaterThanOrEqual(0);
  },
);

test.each(demoProducts.map((product) => [product.slug, product] as const))(
  '%s has a description without slang, health claims or boasting',
  (_slug, product) => {
    const words = [product.name, product.description, product.cannabisContent ?? ''].join(' ');
    expect(words.match(unwelcome)).toBeNull();
  },
);

test('every category has a product', () => {
  const empty = demoCategories.filter(({ slug }) => !demoProducts.some(({ category }) => category === slug));
  expect(empty).toEqual([]);
});

test.each(cannabis.map((product) => [product.slug, product] as const))(
  '%s is restricted, counts toward a limit, and comes in tested batches',
  (_slug, product) => {
    expect(product.requiresId).toBe(true);
    expect(product.taxClass).toBe('cannabis');
    expect(product.limitCategory).not.toBeNull();
    expect(product.limitMg).toBeGreaterThan(0);
    expect(product.limitMg).toBe(
      product.limitCategory === 'edible' ? product.thcMgPerPackage : product.netWeightMg,
    );
    for (const lot of product.lots) {
      expect(lot.packageTag).toMatch(/^1A4SAMPLE\d{15}$/);
      expect(lot.testStatus).toMatch(/^(Test|Retest)Passed$/);
      expect(lot.expiresInDays).toBeGreaterThan(0);
      expect(lot.coaNumber).toContain('SAMPLE');
    }
  },
);

test('milligrams on the package match the percentage and the weight', () => {
  for (const { slug, thcBp, netWeightMg, thcMgPerPackage, cbdBp, cbdMgPerPackage } of cannabis) {
    if (thcBp === null || cbdBp === null || netWeightMg === null) continue;
    expect(Math.abs((netWeightMg * thcBp) / 10_000 - (thcMgPerPackage ?? 0)), slug).toBeLessThanOrEqual(1);
    expect(Math.abs((netWeightMg * cbdBp) / 10_000 - (cbdMgPerPackage ?? 0)), slug).toBeLessThanOrEqual(1);
  }
});

test('merchandise requires no ID and counts toward no limit', () => {
  for (const product of demoProducts.filter(({ productType }) => productType !== 'cannabis')) {
    expect(product.requiresId).toBe(false);
    expect(product.limitCategory).toBeNull();
    expect(product.strainCode).toBeNull();
  }
});

test('every picture of the menu exists in every width and has a description', () => {
  const images = demoProducts.flatMap((product) => product.images);
  const drawings = images.flatMap(({ picture }) => PICTURE_WIDTHS.map((width) => drawnFile(picture, width)));
  expect(drawings.filter((file) => !existsSync(new URL(file, project)))).toEqual([]);
  expect(images.filter(({ alt }) => alt.length < 10)).toEqual([]);
  expect(repeated(images.map(({ picture }) => picture))).toEqual([]);
});
