/** Reads the rights of a person on the staff, for someone who may give them. */
import { and, eq } from 'drizzle-orm';
import { rightsKey } from '#core/accounts/identity/staff/rights-form.ts';
import { heldRights } from '#core/ground/access/account-queries.server.ts';
import { type Actor, may, mayGiveRights, type Rights, rightsOf } from '#core/ground/access/actor.ts';
import { type StartingSet, setNames, startingSets } from '#core/ground/access/rights.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { database } from '#db/client.ts';
import { customerProfiles } from '#db/schema/customers.ts';
import { userRoles } from '#db/schema/identity.ts';
import { isUuid } from '#kernel/ids.ts';
import { rights as allBoxes, type Right } from '#kernel/statuses.ts';

export type RightsToGive = {
  id: string;
  name: string;
  rights: Rights;
  /** The rights as one text: a save is refused once they are others. */
  key: string;
  /** Why the viewer may not change them; null if they may. */
  hindrance: 'own' | 'more-than-own' | null;
  /** The boxes that the viewer may tick. */
  boxes: readonly Right[];
  /** What the viewer may give at most, in cents and percent; null for any. */
  most: { refund: number | null; discount: number | null };
  /** Cents of one order without a limit of their own. */
  staffLimit: number;
};

/** null for people who may not give rights, and for someone who is not on the staff. */
export async function readRightsToGive(actor: Actor, userId: string): Promise<RightsToGive | null> {
  if (actor.kind !== 'user' || !may(actor, 'staff.rights') || !isUuid(userId)) return null;
  const [row] = await database()
    .select({ name: customerProfiles.fullName, rights: heldRights })
    .from(userRoles)
    .innerJoin(customerProfiles, eq(customerProfiles.userId, userRoles.userId))
    .where(and(eq(userRoles.userId, userId), eq(userRoles.role, 'staff')));
  if (!row?.rights) return null;
  const { refunds } = await readSettings();
  const { name, rights } = row;
  const own = rightsOf(actor);
  const isAdmin = actor.role === 'admin';
  const mayGive = mayGiveRights(actor, [rights], refunds);
  return {
    ...{ id: userId, name, rights, key: rightsKey(rights), staffLimit: refunds.staffLimit },
    hindrance: userId === actor.userId ? 'own' : mayGive ? null : 'more-than-own',
    boxes: isAdmin ? allBoxes : allBoxes.filter((box) => own.boxes.includes(box)),
    most: isAdmin
      ? { refund: null, discount: null }
      : { refund: own.refundLimit ?? refunds.staffLimit, discount: own.discountLimit },
  };
}

/** What the viewer may invite people to: the starting sets that they have themselves, and admins as an admin. */
export async function readInviting(actor: Actor): Promise<{ isAdmin: boolean; sets: StartingSet[] }> {
  const { refunds } = await readSettings();
  return {
    isAdmin: may(actor, 'users.manage'),
    sets: setNames.filter((name) => mayGiveRights(actor, [startingSets[name]], refunds)),
  };
}
