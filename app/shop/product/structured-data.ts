/** Builds the product data for search engines: schema.org, as JSON-LD. */

import { PLACEHOLDER_PICTURE, pictureUrl } from '#core/goods/catalogue/pictures/picture.ts';
import type { ProductFacts } from '#core/goods/catalogue/products/product.ts';
import type { ProductSize } from '#core/goods/catalogue/products/product-size.ts';
import { priceNow } from '#core/goods/discounts/discount.ts';

type JsonLd = Record<string, unknown>;

const dollars = (amount: number): string => (amount / 100).toFixed(2);

/** The product and its offer, or all its sizes. */
export function productJsonLd(
  product: ProductFacts,
  { sizes, origin, seller }: { sizes: readonly ProductSize[]; origin: string; seller: string },
): JsonLd {
  const own = sizes.find(({ id }) => id === product.id);
  const one = oneJsonLd(product, origin, seller);
  return {
    '@context': 'https://schema.org',
    ...(own && sizes.length > 1
      ? groupJsonLd({ ...one, size: own.label }, { sizes, own, origin, seller })
      : one),
  };
}

/**
 * Sizes of one product, each with its own page: this page describes its size in full and links to the others, whose
 * pages describe theirs. Every page gives the group the same name, the part its names share, taken from the shortest.
 */
function groupJsonLd(
  variant: JsonLd,
  page: { sizes: readonly ProductSize[]; own: ProductSize; origin: string; seller: string },
): JsonLd {
  const { sizes, own, origin, seller } = page;
  const [smallest = own] = sizes;
  const [{ name } = own] = sizes.toSorted((left, right) => left.name.length - right.name.length);
  return {
    '@type': 'ProductGroup',
    '@id': `${origin}/products/${smallest.id}#sizes`,
    productGroupID: String(smallest.id),
    name,
    brand: brandOf(seller),
    variesBy: ['https://schema.org/size'],
    hasVariant: sizes.map((size) => (size === own ? variant : { url: `${origin}/products/${size.id}` })),
  };
}

const brandOf = (seller: string): JsonLd => ({ '@type': 'Brand', name: seller });

/** Reserved online, handed over and paid at the farm. */
function oneJsonLd(product: ProductFacts, origin: string, seller: string): JsonLd {
  const pictures = product.pictures.map(({ key }) => origin + pictureUrl(key, 1200));
  return {
    '@type': 'Product',
    name: product.name,
    description: product.description || product.name,
    image: pictures.length > 0 ? pictures : [origin + PLACEHOLDER_PICTURE],
    sku: String(product.id),
    ...(product.upcCode ? { [`gtin${product.upcCode.length}`]: product.upcCode } : {}),
    category: product.categoryName,
    brand: brandOf(seller),
    offers: {
      '@type': 'Offer',
      url: `${origin}/products/${product.id}`,
      price: dollars(priceNow(product)),
      priceCurrency: 'USD',
      ...(product.offer
        ? {
            priceValidUntil: product.offer.until,
            priceSpecification: {
              '@type': 'UnitPriceSpecification',
              priceType: 'https://schema.org/StrikethroughPrice',
              price: dollars(product.retailPrice),
              priceCurrency: 'USD',
            },
          }
        : {}),
      availability: `https://schema.org/${product.available > 0 ? 'InStock' : 'OutOfStock'}`,
      availableDeliveryMethod: 'https://schema.org/OnSitePickup',
      itemCondition: 'https://schema.org/NewCondition',
      seller: { '@type': 'Organization', name: seller },
    },
  };
}

/** The page's breadcrumbs: Products, shelf, product. */
export function breadcrumbJsonLd(steps: readonly { name: string; path: string }[], origin: string): JsonLd {
  return {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: steps.map(({ name, path }, at) => ({
      '@type': 'ListItem',
      position: at + 1,
      name,
      item: origin + path,
    })),
  };
}
