/** Loads everything the page of a product shows. */

import { PICTURE_SIZE, PLACEHOLDER_PICTURE, pictureUrl } from '#core/goods/catalogue/pictures/picture.ts';
import { readProduct, readRelated } from '#core/goods/catalogue/product-queries.server.ts';
import type { ProductFacts } from '#core/goods/catalogue/products/product.ts';
import { lotRows, productRows } from '#core/goods/catalogue/products/product-facts.ts';
import { readSizes } from '#core/goods/catalogue/sizes-queries.server.ts';
import { priceNow } from '#core/goods/discounts/discount.ts';
import type { Actor } from '#core/ground/access/actor.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { formatCents } from '#kernel/money.ts';
import { readCartRules } from '#shop/cart/cart-queries.server.ts';
import { readMarks } from '#shop/kit/marks-queries.server.ts';
import { readOpeningWords } from '#shop/kit/opening-words.server.ts';
import type { PageHead } from '#shop/menu/catalogue-page.ts';
import { breadcrumbJsonLd, productJsonLd } from './structured-data.ts';

/** null for a product that is not on the menu. */
export async function readProductPage(id: number, actor: Actor, origin: string) {
  const [product, related, sizes, { store }, marks, opening, rules] = await Promise.all([
    readProduct(id),
    readRelated(id),
    readSizes(id),
    readSettings(),
    readMarks(actor),
    readOpeningWords(),
    readCartRules(actor),
  ]);
  if (!product) return null;
  const path = `/products/${product.id}`;
  const shelf = `/products?category=${encodeURIComponent(product.categorySlug)}`;
  const isGuest = actor.kind === 'guest';
  return {
    product,
    sizes,
    related,
    marks,
    rules,
    facts: productRows(product),
    lot: product.lot ? lotRows(product.lot) : [],
    // A guest's page is cached for everyone, and with a shared key the second reservation would count as the first.
    attempt: isGuest ? '' : crypto.randomUUID(),
    nextPickup: opening.nextPickup,
    head: headOf(product, store.name, origin),
    jsonLd: [
      productJsonLd(product, { sizes, origin, seller: store.name }),
      breadcrumbJsonLd(
        [
          { name: 'Products', path: '/products' },
          { name: product.categoryName, path: shelf },
          { name: product.name, path },
        ],
        origin,
      ),
    ],
  };
}

function headOf(product: ProductFacts, siteName: string, origin: string): PageHead {
  const { name, size, description } = product;
  const [first] = product.pictures;
  const facts = [size, formatCents(priceNow(product))].filter(Boolean).join(', ');
  return {
    siteName,
    title: `${name} · ${siteName}`,
    description: `${name}, ${facts}. ${description}`.trim().slice(0, 300).toWellFormed(),
    canonical: `${origin}/products/${product.id}`,
    picture: {
      url: origin + (first ? pictureUrl(first.key, 1200) : PLACEHOLDER_PICTURE),
      ...PICTURE_SIZE,
      alt: first?.alt || name,
    },
  };
}
