/** Finds out whether a name is free among the people who work here: records show names, so no two may look equal. */
import { eq, ne, sql } from 'drizzle-orm';
import { lockAdvisory } from '#db/advisory-locks.ts';
import type { Transaction } from '#db/client.ts';
import { customerProfiles } from '#db/schema/customers.ts';
import { userRoles, users } from '#db/schema/identity.ts';
import { nameSkeleton } from '#kernel/name-skeleton.ts';

/** Lets one transaction at a time give a person at work a name, or a person with a name work. Its first lock. */
export const lockStaffNames = (tx: Transaction): Promise<void> => lockAdvisory(tx, 'staffNames');

/** Whether another person at work has a name that looks like this one. Needs `lockStaffNames`. */
export async function isStaffNameTaken(tx: Transaction, userId: string, name: string): Promise<boolean> {
  const wanted = nameSkeleton(name);
  const rows = await tx
    .select({
      userId: userRoles.userId,
      name: sql<string>`coalesce(${customerProfiles.fullName}, ${users.name})`,
    })
    .from(userRoles)
    .innerJoin(users, eq(users.id, userRoles.userId))
    .leftJoin(customerProfiles, eq(customerProfiles.userId, userRoles.userId))
    .where(ne(userRoles.role, 'user'));
  return rows.some((row) => row.userId !== userId && nameSkeleton(row.name) === wanted);
}
