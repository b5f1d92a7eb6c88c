/** Creates the customer's profile row: with the account, or at the first sign-in if it is missing. */
import { eq, sql } from 'drizzle-orm';
import type { Transaction } from '#db/client.ts';
import { customerProfiles } from '#db/schema/customers.ts';
import { users } from '#db/schema/identity.ts';
import { announce } from '#platform/live/announce.ts';

/** Creates the profile if it is missing, and records the visit. */
export async function noteSignIn(tx: Transaction, userId: string): Promise<void> {
  const [user] = await tx.select({ name: users.name }).from(users).where(eq(users.id, userId));
  if (!user) return;
  await tx
    .insert(customerProfiles)
    .values({ userId, fullName: user.name, lastActiveAt: sql`now()` })
    .onConflictDoUpdate({ target: customerProfiles.userId, set: { lastActiveAt: sql`now()` } });
}

/** Writes another name into a locked profile. */
export async function renameProfile(tx: Transaction, userId: string, fullName: string): Promise<void> {
  await tx
    .update(customerProfiles)
    .set({ fullName, version: sql`${customerProfiles.version} + 1`, updatedAt: new Date() })
    .where(eq(customerProfiles.userId, userId));
}

/** The fields of a new account; everything but the name may be missing. */
export type NewProfile = Pick<typeof customerProfiles.$inferInsert, 'userId' | 'fullName'> &
  Partial<
    Pick<
      typeof customerProfiles.$inferInsert,
      | 'phone'
      | 'address'
      | 'birthDate'
      | 'licenseState'
      | 'licenseIdEncrypted'
      | 'licenseIdHash'
      | 'licenseIdLast4'
    >
  >;

/** Creates the profile of a new account. */
export async function makeProfile(tx: Transaction, profile: NewProfile): Promise<void> {
  await tx.insert(customerProfiles).values(profile);
  await announce(tx, 'customers');
}
