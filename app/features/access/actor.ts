/** Who is asking, and what they may do. One table; routes, features and tests read the same one. */

import type { Role } from '#kernel/statuses.ts';

/** A visitor nobody has signed in as, or a signed-in person with the role read at this very request. */
export type Actor =
  | { kind: 'guest' }
  | {
      kind: 'user';
      userId: string;
      sessionId: string;
      email: string;
      /** Full name, for greetings and the counter. */
      name: string;
      role: Role;
      isBanned: boolean;
      /** The back office asks for a second factor, and none was shown in this session: it stays shut. */
      lacksSecondFactor?: boolean;
    };

export type SignedIn = Extract<Actor, { kind: 'user' }>;

export const guest: Actor = { kind: 'guest' };

/** Named permissions. */
export type Permission =
  | 'backoffice.enter'
  | 'orders.manage'
  /** Money leaves the drawer. */
  | 'refunds.record'
  | 'pickups.manage'
  | 'inventory.count'
  | 'customers.read'
  | 'customers.note'
  | 'age.decide'
  | 'inventory.manage'
  | 'users.manage'
  | 'settings.manage'
  | 'analytics.read'
  | 'sent-mail.read'
  | 'audit.read'
  | 'records.delete'
  | 'records.export'
  | 'promotions.send';

const staff: readonly Permission[] = [
  'backoffice.enter',
  'orders.manage',
  'pickups.manage',
  'inventory.count',
  'customers.read',
  'customers.note',
  'age.decide',
];

const adminOnly: readonly Permission[] = [
  'refunds.record',
  'inventory.manage',
  'users.manage',
  'settings.manage',
  'analytics.read',
  'sent-mail.read',
  'audit.read',
  'records.delete',
  'records.export',
  'promotions.send',
];

const permissions: Record<Role, ReadonlySet<Permission>> = {
  user: new Set(),
  staff: new Set(staff),
  admin: new Set([...staff, ...adminOnly]),
};

/** Whether the role holds the permission. */
export function roleMay(role: Role, permission: Permission): boolean {
  return permissions[role].has(permission);
}

/** Whether the role holds every permission that the other holds. */
export function roleCovers(role: Role, other: Role): boolean {
  return [...permissions[other]].every((permission) => roleMay(role, permission));
}

/** Whether the actor holds the permission. Guests, banned people and who lacks a second factor that is asked for hold none. */
export function may(actor: Actor, permission: Permission): boolean {
  return (
    actor.kind === 'user' && !actor.isBanned && !actor.lacksSecondFactor && roleMay(actor.role, permission)
  );
}
