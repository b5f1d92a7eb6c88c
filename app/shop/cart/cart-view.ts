/** Computes the cart as a page shows it: the wanted lines with current data, and what changed since they were added. */

import { type Offer, priceNow, type UnitMoney } from '#core/goods/discounts/discount.ts';
import { type CartLine, clampQuantity, UNKNOWN_PRICE } from '#core/sales/checkout/cart.ts';
import { type CartRoom, type CartRules, roomInCart } from '#core/sales/checkout/cart-room.ts';
import { isRestricted } from '#core/sales/compliance/age-rule.ts';
import {
  checkUsage,
  type LimitSettings,
  type LimitUsage,
  limitMessage,
  NO_USAGE,
  usageOf,
} from '#core/sales/compliance/purchase-limits.ts';
import type { TaxRule } from '#core/sales/compliance/tax.ts';
import { type QuoteInput, quote } from '#core/sales/orders/quote.ts';
import { addCents, type Cents, cents, sumCents, timesQuantity } from '#kernel/money.ts';
import type { LimitCategory } from '#kernel/statuses.ts';
import type { CartChange } from './cart-line-news.ts';

/** The product data a cart needs. */
export type CartViewProduct = {
  id: number;
  name: string;
  /** '3.5 g'; null or missing if it has none. */
  size?: string | null;
  /** Decides which tax rules apply; missing until the server has answered for the product. */
  taxClass?: string;
  /** Cents: the current list price. */
  retailPrice: number;
  /** Today's discounted price. */
  offer?: Offer | null;
  /** Why its price is not lower: a limit of an offer, or one that ended. */
  priceNote?: string | null;
  /** The unit price charged and what it is taxed on: today's, or the one that an earlier reservation fixed. */
  money?: UnitMoney;
  image: string | null;
  productType: string;
  requiresId: boolean;
  /** Units that can be reserved; 0 when sold out or no longer for sale. */
  available: number;
  /** What one unit counts against a possession limit, in mg; null if it does not count or is not known yet. */
  counts?: { category: LimitCategory; mg: number } | null;
};

/** The line data a browser has saved, to show what changed. Price in cents. */
export type RememberedLine = { name: string; price: number; image: string | null; wanted?: number };

export type CartViewLine = {
  productId: number;
  name: string;
  size: string | null;
  image: string | null;
  /** The unit price now. */
  unitPrice: Cents;
  /** Before the discount; the same if there is none. */
  listPrice: Cents;
  offer: Offer | null;
  /** Why it is not cheaper; null if nothing is to say. */
  priceNote: string | null;
  /** At least 1, and no more than available unless nothing is. */
  quantity: number;
  /** unitPrice × quantity; 0 for a line that cannot be reserved. */
  amount: Cents;
  available: number;
  /** '21+ Required' (specification section 2, 'Cart view'). */
  restricted: boolean;
  changes: readonly CartChange[];
};

export type CartView = {
  lines: readonly CartViewLine[];
  /** Of the lines that can be reserved, before tax. */
  subtotal: Cents;
  /** What they count against the possession limits, in mg. */
  usage: LimitUsage;
};

/** Shown below the pause notice, which is at the top of every page. */
export const CLOSED_WHILE_PAUSED = 'Checkout is closed until we take reservations again. Your cart is saved.';

export const UNKNOWN_PRODUCT = 'A product that is no longer on the menu';

/** How many units of a line fit beside the cart's other lines. Null while the server has not answered for it. */
export function lineRoom(
  view: CartView,
  products: readonly CartViewProduct[],
  line: CartViewLine,
  rules: CartRules,
): CartRoom | null {
  const known = new Map(products.map((product) => [product.id, product]));
  if (!known.has(line.productId)) return null;
  const others = reservableLines(view)
    .filter(({ productId }) => productId !== line.productId)
    .map(({ productId, quantity }) => ({ quantity, counts: known.get(productId)?.counts }));
  const { available } = line;
  return roomInCart({ available, counts: known.get(line.productId)?.counts }, others, rules);
}

/**
 * Tax and total of the lines that can be reserved, as checkout will compute them, by the rules in force on `today`,
 * yyyy-mm-dd. Null while the server has not answered for one of them.
 */
export function cartEstimate(
  view: CartView,
  products: readonly CartViewProduct[],
  rules: readonly TaxRule[],
  today: string,
): { tax: Cents; total: Cents } | null {
  const known = new Map(products.map((product) => [product.id, product]));
  const lines: QuoteInput[] = [];
  for (const { productId, quantity } of reservableLines(view)) {
    const { taxClass, money } = known.get(productId) ?? {};
    if (taxClass === undefined || !money) return null;
    lines.push({ taxClass, ...money, quantity });
  }
  const { tax, total } = quote(lines, rules, today);
  return { tax, total };
}

/** The cart with current names, prices and stock. */
export function cartView(
  lines: readonly CartLine[],
  products: readonly CartViewProduct[],
  remembered: ReadonlyMap<number, RememberedLine> = new Map(),
): CartView {
  const known = new Map(products.map((product) => [product.id, product]));
  const view = lines.map((line) => viewOf(line, known.get(line.productId), remembered.get(line.productId)));
  const counted = view
    .filter((line) => line.available > 0)
    .map(({ productId, quantity }) => {
      const counts = known.get(productId)?.counts;
      return { quantity, limitCategory: counts?.category ?? null, limitMg: counts?.mg ?? null };
    });
  return { lines: view, subtotal: sumCents(view.map((line) => line.amount)), usage: usageOf(counted) };
}

/**
 * Warns that a cart is over a possession limit even before checkout (docs/law.md, Limits); null if it is not. Checkout
 * also counts what the customer has already reserved.
 */
export function overLimitMessage(view: CartView, limits: LimitSettings): string | null {
  const fits = checkUsage(view.usage, NO_USAGE, limits);
  return fits.ok ? null : limitMessage(fits.problem);
}

function viewOf(
  line: CartLine,
  product: CartViewProduct | undefined,
  memory: RememberedLine | undefined,
): CartViewLine {
  const { productId } = line;
  const wanted = Math.max(line.quantity, memory?.wanted ?? 0);
  if (!product || product.available < 1) {
    const goneAt = cents(Math.max(0, product ? priceNow(product) : (memory?.price ?? 0)));
    return {
      productId,
      name: product?.name ?? (memory?.name || UNKNOWN_PRODUCT),
      size: product?.size ?? null,
      image: product?.image ?? memory?.image ?? null,
      unitPrice: goneAt,
      listPrice: goneAt,
      offer: null,
      priceNote: null,
      quantity: line.quantity,
      amount: cents(0),
      available: 0,
      restricted: product ? isRestricted(product) : false,
      changes: [{ kind: 'gone' }],
    };
  }
  const quantity = clampQuantity(line.quantity, product.available);
  const unitPrice = product.money?.unitPrice ?? priceNow(product);
  const listPrice = product.money
    ? addCents(unitPrice, product.money.unitDiscount)
    : cents(product.retailPrice);
  const changes: CartChange[] = [];
  if (memory && memory.price !== UNKNOWN_PRICE && memory.price !== unitPrice) {
    changes.push({ kind: 'price', was: cents(memory.price), now: unitPrice });
  }
  if (quantity < wanted) changes.push({ kind: 'fewer', wanted, now: quantity, available: product.available });
  return {
    productId,
    name: product.name,
    size: product.size ?? null,
    image: product.image,
    unitPrice,
    listPrice,
    // Checkout shows its days and terms, beside the price that is charged.
    offer: product.offer?.price === unitPrice ? product.offer : null,
    priceNote: product.priceNote ?? null,
    quantity,
    amount: timesQuantity(unitPrice, quantity),
    available: product.available,
    restricted: isRestricted(product),
    changes,
  };
}

/** The lines that can be reserved, at their current quantities. */
export function reservableLines(view: CartView): CartLine[] {
  return view.lines
    .filter((line) => line.available > 0)
    .map(({ productId, quantity }) => ({ productId, quantity }));
}
