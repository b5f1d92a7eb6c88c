import { expect, test } from 'vitest';
import type { ProductFacts } from '#core/goods/catalogue/products/product.ts';
import type { ProductSize } from '#core/goods/catalogue/products/product-size.ts';
import { cents } from '#kernel/money.ts';
import { breadcrumbJsonLd, productJsonLd } from './structured-data.ts';

const origin = 'https://farm.example';
const page = { sizes: [], origin, seller: 'Two Branches Farm' };
const product = {
  id: 7,
  name: 'Blue Mist',
  description: 'Pine and citrus.',
  retailPrice: cents(3505),
  offer: null,
  categoryName: 'Flower',
  upcCode: '012345678905',
  available: 1,
  pictures: [{ key: 'mist', alt: 'A jar' }],
} as ProductFacts;

test('search engines get the product, its price in dollars, and that it is picked up', () => {
  expect(productJsonLd(product, page)).toEqual({
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: 'Blue Mist',
    description: 'Pine and citrus.',
    image: ['https://farm.example/media/mist-1200.webp'],
    sku: '7',
    gtin12: '012345678905',
    category: 'Flower',
    brand: { '@type': 'Brand', name: 'Two Branches Farm' },
    offers: {
      '@type': 'Offer',
      url: 'https://farm.example/products/7',
      price: '35.05',
      priceCurrency: 'USD',
      availability: 'https://schema.org/InStock',
      availableDeliveryMethod: 'https://schema.org/OnSitePickup',
      itemCondition: 'https://schema.org/NewCondition',
      seller: { '@type': 'Organization', name: 'Two Branches Farm' },
    },
  });
});

test('during a discount they get the current price, its last day, and the list price struck through', () => {
  const offer = { price: cents(3005), until: '2026-11-30', untilText: 'Nov 30, 2026', terms: 'One each.' };
  expect(productJsonLd({ ...product, offer }, page).offers).toMatchObject({
    price: '30.05',
    priceValidUntil: '2026-11-30',
    priceSpecification: { priceType: 'https://schema.org/StrikethroughPrice', price: '35.05' },
  });
});

test('missing facts are left out or replaced', () => {
  const bare = { ...product, description: '', upcCode: null, available: 0, pictures: [] };
  const read = productJsonLd(bare, page);
  expect(read).not.toHaveProperty('gtin12');
  expect(read).toMatchObject({
    description: 'Blue Mist',
    image: ['https://farm.example/placeholder-product.jpg'],
    offers: { availability: 'https://schema.org/OutOfStock' },
  });
});

/** The smallest size has the longer name, which can happen. */
const sizes = [
  { id: 5, name: 'Blue Mist, an Eighth', label: '1/8 oz' },
  { id: 7, name: 'Blue Mist', label: '1/4 oz' },
  { id: 9, name: 'Blue Mist, One Ounce', label: '1 oz' },
] as ProductSize[];

test('a size is a variant of a group, which each page names the same, with links to the other sizes', () => {
  const { '@context': context, ...alone } = productJsonLd(product, page);
  expect(productJsonLd(product, { ...page, sizes })).toEqual({
    '@context': context,
    '@type': 'ProductGroup',
    '@id': 'https://farm.example/products/5#sizes',
    productGroupID: '5',
    name: 'Blue Mist',
    brand: { '@type': 'Brand', name: 'Two Branches Farm' },
    variesBy: ['https://schema.org/size'],
    hasVariant: [
      { url: 'https://farm.example/products/5' },
      { ...alone, size: '1/4 oz' },
      { url: 'https://farm.example/products/9' },
    ],
  });
  const other = productJsonLd({ ...product, id: 9, name: 'Blue Mist, One Ounce' }, { ...page, sizes });
  expect(other).toMatchObject({ '@id': 'https://farm.example/products/5#sizes', name: 'Blue Mist' });
});

test('an only size, or a product outside its sizes, is a plain product', () => {
  for (const some of [sizes.slice(1, 2), sizes.filter(({ id }) => id !== 7)])
    expect(productJsonLd(product, { ...page, sizes: some })).toMatchObject({ '@type': 'Product', sku: '7' });
});

test('breadcrumbs are numbered from one', () => {
  const steps = [
    { name: 'Products', path: '/products' },
    { name: 'Flower', path: '/products?category=flower' },
  ];
  expect(breadcrumbJsonLd(steps, origin)).toEqual({
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: [
      { '@type': 'ListItem', position: 1, name: 'Products', item: 'https://farm.example/products' },
      {
        '@type': 'ListItem',
        position: 2,
        name: 'Flower',
        item: 'https://farm.example/products?category=flower',
      },
    ],
  });
});
