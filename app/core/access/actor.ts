/** Who is asking, and what they may do. One table; pages, commands and tests read the same one. */

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
      /** The back office needs a second factor, and this session has shown none, or only a text code. */
      lacksSecondFactor?: boolean;
    };

export type SignedIn = Extract<Actor, { kind: 'user' }>;

declare const recent: unique symbol;

/**
 * A signed-in person who signed in, or confirmed their identity again, within the last minutes. Only `recentActor` and
 * `holdSession` of the identity room make one, so code that takes one cannot run in an old session.
 */
export type RecentActor = SignedIn & { readonly [recent]: true };

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
