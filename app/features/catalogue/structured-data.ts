/** What search engines read of a product: schema.org, as JSON-LD. */
import { priceNow } from '#features/discounts/discount.ts';
import { PLACEHOLDER_PICTURE, pictureUrl } from './picture.ts';
import type { ProductFacts } from './product.ts';

type JsonLd = Record<string, unknown>;

const dollars = (amount: number): string => (amount / 100).toFixed(2);

/** The product and its offer. Reserved online, handed over and paid for at the farm. */
export function productJsonLd(product: ProductFacts, origin: string, seller: string): JsonLd {
  const pictures = product.pictures.map(({ key }) => origin + pictureUrl(key, 1200));
  return {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: product.name,
    description: product.description || product.name,
    image: pictures.length > 0 ? pictures : [origin + PLACEHOLDER_PICTURE],
    sku: String(product.id),
    ...(product.upcCode ? { gtin12: product.upcCode } : {}),
    category: product.categoryName,
    brand: { '@type': 'Brand', name: seller },
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

/** Where the page stands: Products, shelf, product. */
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
