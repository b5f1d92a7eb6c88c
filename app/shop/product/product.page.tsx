/** /products/{id}: one product. An unknown product shows the menu with 'Product not found'. */

import { redirect } from 'react-router';
import { readProductId } from '#core/goods/catalogue/products/read-product-id.ts';
import { ProductPage } from '#core/goods/catalogue/products/ui/product-view.tsx';
import { actorContext } from '#core/ground/access/actor-context.ts';
import { movedProductPath } from '#core/running/move-in/moved-address-queries.server.ts';
import { MAXIMUM_QUANTITY } from '#core/sales/checkout/cart.ts';
import { wholeNumber } from '#kernel/number.ts';
import type { CacheHandle } from '#platform/pages/cached-for-guests.ts';
import { redirectWithFlash } from '#platform/requests/flash.ts';
import { requestInfo } from '#platform/requests/request-context.ts';
import { cardAction } from '#shop/cart/card-action.tsx';
import { FavoriteButton, MarksProvider } from '#shop/kit/marks.tsx';
import { headTags } from '#shop/menu/catalogue-page.ts';
import { RecentShelf } from '#shop/recently-viewed/recent-shelf.tsx';
import type { Route } from './+types/product.page';
import { ProductBuyBox } from './product-buy-box.tsx';
import { readProductPage } from './product-page-queries.server.ts';
import { ShareButton } from './share-button.tsx';

export const handle = { cachedForGuests: 'by-path' } satisfies CacheHandle;

export async function loader({ params, context, url }: Route.LoaderArgs) {
  const id = readProductId(params.id);
  const actor = context.get(actorContext);
  const page = id === null ? null : await readProductPage(id, actor, context.get(requestInfo).origin);
  if (!page) {
    const moved = await movedProductPath(params.id);
    // Links to the former shop’s pages lead on for good.
    if (moved !== null) throw redirect(moved, 301);
    throw redirectWithFlash('/products', 'Product not found', 'error');
  }
  // Only signed-in people have reservations; a guest's page is cached for everyone.
  const isGuest = actor.kind === 'guest';
  return {
    ...page,
    again: isGuest ? null : wholeNumber(url.searchParams.get('again'), MAXIMUM_QUANTITY),
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
  const { product, facts, lot, sizes, related, marks, rules, attempt, again, nextPickup, head } = loaderData;
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
          <ProductBuyBox
            // Another product starts with a quantity of 1.
            key={product.id}
            product={product}
            rules={rules}
            attempt={attempt}
            again={again}
            nextPickup={nextPickup}
            isAwaited={marks?.waiting.includes(product.id) ?? false}
          />
        }
        mark={
          <div className="flex">
            <ShareButton name={product.name} url={head.canonical} />
            <FavoriteButton product={product} isStored={marks?.favorites.includes(product.id) ?? false} />
          </div>
        }
      />
      <RecentShelf viewing={product.id} />
    </MarksProvider>
  );
}
