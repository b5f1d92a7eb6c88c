/** Handles a profile when its account is deleted. */
import { eq } from 'drizzle-orm';
import type { Transaction } from '#db/client.ts';
import { customerPhotos, customerProfiles } from '#db/schema/customers.ts';

/**
 * Marks a person's photos for deletion; returns their ids, so that their files can be deleted right after
 * (`removeFiles`).
 */
export async function letPhotosGo(tx: Transaction, userId: string): Promise<string[]> {
  const going = await tx
    .update(customerPhotos)
    .set({ state: 'leaving' })
    .where(eq(customerPhotos.userId, userId))
    .returning({ id: customerPhotos.id });
  return going.map(({ id }) => id);
}

/**
 * Creates the profile behind records without a person: closed, with nothing but whether staff found the person old enough.
 * @param owner.of the account that the records belonged to; none for a walk-in
 */
export async function makeClosedProfile(
  tx: Transaction,
  { userId, name, of = null }: { userId: string; name: string; of?: string | null },
): Promise<void> {
  const [before] =
    of === null
      ? []
      : await tx
          .select({ isVerifiedOver21: customerProfiles.isVerifiedOver21 })
          .from(customerProfiles)
          .where(eq(customerProfiles.userId, of));
  await tx.insert(customerProfiles).values({
    userId,
    fullName: name,
    status: 'closed',
    isVerifiedOver21: before?.isVerifiedOver21 ?? null,
  });
}
