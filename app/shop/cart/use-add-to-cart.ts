/**
 * Adds products to the cart in the browser, and says what happened. What was added leads on to checkout, because the
 * pressed button has become the link to the cart; what was reduced leads to the cart, where the quantity changes. The
 * message closes with its page: on the next one, which may be checkout, it would be in the way.
 */
import { useLocation } from 'react-router';
import { CART_FULL } from '#core/sales/checkout/cart.ts';
import { moreFitWords, reducedWords } from '#core/sales/checkout/cart-room.ts';
import { type ToastOptions, type ToastTone, useToast } from '#ui/toast.tsx';
import type { CartProduct } from './cart-products.ts';
import { addToCart, confirmRoom, unitsInCart } from './cart-store.ts';

const CHECKOUT = { label: 'Checkout', to: '/checkout' };
const VIEW_CART = { label: 'View cart', to: '/cart' };

/**
 * Returns a function that adds units of a product, says which limit it was if fewer fit, and returns whether something
 * was added. `name` is what the message calls the product. `saysSo`: whether a message says that all of it was added;
 * no, if the pressed button itself turns into that answer and the ways on.
 */
export function useAddToCart({ saysSo = true }: { saysSo?: boolean } = {}) {
  const toast = useToast();
  const { pathname, search } = useLocation();
  const say = (message: string, tone: ToastTone, action: ToastOptions['action'] = VIEW_CART) =>
    toast.show(message, { tone, about: 'cart', page: pathname + search, action });
  return (product: CartProduct, quantity: number, name = product.name): boolean => {
    const inCart = unitsInCart(product.id);
    const added = addToCart(product, quantity);
    if (!added) {
      toast.show(CART_FULL, { tone: 'error', about: 'cart' });
      return false;
    }
    const { now, room, limited } = added;
    const wanted = inCart + quantity;
    if (!limited) {
      if (saysSo) say(`Added to cart: ${name}`, 'success', CHECKOUT);
    } else say(now > inCart ? reducedWords(room, wanted, now) : moreFitWords(room, inCart), 'info');
    void confirmRoom(product.id).then((fits) => {
      if (!fits) return;
      say(fits.now < 1 ? moreFitWords(fits.room, 0) : reducedWords(fits.room, now, fits.now), 'info');
    });
    return now > inCart;
  };
}
