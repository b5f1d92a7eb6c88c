import { expect, test } from 'vitest';
import { type Graph, isOfCheckout, isOfFrame, isOfMenu } from './shoppers-modules.ts';

const list = '/shop/app/ui/icons.ts';
const iconAt = (name: string) => `\0icon:${name}`;
const page = (name: string) => `/farm/app/${name}.tsx`;

/** The importers of each module, by id; only an icon's importers have their code read. */
const importers: Record<string, string[]> = {
  'header.tsx': [page('shop/roof/shop-layout')],
  'cart-link.tsx': ['header.tsx'],
  'card.tsx': ['grid.tsx', 'shelf.tsx'],
  'grid.tsx': [page('shop/home/home.page'), page('shop/menu/products.page')],
  'shelf.tsx': [page('shop/cart/cart.page')],
  'sum.ts': [page('shop/cart/cart.page'), page('shop/checkout/checkout.page')],
  '/farm/app/shop/kit/slot-picker.tsx': [
    page('shop/checkout/checkout.page'),
    page('shop/orders/order-move.page'),
  ],
  '/farm/app/shop/checkout/summary.tsx': ['shelf.tsx', page('shop/checkout/checkout.page')],
  'gallery.tsx': [page('shop/product/product.page'), page('office/products/product-preview.page')],
  'table.tsx': [page('office/orders/orders.page'), 'row.tsx'],
  'row.tsx': ['table.tsx'],
  '/shop/app/ui/app.css': ['/shop/app/root.tsx'],
  '/shop/app/root.tsx': ['/shop/app/root.tsx?entry'],
  [iconAt('shopping-basket')]: [list],
  [iconAt('boxes')]: [list],
  [iconAt('trash')]: [list],
  [list]: ['cart-link.tsx', 'table.tsx', 'shelf.tsx'],
};
const codes: Record<string, string> = {
  [list]: [
    "export { default as ShoppingBasket } from '\0icon:shopping-basket';",
    "export { default as Boxes } from '\0icon:boxes';",
    "export { default as Trash2 } from '\0icon:trash';",
  ].join('\n'),
  'shelf.tsx': 'import { Trash2 } from "#ui/icons.ts"',
  'cart-link.tsx': 'import { ShoppingBasket } from "#ui/icons.ts"',
  'table.tsx': 'import { Boxes } from "#ui/icons.ts"',
};
const graph: Graph = {
  getModuleInfo: (id) => ({ importers: importers[id] ?? [], code: codes[id] ?? null }),
};

test('the frame includes what the layout imports at any depth, and what several first pages share', () => {
  const found = ['header.tsx', 'cart-link.tsx', 'card.tsx', 'grid.tsx', 'gallery.tsx', 'table.tsx'];
  expect(found.filter((id) => isOfFrame(id, graph))).toEqual(['header.tsx', 'cart-link.tsx', 'card.tsx']);
  expect(found.filter((id) => isOfMenu(id, graph))).toEqual(['grid.tsx']);
});

test('an icon is in the frame if a frame module names it, not if only one first page does', () => {
  expect(isOfFrame(iconAt('shopping-basket'), graph)).toBe(true);
  expect(isOfFrame(iconAt('trash'), graph)).toBe(false);
  expect(isOfFrame(iconAt('boxes'), graph)).toBe(false);
});

test('the root and its style sheet stay separate', () => {
  expect(isOfFrame('/shop/app/ui/app.css', graph)).toBe(false);
  expect(isOfFrame('/shop/app/root.tsx', graph)).toBe(false);
});

test('checkout’s own parts are in one file, and what it shares with one first page is not in the frame', () => {
  expect(isOfCheckout('/farm/app/shop/kit/slot-picker.tsx', graph)).toBe(true);
  expect(isOfCheckout('/farm/app/shop/checkout/summary.tsx', graph)).toBe(false);
  expect(isOfFrame('/farm/app/shop/kit/slot-picker.tsx', graph)).toBe(false);
  expect(isOfFrame('sum.ts', graph)).toBe(false);
});

test('the frame includes the layout', () => {
  expect(isOfFrame(page('shop/roof/shop-layout'), graph)).toBe(true);
});
