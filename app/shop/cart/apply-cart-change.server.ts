/** Answers a cart form that no script handled: the cart afterwards, and what to say. */
import type { Actor } from '#core/ground/access/actor.ts';
import { CART_FULL, type CartLine, MAXIMUM_LINES } from '#core/sales/checkout/cart.ts';
import { moreFitWords, reducedWords, roomInCart } from '#core/sales/checkout/cart-room.ts';
import { readCartProducts, readCartRules } from './cart-queries.server.ts';
import { type CartChangeInput, changeCart } from './change-cart.ts';

type Answer = { after: CartLine[]; message: string | null; tone: 'success' | 'info' | 'error' };

/** Adds and sets at most what fits: stock, the legal limit, what the shop holds for one customer. */
export async function applyCartChange(
  actor: Actor,
  before: readonly CartLine[],
  input: CartChangeInput,
): Promise<Answer> {
  const { intent, productId } = input;
  if (intent === 'remove') return { after: changeCart(before, input, 0), message: null, tone: 'info' };
  const present = before.find((line) => line.productId === productId)?.quantity ?? 0;
  const wanted = intent === 'add' ? present + input.quantity : input.quantity;
  const [products, rules] = await Promise.all([
    readCartProducts([...before, { productId, quantity: wanted }]),
    readCartRules(actor),
  ]);
  const known = new Map(products.map((product) => [product.id, product]));
  const product = known.get(productId);
  const stays = (message: string): Answer => ({ after: [...before], message, tone: 'error' });
  if (!product) return stays('That product is no longer on the menu.');
  if (product.available < 1) return stays(`${product.name} is sold out.`);
  if (present === 0 && before.length >= MAXIMUM_LINES) return stays(CART_FULL);
  const others = before
    .filter((line) => line.productId !== productId)
    .map((line) => ({ quantity: line.quantity, counts: known.get(line.productId)?.counts }));
  const room = roomInCart(product, others, rules);
  if (wanted > present && room.most <= present) return stays(`${moreFitWords(room, present)}.`);
  const after = changeCart(before, input, room.most);
  if (wanted > room.most)
    return { after, message: `${reducedWords(room, wanted, room.most)}.`, tone: 'info' };
  return { after, message: intent === 'add' ? `Added to cart: ${product.name}` : null, tone: 'success' };
}
