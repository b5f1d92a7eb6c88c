/** Forgets idempotency keys that no browser will repeat any more. */
import { lt, sql } from 'drizzle-orm';
import { database } from '#db/client.ts';
import { checkoutAttempts } from '#db/schema/orders.ts';

/** A retry comes within minutes; a week leaves room for a laptop that was closed at the counter. */
export async function tidyCheckoutAttempts(): Promise<void> {
  await database()
    .delete(checkoutAttempts)
    .where(lt(checkoutAttempts.createdAt, sql`now() - interval '7 days'`));
}
