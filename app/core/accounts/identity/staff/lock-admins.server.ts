/** Locks the admins' roles while one of them may lose theirs, so that the shop always has an admin. */
import { and, asc, eq, inArray } from 'drizzle-orm';
import type { Transaction } from '#db/client.ts';
import { customerProfiles } from '#db/schema/customers.ts';
import { userRoles } from '#db/schema/identity.ts';

/** Locks one person's role until the transaction ends: that person's command that is about to commit goes first. */
export async function lockRole(tx: Transaction, userId: string): Promise<void> {
  await tx
    .select({ role: userRoles.role })
    .from(userRoles)
    .where(eq(userRoles.userId, userId))
    .for('no key update');
}

/**
 * Locks the role of every admin until the transaction ends; returns the ids of those who can sign in. Two admins who
 * remove each other's role at the same moment run one after the other, and the second sees the first's change.
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
