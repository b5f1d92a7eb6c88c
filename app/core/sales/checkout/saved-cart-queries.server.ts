/** Reads the cart that a customer's devices share. */
import { eq } from 'drizzle-orm';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { database } from '#db/client.ts';
import { carts } from '#db/schema/checkout.ts';
import type { SavedCart } from './cart.ts';

/** Version 0 if none has been saved. */
export async function readSavedCart(actor: SignedIn): Promise<SavedCart> {
  const [saved] = await database()
    .select({ lines: carts.lines, version: carts.version })
    .from(carts)
    .where(eq(carts.userId, actor.userId));
  return saved ?? { lines: '', version: 0 };
}
