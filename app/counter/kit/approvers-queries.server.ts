/** Reads who may say yes, with their PIN, to what the actor may not do alone. */
import { and, asc, eq, ne, or, sql } from 'drizzle-orm';
import { readTablet } from '#core/accounts/identity/pins/tablet-queries.server.ts';
import { may, type SignedIn } from '#core/ground/access/actor.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { readInCharge } from '#core/sales/cash-desk/charge-queries.server.ts';
import { database } from '#db/client.ts';
import { customerProfiles } from '#db/schema/customers.ts';
import { staffPins, userRoles } from '#db/schema/identity.ts';

export type ShownApprover = { userId: string; name: string };

/**
 * By name, without the actor. No one on a tablet that is not shared, where no PIN works, and for people who do not work here.
 * @param who for a refund, 'refunds': those who may refund, some up to a limit
 */
export async function readApprovers(
  actor: SignedIn,
  headers: Headers,
  who: 'in-charge' | 'refunds' = 'in-charge',
): Promise<ShownApprover[]> {
  if (!may(actor, 'orders.manage') || (await readTablet(headers)) === null) return [];
  const [inCharge, { refunds }] = await Promise.all([
    who === 'refunds' ? null : readInCharge(),
    readSettings(),
  ]);
  const mayRefund = sql`coalesce(${userRoles.refundLimit}, ${refunds.staffLimit}) > 0`;
  return database()
    .select({ userId: userRoles.userId, name: customerProfiles.fullName })
    .from(userRoles)
    .innerJoin(customerProfiles, eq(customerProfiles.userId, userRoles.userId))
    .innerJoin(staffPins, eq(staffPins.userId, userRoles.userId))
    .where(
      and(
        or(
          eq(userRoles.role, 'admin'),
          inCharge ? eq(userRoles.userId, inCharge.personId) : undefined,
          who === 'refunds' ? mayRefund : undefined,
        ),
        ne(userRoles.role, 'user'),
        ne(userRoles.userId, actor.userId),
        eq(customerProfiles.isBanned, false),
      ),
    )
    .orderBy(asc(customerProfiles.fullName), asc(userRoles.userId));
}
