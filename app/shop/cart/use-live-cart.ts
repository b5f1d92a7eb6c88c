/**
 * Returns the cart that the cart page shows: the server's version until scripts have opened the browser's, then that
 * one, with prices and stock reloaded whenever its lines change.
 */
import { useEffect, useRef, useState } from 'react';
import { type CartLine, UNKNOWN_PRICE, writeCart } from '#core/sales/checkout/cart.ts';
import type { CartChange } from './cart-line-news.ts';
import { linesOf, lookUp } from './cart-products.ts';
import { refreshCart, useAccountCart, useCart, useCartReady } from './cart-store.ts';
import { type CartView, type CartViewProduct, cartView } from './cart-view.ts';

/** Pressing + five times sends one request. */
const PAUSE_MS = 400;

type Told = ReadonlyMap<number, readonly CartChange[]>;

export type LiveCart = {
  view: CartView;
  /** What the view was computed from. */
  products: readonly CartViewProduct[];
  /** Whether the browser's own cart is shown. */
  live: boolean;
  /** Changes by product, still shown after the cart has saved them. */
  told: Told;
  /** Clears the notice on a line: the customer has dealt with it. */
  settle(productId: number): void;
};

export function useLiveCart(server: { lines: CartLine[]; products: CartViewProduct[] }): LiveCart {
  const items = useCart();
  const live = useCartReady();
  useAccountCart();
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
        // Offline: the page shows what it last knew, and checkout reloads everything.
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
  // A line the server has not answered for yet is shown as saved.
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

  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer of the server is compared once
  useEffect(() => {
    if (!live) return;
    const news = view.lines.filter((line) => line.changes.some((change) => change.kind !== 'gone'));
    if (news.length === 0) return;
    setTold((before) => new Map([...before, ...news.map((line) => [line.productId, line.changes] as const)]));
    refreshCart(products);
  }, [live, products]);

  return {
    view,
    products,
    live,
    told,
    settle: (productId) => setTold((before) => new Map([...before].filter(([id]) => id !== productId))),
  };
}
