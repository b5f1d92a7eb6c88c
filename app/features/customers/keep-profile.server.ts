/** The customer's profile row: made at sign-up with what they entered, or at the first sign-in. */
import { eq, sql } from 'drizzle-orm';
import type { Transaction } from '#db/client.ts';
import { database } from '#db/client.ts';
import { customerProfiles } from '#db/schema/customers.ts';
import { users } from '#db/schema/identity.ts';
import { sealLicense } from './seal-license.server.ts';

/** What the sign-up form says of a person; the birth date is yyyy-mm-dd. */
export type NewProfile = {
  fullName: string;
  phone: string | null;
  address: string | null;
  birthDate: string;
  licenseId: string | null;
  licenseState: string | null;
};

/**
 * Writes the profile of a new user. For an id that is no user's nothing is written: that is how sign-up
 * answers the same for an address that has an account already.
 */
export async function keepNewProfile(tx: Transaction, userId: string, profile: NewProfile): Promise<void> {
  const license = sealLicense(profile.licenseId, userId);
  const [user] = await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('key share');
  if (!user) return;
  await tx
    .insert(customerProfiles)
    .values({
      userId,
      fullName: profile.fullName,
      phone: profile.phone,
      address: profile.address,
      birthDate: profile.birthDate,
      licenseState: profile.licenseState,
      ...license,
    })
    .onConflictDoNothing();
}

/** Makes the profile if there is none, and remembers that the customer was here. */
export async function noteSignIn(tx: Transaction, userId: string): Promise<void> {
  const [user] = await tx.select({ name: users.name }).from(users).where(eq(users.id, userId));
  if (!user) return;
  await tx
    .insert(customerProfiles)
    .values({ userId, fullName: user.name, lastActiveAt: sql`now()` })
    .onConflictDoUpdate({ target: customerProfiles.userId, set: { lastActiveAt: sql`now()` } });
}

/** Whether staff have banned this person. */
export async function isBanned(userId: string): Promise<boolean> {
  const [profile] = await database()
    .select({ isBanned: customerProfiles.isBanned })
    .from(customerProfiles)
    .where(eq(customerProfiles.userId, userId));
  return profile?.isBanned ?? false;
}
