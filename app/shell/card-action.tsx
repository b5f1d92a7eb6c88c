/** What can be done with a card: the cart's button. Composed here, because rooms do not open each other's cupboards. */
import { pictureUrl } from '#features/catalogue/picture.ts';
import type { ProductCardFacts } from '#features/catalogue/product.ts';
import { AddToCart } from '#features/checkout/ui/add-to-cart.tsx';

export function cardAction(product: ProductCardFacts) {
  if (product.id === null) return null;
  return (
    <AddToCart
      product={{
        id: product.id,
        name: product.name,
        retailPrice: product.retailPrice,
        image: product.picture ? pictureUrl(product.picture.key, 320) : null,
        productType: product.productType,
        requiresId: product.requiresId,
        available: product.available,
      }}
    />
  );
}
