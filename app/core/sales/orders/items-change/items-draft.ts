/** Defines what is changed in an order before saving: quantities, and what they cost. Browsers load it. */
import type { TaxRule } from '#core/sales/compliance/tax.ts';
import { type EditedLine, quantityField } from '#core/sales/orders/order-edit.ts';
import { type Quote, quote } from '#core/sales/orders/quote.ts';
import { cents } from '#kernel/money.ts';

/** A product on the page; money in cents, as the order's line has it or would get it. */
export type PricedItem = {
  productId: number;
  name: string;
  size: string | null;
  taxClass: string;
  unitPrice: number;
  unitDiscount: number;
  discountTaxed: boolean;
  /** 'Discount until Nov 30, 2026. While supplies last'; null without a discount today. */
  offer: string | null;
  /** Units that the order could have on its pickup day; its own are included. */
  most: number;
};

/** The same with its picture. */
export type DraftItem = PricedItem & { image: string };

export type ItemsDraft = {
  /** The order as the page first showed it: its version, and its quantities by field. */
  version: number;
  base: Readonly<Record<string, string>>;
  /** Every line of the order and every added one; 0 is removed. */
  lines: readonly EditedLine[];
  /** Its lines' products, in their order. */
  items: readonly DraftItem[];
};

/** The draft that a page opens with. */
export function openDraft(order: {
  version: number;
  lines: readonly (DraftItem & { quantity: number })[];
}): ItemsDraft {
  const lines = order.lines.map(({ productId, quantity }) => ({ productId, quantity }));
  return { version: order.version, base: fieldsOf(lines), lines, items: order.lines };
}

/** Quantities by field, as forms send them. */
export const fieldsOf = (lines: readonly EditedLine[]): Record<string, string> =>
  Object.fromEntries(lines.map(({ productId, quantity }) => [quantityField(productId), String(quantity)]));

/** Sets a quantity; a product without a line gets one. */
export function setLine(lines: readonly EditedLine[], { productId, quantity }: EditedLine): EditedLine[] {
  const isKnown = lines.some((line) => line.productId === productId);
  if (!isKnown) return [...lines, { productId, quantity }];
  return lines.map((line) => (line.productId === productId ? { productId, quantity } : line));
}

/** The quantity of a product on the order when the page opened. */
export const baseQuantity = ({ base }: Pick<ItemsDraft, 'base'>, productId: number): number =>
  Number(base[quantityField(productId)] ?? 0);

/** What the order costs with these quantities: the same computation as when it is saved. */
export function quoteDraft(
  items: readonly PricedItem[],
  lines: readonly EditedLine[],
  tax: { rules: readonly TaxRule[]; day: string },
): Quote {
  const quantities = new Map(lines.map(({ productId, quantity }) => [productId, quantity]));
  const priced = items.flatMap(({ productId, taxClass, unitPrice, unitDiscount, discountTaxed }) => {
    const quantity = quantities.get(productId) ?? 0;
    const money = { unitPrice: cents(unitPrice), unitDiscount: cents(unitDiscount), discountTaxed };
    return quantity > 0 ? [{ taxClass, ...money, quantity }] : [];
  });
  return quote(priced, tax.rules, tax.day);
}
