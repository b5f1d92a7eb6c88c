/** Reads who may say yes, with their PIN, to what only an admin or the person in charge may do. */
import { and, asc, eq, ne, or } from 'drizzle-orm';
import { readTablet } from '#core/accounts/identity/pins/tablet-queries.server.ts';
import { may, type SignedIn } from '#core/ground/access/actor.ts';
import { readInCharge } from '#core/sales/cash-desk/charge-queries.server.ts';
import { database } from '#db/client.ts';
import { customerProfiles } from '#db/schema/customers.ts';
import { staffPins, userRoles } from '#db/schema/identity.ts';

export type ShownApprover = { userId: string; name: string };

/**
 * By name, without the actor. No one on a tablet that is not shared, where no PIN works, and for people who do not work here.
 * @param who for an act that an admin alone may do, 'admins'
 */
export async function readApprovers(
  actor: SignedIn,
  headers: Headers,
  who: 'in-charge' | 'admins' = 'in-charge',
): Promise<ShownApprover[]> {
  if (!may(actor, 'orders.manage') || (await readTablet(headers)) === null) return [];
  const inCharge = who === 'admins' ? null : await readInCharge();
  return database()
    .select({ userId: userRoles.userId, name: customerProfiles.fullName })
    .from(userRoles)
    .innerJoin(customerProfiles, eq(customerProfiles.userId, userRoles.userId))
    .innerJoin(staffPins, eq(staffPins.userId, userRoles.userId))
    .where(
      and(
        or(eq(userRoles.role, 'admin'), inCharge ? eq(userRoles.userId, inCharge.personId) : undefined),
        ne(userRoles.role, 'user'),
        ne(userRoles.userId, actor.userId),
        eq(customerProfiles.isBanned, false),
      ),
    )
    .orderBy(asc(customerProfiles.fullName), asc(userRoles.userId));
}
