/** Renders a card's actions: the cart button or one for each size, or 'Notify me' when it is sold out, and the heart. */
import { pictureUrl } from '#core/goods/catalogue/pictures/picture.ts';
import type { CardSize, ProductCardFacts } from '#core/goods/catalogue/products/product.ts';
import type { CardAction, Mark } from '#core/goods/catalogue/products/ui/product-card.tsx';
import { unitsKnown } from '#core/goods/stock/stock.ts';
import { FavoriteButton, NotifyMe, useMarksOf } from '#shop/kit/marks.tsx';
import { AddSize } from './add-size.tsx';
import { AddToCart } from './add-to-cart.tsx';

export const cardAction: CardAction = { of: actionOf, useMarks: useMarksOf };

function actionOf(product: ProductCardFacts, { isFavorite, isWaiting }: Mark) {
  if (product.id === null) return null;
  const { id, name, productType, requiresId } = product;
  const inCart = (
    size: Pick<CardSize, 'id' | 'name' | 'retailPrice' | 'offer' | 'available' | 'picture'>,
  ) => ({
    id: size.id,
    name: size.name,
    retailPrice: size.retailPrice,
    offer: size.offer,
    image: size.picture ? pictureUrl(size.picture, 320) : null,
    productType,
    requiresId,
    available: unitsKnown(size.available),
  });
  return (
    <>
      {product.available < 1 ? (
        <NotifyMe product={{ id, name }} isStored={isWaiting} className="card-action" />
      ) : product.sizes ? (
        <AddSize sizes={product.sizes.map((size) => ({ ...inCart(size), label: size.label }))} />
      ) : (
        <AddToCart product={inCart({ ...product, id, picture: product.picture?.key ?? null })} />
      )}
      <FavoriteButton product={{ id, name }} isStored={isFavorite} className="card-heart" />
    </>
  );
}
