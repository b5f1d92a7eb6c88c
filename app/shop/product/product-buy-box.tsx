/** Renders the shop's buy box: its quantity ends at what fits beside what is in the cart already. */
import { useEffect } from 'react';
import { pictureUrl } from '#core/goods/catalogue/pictures/picture.ts';
import type { ProductFacts } from '#core/goods/catalogue/products/product.ts';
import { BuyBox } from '#core/goods/catalogue/ui/buy-box.tsx';
import { unitsKnown } from '#core/goods/stock/stock.ts';
import { type CartRules, moreFitWords, reducedWords, roomWords } from '#core/sales/checkout/cart-room.ts';
import { AddToCart } from '#shop/cart/add-to-cart.tsx';
import { type CartProduct, learnRules } from '#shop/cart/cart-products.ts';
import { roomFor, useCart } from '#shop/cart/cart-store.ts';
import { NotifyMe } from '#shop/kit/marks.tsx';

export function ProductBuyBox({
  product,
  rules,
  attempt,
  again,
  nextPickup,
  isAwaited,
}: {
  product: ProductFacts;
  rules: CartRules;
  attempt: string;
  again: number | null;
  nextPickup: string | null;
  /** Whether the person waits for the product to come back. */
  isAwaited: boolean;
}) {
  useEffect(() => learnRules(rules), [rules]);
  const inCart = useCart().find((item) => item.productId === product.id)?.quantity ?? 0;
  const sold = cartProduct(product);
  const room = roomFor(sold);
  return (
    <BuyBox
      product={product}
      attempt={attempt}
      again={again}
      nextPickup={nextPickup}
      room={{
        more: room.most - inCart,
        words: roomWords(room),
        reduced: (from, now) => (inCart > 0 ? moreFitWords(room, inCart) : reducedWords(room, from, now)),
      }}
      notifyMe={<NotifyMe product={product} isStored={isAwaited} />}
      addToCart={(form) => <AddToCart form={form} product={sold} />}
    />
  );
}

function cartProduct(product: ProductFacts): CartProduct {
  const { id, name, retailPrice, offer, productType, requiresId, available, limitCategory, limitMg } =
    product;
  const [picture] = product.pictures;
  const counts = limitCategory && limitMg ? { category: limitCategory, mg: limitMg } : null;
  const image = picture ? pictureUrl(picture.key, 320) : null;
  return {
    ...{ id, name, retailPrice, offer, productType, requiresId, counts, image },
    available: unitsKnown(available),
  };
}
