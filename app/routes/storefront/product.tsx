/** /products/{id}: one product. One that is not on the menu leads to the catalogue, which says so. */

import { actorContext } from '#features/access/actor-context.ts';
import { readProduct, readRelated } from '#features/catalogue/catalogue-queries.server.ts';
import { packCard } from '#features/catalogue/packed-card.ts';
import { PLACEHOLDER_PICTURE, pictureUrl } from '#features/catalogue/picture.ts';
import { lotRows, productRows } from '#features/catalogue/product-facts.ts';
import { readProductId } from '#features/catalogue/read-product-id.ts';
import { readSizes } from '#features/catalogue/sizes-queries.server.ts';
import { breadcrumbJsonLd, productJsonLd } from '#features/catalogue/structured-data.ts';
import { BuyBox } from '#features/catalogue/ui/buy-box.tsx';
import { headTags, type PageHead } from '#features/catalogue/ui/catalogue-page.ts';
import { ProductPage } from '#features/catalogue/ui/product-page.tsx';
import { RecentShelf } from '#features/catalogue/ui/recent-shelf.tsx';
import { ShareButton } from '#features/catalogue/ui/share-button.tsx';
import { MAXIMUM_QUANTITY } from '#features/checkout/cart.ts';
import { wholeNumber } from '#features/checkout/change-cart.ts';
import { AddToCart } from '#features/checkout/ui/add-to-cart.tsx';
import { priceNow } from '#features/discounts/discount.ts';
import { readMarks } from '#features/favorites/marks-queries.server.ts';
import { FavoriteButton, MarksProvider, NotifyMe } from '#features/favorites/ui/marks.tsx';
import { loginPath } from '#features/identity/return-path.ts';
import { readSettings } from '#features/settings/settings-queries.server.ts';
import { formatCents } from '#kernel/money.ts';
import type { CacheHandle } from '#platform/cached-for-guests.ts';
import { redirectWithFlash } from '#platform/flash.ts';
import { requestInfo } from '#platform/request-context.ts';
import { cardAction } from '#shell/card-action.tsx';
import { readOpeningWords } from '#shell/opening-words.server.ts';
import { useRecentVisitor } from '#shell/use-recent-visitor.ts';
import type { Route } from './+types/product';

export const handle = { cachedForGuests: 'by-path' } satisfies CacheHandle;

export async function loader({ params, context, url }: Route.LoaderArgs) {
  const { origin } = context.get(requestInfo);
  const id = readProductId(params.id);
  const [product, related, sizes, { store, pickup }, marks, opening] = await Promise.all([
    id === null ? null : readProduct(id),
    id === null ? [] : readRelated(id),
    id === null ? [] : readSizes(id),
    readSettings(),
    readMarks(context.get(actorContext)),
    readOpeningWords(),
  ]);
  if (!product) throw redirectWithFlash('/products', 'Product not found', 'error');
  const path = `/products/${product.id}`;
  const isGuest = context.get(actorContext).kind === 'guest';
  const shelf = `/products?category=${encodeURIComponent(product.categorySlug)}`;
  const [picture] = product.pictures;
  const head: PageHead = {
    siteName: store.name,
    title: `${product.name} · ${store.name}`,
    description:
      `${product.name}, ${[product.size, formatCents(priceNow(product))].filter(Boolean).join(', ')}. ${product.description}`
        .slice(0, 300)
        .toWellFormed(),
    canonical: origin + path,
    image: origin + (picture ? pictureUrl(picture.key, 1200) : PLACEHOLDER_PICTURE),
  };
  return {
    product,
    sizes,
    related: related.map(packCard),
    marks,
    facts: productRows(product),
    lot: product.lot ? lotRows(product.lot) : [],
    // Only whoever is signed in has reserved anything, and a guest's page is kept for others.
    again: isGuest ? null : wholeNumber(url.searchParams.get('again'), MAXIMUM_QUANTITY),
    // Likewise the key of a reservation: of one that many share, the second would be taken for the first.
    attempt: isGuest ? '' : crypto.randomUUID(),
    login: isGuest ? loginPath(path) : null,
    holdHours: pickup.holdHours,
    nextPickup: opening.nextPickup,
    head,
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

/** The router escapes '<' in JSON-LD; a data block needs no nonce, because it never runs. */
export const meta: Route.MetaFunction = ({ loaderData }) =>
  loaderData
    ? [
        ...headTags(loaderData.head, 'product'),
        ...loaderData.jsonLd.map((data) => ({ 'script:ld+json': data })),
      ]
    : [];

export default function Product({ loaderData }: Route.ComponentProps) {
  const { product, facts, lot, sizes, related, marks, attempt, login, again, holdHours, nextPickup, head } =
    loaderData;
  const visitor = useRecentVisitor();
  const [picture] = product.pictures;
  return (
    <MarksProvider marks={marks}>
      <ProductPage
        product={product}
        facts={facts}
        lot={lot}
        sizes={sizes}
        related={related}
        cardAction={cardAction}
        buyBox={
          <BuyBox
            // Another product begins with a quantity of 1.
            key={product.id}
            product={product}
            attempt={attempt}
            login={login}
            again={again}
            holdHours={holdHours}
            nextPickup={nextPickup}
            notifyMe={<NotifyMe product={product} />}
            addToCart={(form) => (
              <AddToCart
                form={form}
                product={{
                  id: product.id,
                  name: product.name,
                  retailPrice: product.retailPrice,
                  offer: product.offer,
                  image: picture ? pictureUrl(picture.key, 320) : null,
                  productType: product.productType,
                  requiresId: product.requiresId,
                  available: product.available,
                }}
              />
            )}
          />
        }
        mark={
          <span className="flex">
            <ShareButton name={product.name} url={head.canonical} />
            <FavoriteButton product={product} />
          </span>
        }
      />
      <RecentShelf visitor={visitor} viewing={product.id} />
    </MarksProvider>
  );
}
