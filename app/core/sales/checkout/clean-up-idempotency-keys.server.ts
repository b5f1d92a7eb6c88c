/** Deletes idempotency keys that no browser will send again. */
import { lt, sql } from 'drizzle-orm';
import { database } from '#db/client.ts';
import { idempotencyKeys } from '#db/schema/checkout.ts';

/** A retry comes within minutes; a week leaves room for a laptop that was closed at the counter. */
export async function cleanUpIdempotencyKeys(): Promise<void> {
  await database()
    .delete(idempotencyKeys)
    .where(lt(idempotencyKeys.createdAt, sql`now() - interval '7 days'`));
}
