/** Holds the admins still while one of them may cease to be one, so that the shop is never left without. */
import { and, asc, eq, inArray } from 'drizzle-orm';
import type { Transaction } from '#db/client.ts';
import { customerProfiles } from '#db/schema/customers.ts';
import { userRoles } from '#db/schema/identity.ts';

/** Locks one person's role until the transaction ends: a command of theirs that is about to commit goes first. */
export async function lockRole(tx: Transaction, userId: string): Promise<void> {
  await tx
    .select({ role: userRoles.role })
    .from(userRoles)
    .where(eq(userRoles.userId, userId))
    .for('no key update');
}

/**
 * Locks the role of every admin until the transaction ends; answers those who can sign in. Two who take each other's
 * role away at the same moment come here one after the other, and the second finds the first's work.
 */
export async function lockAdmins(tx: Transaction): Promise<ReadonlySet<string>> {
  const admins = await tx
    .select({ userId: userRoles.userId })
    .from(userRoles)
    .where(eq(userRoles.role, 'admin'))
    .orderBy(asc(userRoles.userId))
    .for('no key update');
  const ids = admins.map(({ userId }) => userId);
  if (ids.length === 0) return new Set();
  const banned = await tx
    .select({ userId: customerProfiles.userId })
    .from(customerProfiles)
    .where(and(inArray(customerProfiles.userId, ids), customerProfiles.isBanned));
  const out = new Set(banned.map(({ userId }) => userId));
  return new Set(ids.filter((id) => !out.has(id)));
}
