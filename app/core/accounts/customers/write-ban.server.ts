/** Saves whether a customer is banned. A database trigger ends every session with the ban. */
import { eq } from 'drizzle-orm';
import type { Transaction } from '#db/client.ts';
import { customerProfiles } from '#db/schema/customers.ts';
import { announce } from '#platform/live/announce.ts';

/** Requires the customer's lock. @param reason null ends the ban. */
export async function writeBan(tx: Transaction, userId: string, reason: string | null): Promise<void> {
  await tx
    .update(customerProfiles)
    .set({ isBanned: reason !== null, banReason: reason, updatedAt: new Date() })
    .where(eq(customerProfiles.userId, userId));
  await announce(tx, 'customers', `user:${userId}`);
}
