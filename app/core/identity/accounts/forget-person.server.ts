/** What becomes of an account itself when it is deleted. */
import { eq, or, sql } from 'drizzle-orm';
import type { Transaction } from '#db/client.ts';
import { signUps, userRoles, users, verifications } from '#db/schema/identity.ts';
import { newId } from '#kernel/ids.ts';

/** Whether the account has a role of the back office; read under lock, so that none is given meanwhile. */
export async function worksHere(tx: Transaction, userId: string): Promise<boolean> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update');
  const [row] = await tx
    .select({ role: userRoles.role })
    .from(userRoles)
    .where(eq(userRoles.userId, userId))
    .for('update');
  return row !== undefined && row.role !== 'user';
}

/** An account that nobody can sign in to, for records that outlive theirs. Its address can never exist (RFC 2606). */
export async function makeNobody(tx: Transaction): Promise<{ userId: string; email: string; name: string }> {
  const userId = newId<string>();
  const nobody = { email: `${userId}@deleted.invalid`, name: 'Deleted customer' };
  await tx.insert(users).values({ id: userId, ...nobody, emailVerified: false });
  return { userId, ...nobody };
}

/** Deletes the account, and with it whatever refers to it: sessions, ways to sign in, preferences, history. */
export async function forgetPerson(
  tx: Transaction,
  { userId, email }: { userId: string; email: string },
): Promise<void> {
  await tx
    .delete(verifications)
    .where(or(eq(verifications.value, userId), sql`${verifications.value} in ${changesOf(userId)}`));
  await tx.delete(signUps).where(eq(sql`lower(${signUps.email})`, email.toLowerCase()));
  await tx.delete(users).where(eq(users.id, userId));
}

/** Links about changes of its email. */
const changesOf = (userId: string) => sql`(select id::text from email_changes where user_id = ${userId})`;
