/**
 * The cart as the cart page shows it: the server's picture until scripts have opened the browser's own, from
 * then on that one, with prices and stock asked anew whenever its lines change.
 */
import { useEffect, useRef, useState } from 'react';
import { type CartLine, UNKNOWN_PRICE, writeCart } from '#core/checkout/cart.ts';
import { linesOf, lookUp, refreshCart, useCart, useCartReady } from './cart-store.ts';
import { type CartChange, type CartView, type CartViewProduct, cartView } from './cart-view.ts';

/** Pressing + five times asks once. */
const PAUSE_MS = 400;

type Told = ReadonlyMap<number, readonly CartChange[]>;

export type LiveCart = {
  view: CartView;
  /** Whether the browser's own cart is the one shown. */
  live: boolean;
  /** Changes by product, kept in sight after the cart has learned them. */
  told: Told;
  /** Forgets what was told of a line: its owner has seen to it. */
  settle(productId: number): void;
};

export function useLiveCart(server: { lines: CartLine[]; products: CartViewProduct[] }): LiveCart {
  const items = useCart();
  const live = useCartReady();
  const [products, setProducts] = useState<readonly CartViewProduct[]>(server.products);
  const [told, setTold] = useState<Told>(new Map());
  const asked = useRef(writeCart(server.lines));

  const lines = live ? linesOf(items) : server.lines;
  const text = writeCart(lines);

  useEffect(() => {
    if (!live || text === asked.current) return;
    const stop = new AbortController();
    const timer = setTimeout(() => {
      lookUp(linesOf(items), stop.signal).then(
        (found) => {
          asked.current = text;
          setProducts(found);
        },
        // Out of reach: what was known stays on the page, and checkout reads everything again.
        () => undefined,
      );
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [live, text, items]);

  const remembered = new Map(items.map((item) => [item.productId, item]));
  const known = new Set(products.map((product) => product.id));
  // A line that the server has not been asked about yet is shown as it is remembered.
  const unasked = items
    .filter((item) => !known.has(item.productId) && text !== asked.current && item.price !== UNKNOWN_PRICE)
    .map((item) => ({
      id: item.productId,
      name: item.name,
      retailPrice: item.price,
      image: item.image,
      productType: item.product_type,
      requiresId: item.product_type === 'cannabis',
      available: item.quantity,
    }));
  const view = cartView(lines, [...products, ...unasked], live ? remembered : undefined);

  // biome-ignore lint/correctness/useExhaustiveDependencies: what the server says is compared once per answer
  useEffect(() => {
    if (!live) return;
    const news = view.lines.filter((line) => line.changes.some((change) => change.kind !== 'gone'));
    if (news.length === 0) return;
    setTold((before) => new Map([...before, ...news.map((line) => [line.productId, line.changes] as const)]));
    refreshCart(products);
  }, [live, products]);

  return {
    view,
    live,
    told,
    settle: (productId) => setTold((before) => new Map([...before].filter(([id]) => id !== productId))),
  };
}
