/** Deletes the account itself when a person's data is deleted. */
import { eq, or, sql } from 'drizzle-orm';
import type { Transaction } from '#db/client.ts';
import { signUps, userRoles, users, verifications } from '#db/schema/identity.ts';
import { newId } from '#kernel/ids.ts';
import type { Role } from '#kernel/statuses.ts';
import { DELETED_HOST, WALK_IN_HOST } from './no-one.ts';

/** The account's role, read under a lock, so that no other is given before the deletion. */
export async function lockRole(tx: Transaction, userId: string): Promise<Role> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update');
  const [row] = await tx
    .select({ role: userRoles.role })
    .from(userRoles)
    .where(eq(userRoles.userId, userId))
    .for('update');
  return row?.role ?? 'user';
}

/**
 * Creates an account that cannot sign in, for records that outlive their owner. Its address can never exist (RFC 2606).
 */
export const createDeletedCustomer = (tx: Transaction): Promise<NoOne> =>
  createNoOne(tx, newId<string>(), DELETED_HOST, 'Deleted customer');

/** The same for the orders of one ID and day at the counter. */
export const createWalkInCustomer = (tx: Transaction, userId: string, name: string): Promise<NoOne> =>
  createNoOne(tx, userId, WALK_IN_HOST, name);

type NoOne = { userId: string; email: string; name: string };

async function createNoOne(tx: Transaction, userId: string, host: string, name: string): Promise<NoOne> {
  const noOne = { email: `${userId}@${host}`, name };
  await tx.insert(users).values({ id: userId, ...noOne, emailVerified: false });
  return { userId, ...noOne };
}

/** Deletes the account and everything that refers to it: sessions, ways to sign in, preferences, history. */
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

/** Ids of the account's email changes, which name their links. */
const changesOf = (userId: string) => sql`(select id::text from email_changes where user_id = ${userId})`;
