/** Reads a customer's profile under lock, so that two commands of one customer happen one after the other. */
import { eq, sql } from 'drizzle-orm';
import { recordActivity } from '#core/activity/record-activity.server.ts';
import { inTransaction, type Transaction, together } from '#db/client.ts';
import { customerProfiles } from '#db/schema/customers.ts';
import { statement } from '#db/statement.ts';
import { parseDate, type StoreDate } from '#kernel/time.ts';
import { isPlausibleBirthDate } from './profile-fields.ts';

export type LockedCustomer = {
  fullName: string;
  /** Store-local yyyy-mm-dd; null while none is on file. */
  birthDate: string | null;
  isBanned: boolean;
  /** null undecided, true approved, false rejected. */
  isVerifiedOver21: boolean | null;
};

/** Locks the profile until the transaction ends, making it first where sign-in has not. */
export async function lockCustomer(
  tx: Transaction,
  customer: { userId: string; name: string },
): Promise<LockedCustomer> {
  const locked = await lock(tx, customer.userId);
  if (locked) return locked;
  await tx
    .insert(customerProfiles)
    .values({ userId: customer.userId, fullName: customer.name })
    .onConflictDoNothing();
  const made = await lock(tx, customer.userId);
  if (!made) throw new Error('a profile was neither there nor made');
  return made;
}

const lockProfile = statement((tx) =>
  tx
    .select({
      fullName: customerProfiles.fullName,
      birthDate: customerProfiles.birthDate,
      isBanned: customerProfiles.isBanned,
      isVerifiedOver21: customerProfiles.isVerifiedOver21,
    })
    .from(customerProfiles)
    .where(eq(customerProfiles.userId, sql.placeholder('userId')))
    .for('no key update'),
);

async function lock(tx: Transaction, userId: string): Promise<LockedCustomer | undefined> {
  const [row] = await lockProfile(tx, { userId });
  return row;
}

/** Puts the birth date on file that the customer gave while ordering. */
export async function saveBirthDate(tx: Transaction, userId: string, birthDate: string): Promise<void> {
  await together(
    tx,
    () =>
      tx
        .update(customerProfiles)
        .set({ birthDate, version: sql`${customerProfiles.version} + 1`, updatedAt: new Date() })
        .where(eq(customerProfiles.userId, userId)),
    () =>
      recordActivity(tx, {
        userId,
        type: 'profile_update',
        description: 'Birth date given at checkout',
        metadata: { fields: 'Birth Date' },
      }),
  );
}

/**
 * Puts a date of birth on file that was refused as under age, where none is: from then on staff alone change it
 * (`isBirthDateLocked`). A transaction of its own, because the refused attempt has been undone.
 */
export async function saveRefusedBirthDate(
  customer: { userId: string; name: string },
  birthDate: string,
  today: StoreDate,
): Promise<void> {
  const date = parseDate(birthDate);
  // A day ahead, or one that nobody alive was born on, is a typing error and says nothing of anybody's age.
  if (date === null || !isPlausibleBirthDate(date, today)) return;
  await inTransaction(async (tx) => {
    const locked = await lockCustomer(tx, customer);
    if (locked.birthDate === null) await saveBirthDate(tx, customer.userId, date.toString());
  });
}
