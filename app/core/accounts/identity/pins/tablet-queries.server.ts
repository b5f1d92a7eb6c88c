/** Reads shared tablets, and who may take one over. */
import { and, asc, desc, eq, inArray, ne, sql } from 'drizzle-orm';
import { type Actor, may } from '#core/ground/access/actor.ts';
import { database } from '#db/client.ts';
import { customerProfiles } from '#db/schema/customers.ts';
import { sharedTablets, staffPins, userRoles } from '#db/schema/identity.ts';
import { tabletHash } from './tablet-cookie.server.ts';

export type Tablet = { id: string; name: string; secondFactor: boolean };

/** The person who set it up must still work here; otherwise someone who left could have made a tablet of their phone. */
const isTrusted = sql`exists (select from ${userRoles} join ${customerProfiles}
  on customer_profiles.user_id = user_roles.user_id
  where user_roles.user_id = ${sharedTablets.setUpBy} and user_roles.role <> 'user' and not customer_profiles.is_banned)`;

/** The shared tablet that a request comes from; null for any other browser. */
export async function readTablet(headers: Headers): Promise<Tablet | null> {
  const hash = tabletHash(headers.get('cookie'));
  if (hash === null) return null;
  const [row] = await database()
    .select({ id: sharedTablets.id, name: sharedTablets.name, secondFactor: sharedTablets.secondFactor })
    .from(sharedTablets)
    .where(and(eq(sharedTablets.tokenHash, hash), isTrusted));
  return row ?? null;
}

export type Colleague = { userId: string; name: string; hasPin: boolean };

/** Everyone who works at the counter, by name: shown on shared tablets only, also to no one signed in. */
export function readColleagues(_tablet: Tablet): Promise<Colleague[]> {
  return database()
    .select({
      userId: userRoles.userId,
      name: customerProfiles.fullName,
      hasPin: sql<boolean>`${staffPins.userId} is not null`,
    })
    .from(userRoles)
    .innerJoin(customerProfiles, eq(customerProfiles.userId, userRoles.userId))
    .leftJoin(staffPins, eq(staffPins.userId, userRoles.userId))
    .where(and(inArray(userRoles.role, ['staff', 'admin']), eq(customerProfiles.isBanned, false)))
    .orderBy(asc(customerProfiles.fullName), asc(userRoles.userId));
}

export type SharedTablet = { id: string; name: string; by: string; since: Date };

/** All of them, newest first, but for the one with this id. Empty for people who do not work at the counter. */
export async function readSharedTablets(actor: Actor, but: string | null): Promise<SharedTablet[]> {
  if (!may(actor, 'orders.manage')) return [];
  return database()
    .select({
      id: sharedTablets.id,
      name: sharedTablets.name,
      by: sharedTablets.setUpByName,
      since: sharedTablets.createdAt,
    })
    .from(sharedTablets)
    .where(but === null ? undefined : ne(sharedTablets.id, but))
    .orderBy(desc(sharedTablets.createdAt));
}

/** Whether the person has a PIN. */
export async function hasPin(userId: string): Promise<boolean> {
  return (await database().$count(staffPins, eq(staffPins.userId, userId))) > 0;
}
