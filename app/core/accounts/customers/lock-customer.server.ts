/** Locks and reads a customer's profile, so that commands for one customer run one after the other. */
import { eq, sql } from 'drizzle-orm';
import { recordActivity } from '#core/ground/activity/record-activity.server.ts';
import { inTransaction, type Transaction, together } from '#db/client.ts';
import { customerProfiles } from '#db/schema/customers.ts';
import { statement } from '#db/statement.ts';
import { parseDate, type StoreDate } from '#kernel/time.ts';
import { hasPickedUp } from './first-pickup-queries.server.ts';
import { isPlausibleBirthDate } from './profile-fields.ts';

export type LockedCustomer = {
  fullName: string;
  /** Store-local yyyy-mm-dd; null while none is on file. */
  birthDate: string | null;
  isBanned: boolean;
  /** Null undecided, true approved, false rejected. */
  isVerifiedOver21: boolean | null;
  /** Whether an order of this account was handed over: from then on the larger limits of reservations apply. */
  hasPickedUp: boolean;
};

/** Locks the profile until the transaction ends, and creates it first if sign-in has not. */
export async function lockCustomer(
  tx: Transaction,
  customer: { userId: string; name: string },
): Promise<LockedCustomer> {
  const locked = await lockProfile(tx, customer.userId);
  if (locked) return locked;
  await tx
    .insert(customerProfiles)
    .values({ userId: customer.userId, fullName: customer.name })
    .onConflictDoNothing();
  const made = await lockProfile(tx, customer.userId);
  if (!made) throw new Error('a profile was neither there nor made');
  return made;
}

const lockRow = statement<LockedCustomer>(sql`
  select full_name as "fullName", birth_date::text as "birthDate", is_banned as "isBanned",
    is_verified_over21 as "isVerifiedOver21", ${hasPickedUp(sql`customer_profiles.user_id`)} as "hasPickedUp"
  from customer_profiles where user_id = ${sql.placeholder('userId')}::uuid for no key update`);

/** Locks the profile, or returns undefined if there is none yet. */
export async function lockProfile(tx: Transaction, userId: string): Promise<LockedCustomer | undefined> {
  const [row] = await lockRow(tx, { userId });
  return row;
}

/** Saves the birth date that the customer entered while ordering. */
export async function saveBirthDate(tx: Transaction, userId: string, birthDate: string): Promise<void> {
  await together(
    tx
      .update(customerProfiles)
      .set({ birthDate, version: sql`${customerProfiles.version} + 1`, updatedAt: new Date() })
      .where(eq(customerProfiles.userId, userId)),
    recordActivity(tx, {
      userId,
      type: 'profile_update',
      description: 'Birth date given at checkout',
      metadata: { fields: 'Birth Date' },
    }),
  );
}

/**
 * Saves a date of birth that was refused as under age, if none is on file: from then on only staff change it
 * (`isBirthDateLocked`). Runs in a separate transaction, because the refused attempt was rolled back.
 */
export async function saveRefusedBirthDate(
  customer: { userId: string; name: string },
  birthDate: string,
  today: StoreDate,
): Promise<void> {
  const date = parseDate(birthDate);
  // A future date, or one too old for anyone alive, is a typo and says nothing about the person's age.
  if (date === null || !isPlausibleBirthDate(date, today)) return;
  await inTransaction(async (tx) => {
    const locked = await lockCustomer(tx, customer);
    if (locked.birthDate === null) await saveBirthDate(tx, customer.userId, date.toString());
  });
}
