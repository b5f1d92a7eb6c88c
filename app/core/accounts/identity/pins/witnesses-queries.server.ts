/** Reads who may confirm on this screen that they saw what its person records, and what they show for it. */
import { and, asc, eq, inArray, ne, sql } from 'drizzle-orm';
import { may, type SignedIn } from '#core/ground/access/actor.ts';
import { database } from '#db/client.ts';
import { customerProfiles } from '#db/schema/customers.ts';
import { accounts, staffPins, userRoles } from '#db/schema/identity.ts';
import { readTablet } from './tablet-queries.server.ts';

/**
 * `way`: what they show. A PIN counts on a shared tablet alone, and there nothing else does. `isAlone`: no one else works
 * here; `mayInvite`: the actor may invite someone.
 */
export type Witnesses = {
  way: 'pin' | 'password';
  people: { userId: string; name: string }[];
  isAlone: boolean;
  mayInvite: boolean;
};

/** By name: everyone else who works here and has a PIN, or a password. No one for people who do not work here. */
export async function readWitnesses(actor: SignedIn, headers: Headers): Promise<Witnesses> {
  const way = (await readTablet(headers)) === null ? 'password' : 'pin';
  const mayInvite = may(actor, 'users.manage');
  if (!may(actor, 'inventory.see')) return { way, people: [], isAlone: false, mayInvite };
  const colleagues = await database()
    .select({
      userId: userRoles.userId,
      name: customerProfiles.fullName,
      shows: sql<boolean>`${way === 'pin' ? staffPins.hash : accounts.password} is not null`,
    })
    .from(userRoles)
    .innerJoin(customerProfiles, eq(customerProfiles.userId, userRoles.userId))
    .leftJoin(staffPins, eq(staffPins.userId, userRoles.userId))
    .leftJoin(accounts, and(eq(accounts.userId, userRoles.userId), eq(accounts.providerId, 'credential')))
    .where(
      and(
        inArray(userRoles.role, ['staff', 'admin']),
        ne(userRoles.userId, actor.userId),
        eq(customerProfiles.isBanned, false),
      ),
    )
    .orderBy(asc(customerProfiles.fullName), asc(userRoles.userId));
  const people = colleagues.filter(({ shows }) => shows).map(({ userId, name }) => ({ userId, name }));
  return { way, people, isAlone: colleagues.length === 0, mayInvite };
}
