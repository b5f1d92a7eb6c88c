/**
 * Renders a card's actions: the cart button, or 'Notify me' when it is sold out, and the heart. Composed here, because
 * rooms must not import each other's internals.
 */
import { pictureUrl } from '#core/catalogue/pictures/picture.ts';
import type { ProductCardFacts } from '#core/catalogue/products/product.ts';
import type { CardAction, Mark } from '#core/catalogue/products/ui/product-card.tsx';
import { unitsKnown } from '#core/stock/stock.ts';
import { AddToCart } from '#shop/cart/add-to-cart.tsx';
import { FavoriteButton, NotifyMe, useMarksOf } from '#shop/favorites/marks.tsx';

export const cardAction: CardAction = { of: actionOf, useMarks: useMarksOf };

function actionOf(product: ProductCardFacts, { isFavorite, isWaiting }: Mark) {
  if (product.id === null) return null;
  const { id, name } = product;
  return (
    <>
      <div className="relative z-10 mt-2.5">
        {product.available < 1 ? (
          <NotifyMe product={{ id, name }} isStored={isWaiting} />
        ) : (
          <AddToCart
            product={{
              id,
              name,
              retailPrice: product.retailPrice,
              offer: product.offer,
              image: product.picture ? pictureUrl(product.picture.key, 320) : null,
              productType: product.productType,
              requiresId: product.requiresId,
              available: unitsKnown(product.available),
            }}
          />
        )}
      </div>
      <div className="absolute top-1 right-1 z-10">
        <FavoriteButton product={{ id, name }} isStored={isFavorite} />
      </div>
    </>
  );
}
