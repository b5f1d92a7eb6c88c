/** /products/{id}: one product. One that is not on the menu leads to the catalogue, which says so. */
import { readProduct, readRelated } from '#features/catalogue/catalogue-queries.server.ts';
import { PLACEHOLDER_PICTURE, pictureUrl } from '#features/catalogue/picture.ts';
import { lotRows, productRows } from '#features/catalogue/product-facts.ts';
import { readProductId } from '#features/catalogue/read-product-id.ts';
import { breadcrumbJsonLd, productJsonLd } from '#features/catalogue/structured-data.ts';
import { BuyBox } from '#features/catalogue/ui/buy-box.tsx';
import { ProductPage } from '#features/catalogue/ui/product-page.tsx';
import { AddToCart } from '#features/checkout/ui/add-to-cart.tsx';
import { actorContext } from '#features/identity/actor-context.ts';
import { loginPath } from '#features/identity/return-path.ts';
import { readSettings } from '#features/settings/settings-queries.server.ts';
import { formatCents } from '#kernel/money.ts';
import { redirectWithFlash } from '#platform/flash.ts';
import { requestFacts } from '#platform/request-context.ts';
import type { Route } from './+types/product';
import { cardAction } from './card-action.tsx';
import { headTags, type PageHead } from './catalogue-page.ts';

export async function loader({ params, context }: Route.LoaderArgs) {
  const { origin } = context.get(requestFacts);
  const id = readProductId(params.id);
  const [product, related, { store }] = await Promise.all([
    id === null ? null : readProduct(id),
    id === null ? [] : readRelated(id),
    readSettings(),
  ]);
  if (!product) throw redirectWithFlash('/products', 'Product not found', 'error');
  const path = `/products/${product.id}`;
  const shelf = `/products?category=${encodeURIComponent(product.categorySlug)}`;
  const [picture] = product.pictures;
  const head: PageHead = {
    siteName: store.name,
    title: `${product.name} · ${store.name}`,
    description:
      `${product.name}, ${[product.size, formatCents(product.retailPrice)].filter(Boolean).join(', ')}. ${product.description}`
        .slice(0, 300)
        .toWellFormed(),
    canonical: origin + path,
    image: origin + (picture ? pictureUrl(picture.key, 1200) : PLACEHOLDER_PICTURE),
  };
  return {
    product,
    related,
    facts: productRows(product),
    lot: product.lot ? lotRows(product.lot) : [],
    attempt: crypto.randomUUID(),
    login: context.get(actorContext).kind === 'guest' ? loginPath(path) : null,
    head,
    jsonLd: [
      productJsonLd(product, origin, store.name),
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

/** The router escapes '<' in JSON-LD; a data block needs no nonce, because it never runs. */
export const meta: Route.MetaFunction = ({ loaderData }) =>
  loaderData
    ? [
        ...headTags(loaderData.head, 'product'),
        ...loaderData.jsonLd.map((data) => ({ 'script:ld+json': data })),
      ]
    : [];

export default function Product({ loaderData }: Route.ComponentProps) {
  const { product, facts, lot, related, attempt, login } = loaderData;
  const [picture] = product.pictures;
  return (
    <ProductPage
      // Another product is another page: its quantity begins at 1, its pictures at the first.
      key={product.id}
      product={product}
      facts={facts}
      lot={lot}
      related={related}
      cardAction={cardAction}
      buyBox={
        <BuyBox
          product={product}
          attempt={attempt}
          login={login}
          addToCart={(form) => (
            <AddToCart
              form={form}
              product={{
                id: product.id,
                name: product.name,
                retailPrice: product.retailPrice,
                image: picture ? pictureUrl(picture.key, 320) : null,
                productType: product.productType,
                requiresId: product.requiresId,
                available: product.available,
              }}
            />
          )}
        />
      }
    />
  );
}
