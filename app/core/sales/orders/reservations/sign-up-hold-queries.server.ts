/** Reads what a sign-up holds, for the browser that signed up and for the confirmation of its email. */
import { asc, eq } from 'drizzle-orm';
import { database } from '#db/client.ts';
import { products } from '#db/schema/catalogue.ts';
import { pickupReservations, signUpHolds } from '#db/schema/orders.ts';
import { asDate, systemClock } from '#kernel/time.ts';

export type SignUpHold = {
  lines: { productId: number; name: string; quantity: number }[];
  pickupStartsAt: Date;
  /** When the units and the place are free again; null once they are, or have been ordered. */
  expiresAt: Date | null;
};

/** What the sign-up holds, or held until its time was over; null when it never held anything, or has become an order. */
export async function readSignUpHold(signUpId: string, now = systemClock()): Promise<SignUpHold | null> {
  const rows = await database()
    .select({
      productId: pickupReservations.productId,
      name: products.name,
      quantity: pickupReservations.quantity,
      pickupStartsAt: pickupReservations.pickupTime,
      expiresAt: signUpHolds.expiresAt,
    })
    .from(pickupReservations)
    .innerJoin(products, eq(products.id, pickupReservations.productId))
    .leftJoin(signUpHolds, eq(signUpHolds.signUpId, pickupReservations.signUpId))
    .where(eq(pickupReservations.signUpId, signUpId))
    .orderBy(asc(products.name));
  const [first] = rows;
  if (!first?.pickupStartsAt) return null;
  const { pickupStartsAt, expiresAt } = first;
  return {
    lines: rows.map(({ productId, name, quantity }) => ({ productId, name, quantity })),
    pickupStartsAt,
    expiresAt: expiresAt !== null && expiresAt > asDate(now) ? expiresAt : null,
  };
}
