/** Applies one cart change that a form sends when scripts do not run. */
import { type CartLine, clampQuantity, MAXIMUM_LINES, MAXIMUM_QUANTITY } from '#core/sales/checkout/cart.ts';
import { wholeNumber } from '#kernel/number.ts';

export type CartChangeInput = { intent: 'add' | 'set' | 'remove'; productId: number; quantity: number };

/** Reads a form's input; null if it is not one of our forms. A missing quantity is 1. */
export function readCartChange(form: FormData): CartChangeInput | null {
  const intent = form.get('intent');
  if (intent !== 'add' && intent !== 'set' && intent !== 'remove') return null;
  const productId = wholeNumber(form.get('productId'));
  const quantity = form.get('quantity') === null ? 1 : wholeNumber(form.get('quantity'), MAXIMUM_QUANTITY);
  return productId === null || quantity === null ? null : { intent, productId, quantity };
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
