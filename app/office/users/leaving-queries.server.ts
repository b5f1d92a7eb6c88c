/** Reads what a person at work holds, and what a page that ends their work asks. */
import { and, asc, count, eq, gt, isNull, sql } from 'drizzle-orm';
import type { Held } from '#core/accounts/identity/staff/leaving.ts';
import { type Actor, may, worksHere } from '#core/ground/access/actor.ts';
import { type DrawerPerson, drawerPeople } from '#core/sales/cash-desk/drawer-people-queries.server.ts';
import { database } from '#db/client.ts';
import { counterTablets } from '#db/schema/cash-desk.ts';
import { customerProfiles } from '#db/schema/customers.ts';
import { staffInvitations, userRoles, users } from '#db/schema/identity.ts';
import { handOverSettlements, refusedHandOvers } from '#db/schema/orders.ts';
import { waste } from '#db/schema/stock.ts';
import { isUuid } from '#kernel/ids.ts';
import type { Role } from '#kernel/statuses.ts';
import { type PresentedHeld, presentHeld } from './held-words.ts';
import { partsOfLeaving } from './parts-of-leaving.server.ts';

/** null for people who may not manage users, and for an account that does not exist. */
export async function readPerson(
  actor: Actor,
  userId: string,
): Promise<{ id: string; name: string; email: string; role: Role; isBanned: boolean } | null> {
  if (!may(actor, 'users.manage') || !isUuid(userId)) return null;
  const [row] = await database()
    .select({
      id: users.id,
      name: customerProfiles.fullName,
      email: users.email,
      role: sql<Role>`coalesce(${userRoles.role}, 'user')`,
      isBanned: customerProfiles.isBanned,
    })
    .from(users)
    .innerJoin(customerProfiles, eq(customerProfiles.userId, users.id))
    .leftJoin(userRoles, eq(userRoles.userId, users.id))
    .where(and(eq(users.id, userId), eq(customerProfiles.status, 'active')));
  return row ?? null;
}

/** Everything open that names them. Checks no permission. */
export async function readHeld(userId: string): Promise<PresentedHeld[]> {
  const db = database();
  const [invitations, ...parts] = await Promise.all([
    db
      .select({ id: staffInvitations.id, name: staffInvitations.email })
      .from(staffInvitations)
      .where(and(eq(staffInvitations.invitedBy, userId), gt(staffInvitations.expiresAt, sql`now()`)))
      .orderBy(asc(staffInvitations.email)),
    ...partsOfLeaving.map((part) => part.read(db, userId)),
  ]);
  const invited: Held[] = invitations.map((row) => ({ kind: 'invitation', ...row }));
  return presentHeld([...parts.flat(), ...invited]);
}

/** What a person did that waits for others, and that leaving does not end. */
export type LeftOpen = {
  /** Tablets that hold work of theirs, which only they can send, and how much. */
  unsent: { id: string; tablet: string; acts: number }[];
  /** Hand-overs of theirs that were refused on arrival and settled by no one. */
  notAccepted: number;
  /** Waste that they recorded and no one destroyed. */
  waste: number;
};

/** Checks no permission. */
export async function readLeftOpen(userId: string): Promise<LeftOpen> {
  const db = database();
  const [unsent, [refused], [wasted]] = await Promise.all([
    db
      .select({
        id: counterTablets.id,
        tablet: sql<string>`coalesce(${counterTablets.name}, 'A tablet')`,
        acts: sql<number>`${counterTablets.unsent} - ${counterTablets.setAside}`,
      })
      .from(counterTablets)
      .where(and(eq(counterTablets.userId, userId), gt(counterTablets.unsent, counterTablets.setAside)))
      .orderBy(asc(counterTablets.name)),
    db
      .select({ many: count() })
      .from(refusedHandOvers)
      .leftJoin(handOverSettlements, eq(handOverSettlements.refusedId, refusedHandOvers.id))
      .where(and(eq(refusedHandOvers.handedOverBy, userId), isNull(handOverSettlements.refusedId))),
    db
      .select({ many: count() })
      .from(waste)
      .where(and(eq(waste.recordedBy, userId), isNull(waste.undoneAt), isNull(waste.destroyedAt))),
  ]);
  return { unsent, notAccepted: refused?.many ?? 0, waste: wasted?.many ?? 0 };
}

export type Leaving = {
  person: { id: string; name: string; role: Role };
  isOwn: boolean;
  /** The account of who ends it. */
  you: string;
  held: PresentedHeld[];
  leftOpen: LeftOpen;
  /** Who may take the drawer over or be in charge, by name. */
  colleagues: DrawerPerson[];
};

/** null for people who may not manage users, and for someone who does not work here. */
export async function readLeaving(actor: Actor, userId: string): Promise<Leaving | null> {
  const person = await readPerson(actor, userId);
  if (!person || actor.kind !== 'user' || !worksHere(person.role)) return null;
  const { id, name, role } = person;
  const [held, leftOpen, colleagues] = await Promise.all([
    readHeld(id),
    readLeftOpen(id),
    drawerPeople(database(), id),
  ]);
  return {
    person: { id, name, role },
    isOwn: actor.userId === id,
    you: actor.userId,
    held,
    leftOpen,
    colleagues,
  };
}
