/** Applies one cart change that a form sends when scripts do not run. */
import { type CartLine, clampQuantity, MAXIMUM_LINES, MAXIMUM_QUANTITY } from '#core/checkout/cart.ts';

export type CartChangeInput = { intent: 'add' | 'set' | 'remove'; productId: number; quantity: number };

const MAXIMUM_ID = 2_147_483_647;

/** Reads a form's input; null if it is not one of our forms. A missing quantity is 1. */
export function readCartChange(form: FormData): CartChangeInput | null {
  const intent = form.get('intent');
  if (intent !== 'add' && intent !== 'set' && intent !== 'remove') return null;
  const productId = wholeNumber(form.get('productId'), MAXIMUM_ID);
  const quantity = form.get('quantity') === null ? 1 : wholeNumber(form.get('quantity'), MAXIMUM_QUANTITY);
  return productId === null || quantity === null ? null : { intent, productId, quantity };
}

/** A number from 1 to `maximum` in plain digits; null for anything else. */
export function wholeNumber(value: FormDataEntryValue | null, maximum: number): number | null {
  if (typeof value !== 'string' || !/^\d{1,10}$/.test(value)) return null;
  const number = Number(value);
  return number >= 1 && number <= maximum ? number : null;
}

/**
 * The cart after the change. `available` caps what is added or set; sold-out products are not added, and a full cart
 * accepts no new product.
 */
export function changeCart(
  lines: readonly CartLine[],
  input: CartChangeInput,
  available: number,
): CartLine[] {
  const { intent, productId } = input;
  if (intent === 'remove') return lines.filter((line) => line.productId !== productId);
  const present = lines.find((line) => line.productId === productId);
  if (!present && (intent === 'set' || available < 1 || lines.length >= MAXIMUM_LINES)) return [...lines];
  const wanted = intent === 'add' ? (present?.quantity ?? 0) + input.quantity : input.quantity;
  const changed = { productId, quantity: clampQuantity(wanted, available) };
  return present ? lines.map((line) => (line === present ? changed : line)) : [...lines, changed];
}
