/** The lines of an account's saved cart. */
import { eq } from 'drizzle-orm';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { carts } from '#db/schema/checkout.ts';
import type { Shop } from './shop.ts';
import { expect } from './support.ts';

export const DESK = { viewport: { width: 1440, height: 900 } };

/** Waits until the account has these lines. */
export async function isSaved(shop: Shop, { userId }: SignedIn, lines: string): Promise<void> {
  await expect
    .poll(async () => {
      const [saved] = await shop.db.select().from(carts).where(eq(carts.userId, userId));
      return saved?.lines;
    })
    .toBe(lines);
}
