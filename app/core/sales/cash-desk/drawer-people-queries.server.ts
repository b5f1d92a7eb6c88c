/** Reads who may take the drawer over, or be in charge: everyone who may handle cash, except the person who has it. */
import { and, asc, eq, inArray, ne } from 'drizzle-orm';
import { roleMay } from '#core/ground/access/actor.ts';
import type { Transaction } from '#db/client.ts';
import { customerProfiles } from '#db/schema/customers.ts';
import { userRoles } from '#db/schema/identity.ts';
import { isUuid } from '#kernel/ids.ts';
import { roles } from '#kernel/statuses.ts';

export type DrawerPerson = { id: string; name: string };

type Reader = Pick<Transaction, 'select'>;

const cashRoles = roles.filter((role) => roleMay(role, 'cash.handle'));

/** By name. */
export function drawerPeople(tx: Reader, holderId: string | null): Promise<DrawerPerson[]> {
  return peopleBut(tx, holderId).orderBy(asc(customerProfiles.fullName), asc(userRoles.userId));
}

/** null if this person may not take over. */
export async function nextHolder(
  tx: Reader,
  holderId: string | null,
  id: string,
): Promise<DrawerPerson | null> {
  if (!isUuid(id)) return null;
  const [person] = await peopleBut(tx, holderId, id);
  return person ?? null;
}

function peopleBut(tx: Reader, holderId: string | null, only?: string) {
  return tx
    .select({ id: userRoles.userId, name: customerProfiles.fullName })
    .from(userRoles)
    .innerJoin(customerProfiles, eq(customerProfiles.userId, userRoles.userId))
    .where(
      and(
        inArray(userRoles.role, cashRoles),
        eq(customerProfiles.isBanned, false),
        holderId === null ? undefined : ne(userRoles.userId, holderId),
        only ? eq(userRoles.userId, only) : undefined,
      ),
    );
}
