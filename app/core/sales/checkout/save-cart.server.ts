/** Saves a customer's cart for their other devices. */
import { sql } from 'drizzle-orm';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { database } from '#db/client.ts';
import { carts } from '#db/schema/checkout.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { type CartLine, type SavedCart, writeCart } from './cart.ts';
import { readSavedCart } from './saved-cart-queries.server.ts';

/** Another device has saved since; `cart` is what it saved. */
export type SaveCartProblem = { kind: 'stale'; cart: SavedCart };

/** One statement. `seen` is the version that the browser's change is based on, 0 if it has seen none. */
export async function saveCart(
  actor: SignedIn,
  lines: readonly CartLine[],
  seen: number,
): Promise<Result<SavedCart, SaveCartProblem>> {
  const text = writeCart(lines);
  const [saved] = await database()
    .insert(carts)
    .values({ userId: actor.userId, lines: text, version: 1 })
    .onConflictDoUpdate({
      target: carts.userId,
      set: { lines: text, version: sql`${carts.version} + 1`, updatedAt: sql`now()` },
      setWhere: sql`${carts.version} = ${seen}`,
    })
    .returning({ version: carts.version });
  return saved
    ? succeed({ lines: text, version: saved.version })
    : refuse({ kind: 'stale', cart: await readSavedCart(actor) });
}
