/** Ends the sharing of every tablet that a person set up, for a command that has checked the permission. */
import { asc, eq } from 'drizzle-orm';
import type { Database, Transaction } from '#db/client.ts';
import { sharedTablets } from '#db/schema/identity.ts';

/** By name. */
export function readTabletsOf(db: Pick<Database | Transaction, 'select'>, userId: string) {
  return db
    .select({ id: sharedTablets.id, name: sharedTablets.name })
    .from(sharedTablets)
    .where(eq(sharedTablets.setUpBy, userId))
    .orderBy(asc(sharedTablets.name), asc(sharedTablets.id));
}

/** With it every session on them ends, of colleagues too. Returns their names. */
export const unshareTablets = (tx: Transaction, userId: string) =>
  tx.delete(sharedTablets).where(eq(sharedTablets.setUpBy, userId)).returning({ name: sharedTablets.name });
