/**
 * Who is asking, and what they may do: pages, commands and tests ask `may`. What each permission, box and limit is, is in
 * `rights`; what depends on more than a role, on a setting, a lot or a day, is below.
 */

import type { LotStatus, Role } from '#kernel/statuses.ts';
import type { StoreDate } from '#kernel/time.ts';
import {
  adminsPermissions,
  everyonesPermissions,
  ordinaryRights,
  type Permission,
  permissionsOfRight,
  type Rights,
  refundLimitOf,
  rightsAllow,
  rightsCover,
} from './rights.ts';

export {
  boxField,
  isGivenByRights,
  LARGEST_REFUND_LIMIT,
  ordinaryRights,
  type Permission,
  type Rights,
  rightsCover,
  rightsInWords,
  type StartingSet,
  sameRights,
  startingSets,
} from './rights.ts';

/** A guest, or a signed-in person with the role read at this request. */
export type Actor =
  | {
      kind: 'guest';
      /** A session by PIN that asks for a page outside its reach. */
      byPin?: true;
    }
  | {
      kind: 'user';
      userId: string;
      sessionId: string;
      email: string;
      /** Full name, for greetings and the counter. */
      name: string;
      role: Role;
      /** Of a person on the staff: their boxes and limits, read with the role. Without, those that everyone starts with. */
      rights?: Rights;
      isBanned: boolean;
      /** The back office requires a second factor, and this session has shown none, or only a text code. */
      lacksSecondFactor?: boolean;
      /** What the actor did on a tablet without a network, now that it has arrived. */
      action?: OfflineAction;
      /**
       * In a session that a PIN started on a shared tablet. `role` is staff then, also for admins, with the ordinary
       * rights.
       */
      byPin?: boolean;
      /** Asks through the API: acts while the token lives, within its scopes. */
      apiToken?: {
        id: string;
        scopes: ReadonlySet<string>;
        /** Its request counts once: the Idempotency-Key, and a hash of everything sent with it. */
        once?: { key: string; input: string };
      };
    };

/** An action that waited on a tablet. Every command of staff that gets an actor with one does it once. */
export type OfflineAction = {
  /** A uuid that the tablet made. */
  id: string;
  /** 'ORD042' */
  orderNumber: string;
  kind: string;
  /** By the tablet's clock, within bounds (`doneAtOf`). */
  doneAt: Date;
  /** The order's version as the tablet knows it, after its own actions before this one. */
  version: number;
};

export type SignedIn = Extract<Actor, { kind: 'user' }>;

declare const recent: unique symbol;

/**
 * A person who signed in, or confirmed their identity again, within the last minutes. Only `recentActor` and
 * `holdSession` return this type, so code that requires it cannot run in an old session.
 */
export type RecentActor = SignedIn & { readonly [recent]: true };

declare const approved: unique symbol;

/**
 * A person who said yes to one act of another, with their PIN on that person's screen. Only `readApproval` returns one; what
 * they may is read at the commit.
 */
export type Approver = {
  userId: string;
  name: string;
  /** The PIN that was right; another one by the commit is no yes. */
  pinHash: string;
  readonly [approved]: true;
};

declare const witnessed: unique symbol;

/**
 * A colleague who saw what another person records, and said so on that person's screen with their PIN, or with their
 * password where no PIN works. Only `readWitness` returns one; whether they still work here is read at the commit.
 */
export type Witness = {
  userId: string;
  name: string;
  way: 'pin' | 'password';
  /** Of what they showed; another one by the commit is no witness. */
  hash: string;
  readonly [witnessed]: true;
};

export const guest: Actor = { kind: 'guest' };

const permissions: Record<Role, ReadonlySet<Permission>> = {
  user: new Set(),
  staff: new Set(everyonesPermissions.concat(ordinaryRights.boxes.flatMap((box) => permissionsOfRight[box]))),
  admin: new Set([
    ...everyonesPermissions,
    ...Object.values(permissionsOfRight).flat(),
    'products.discount',
    ...adminsPermissions,
  ]),
};

/** Whether the role has the permission; of staff, whether they have it without a box that they do not start with. */
export function roleMay(role: Role, permission: Permission): boolean {
  return permissions[role].has(permission);
}

/** Whether people with this role work here, so that what is for staff counts for them: sessions, names, second factors. */
export const worksHere = (role: Role): boolean => roleMay(role, 'backoffice.enter');

/** Whether the role has every permission that the other has. */
export function roleCovers(role: Role, other: Role): boolean {
  return [...permissions[other]].every((permission) => roleMay(role, permission));
}

/**
 * Whether the actor has the permission. Guests, banned people and people who lack a required second factor have none.
 */
export function may(actor: Actor, permission: Permission): boolean {
  if (actor.kind !== 'user' || actor.isBanned || actor.lacksSecondFactor) return false;
  return actor.role === 'staff' ? rightsAllow(rightsOf(actor), permission) : roleMay(actor.role, permission);
}

/** The boxes and limits of a person on the staff. Those of others mean nothing. */
export const rightsOf = ({ rights }: Pick<SignedIn, 'rights'>): Rights => rights ?? ordinaryRights;

/**
 * Whether the actor may give all of these rights: a person gives only rights they have. A change of someone's rights also
 * counts what they had before.
 * @param settings the refund that a limit of null means
 */
export function mayGiveRights(
  actor: Actor,
  given: readonly Rights[],
  settings: { staffLimit: number },
): boolean {
  if (actor.kind !== 'user' || !may(actor, 'staff.rights')) return false;
  if (actor.role === 'admin') return true;
  return given.every((rights) => rightsCover(rightsOf(actor), rights, settings));
}

/** Whether the actor may see who has units of a lot. */
export const mayTrace = (actor: Actor): boolean =>
  may(actor, 'inventory.see') && may(actor, 'customers.read');

/**
 * Whether this person may refund at all.
 * @param settings `staffLimit`: the cents of one order, for staff without a limit of their own
 */
export function mayRefund(actor: Actor, settings: { staffLimit: number }): boolean {
  return refundLimit(actor, settings) !== 0;
}

/** The cents that this person may refund of one order, in one refund or several; null for any amount. */
export function refundLimit(actor: Actor, settings: { staffLimit: number }): number | null {
  if (may(actor, 'refunds.any-amount')) return null;
  return actor.kind === 'user' && may(actor, 'refunds.record') ? refundLimitOf(rightsOf(actor), settings) : 0;
}

/** The largest discount of a product that this person may set, in percent; null for any. */
export function discountLimit(actor: Actor): number | null {
  if (may(actor, 'inventory.manage')) return null;
  return actor.kind === 'user' && may(actor, 'products.discount') ? rightsOf(actor).discountLimit : 0;
}

/**
 * Whether the actor may close the drawer without tablets that may hold work, or settle what they did: admins, and who
 * is in charge.
 * @param inCharge the person's account; null for no one
 */
export function mayCloseWithout(actor: Actor, inCharge: string | null): boolean {
  if (actor.kind !== 'user' || !may(actor, 'cash.handle')) return false;
  return may(actor, 'cash.settle') || actor.userId === inCharge;
}

/**
 * The state of the desk that decides who may read a report. `lastCloser` closed the last drawer today; null if no one
 * did.
 */
export type Desk = { today: StoreDate; isOpen: boolean; lastCloser: string | null };

/**
 * Whether the actor may read the report of a day. Admins may. So may the person who closed the last drawer today, once
 * none is open: while one is, the report would say what the next count should come to.
 */
export function mayReadCashDay(actor: Actor, day: StoreDate, { today, isOpen, lastCloser }: Desk): boolean {
  if (may(actor, 'cash.report')) return true;
  if (actor.kind !== 'user' || !may(actor, 'cash.handle')) return false;
  return !isOpen && day.equals(today) && lastCloser === actor.userId;
}

/**
 * Whether anyone on the staff may put the lot back on sale: one that staff quarantined, because the reason was theirs.
 * What someone quarantined who may put lots on sale, what waits for a test, failed one, expired or was recalled, is for
 * those who may put lots on sale, or for no one.
 */
export function mayRelease(
  lot: { status: LotStatus; quarantinedBy: string | null; staffMayRelease: boolean },
  userId: string,
): boolean {
  return lot.status === 'quarantined' && (lot.staffMayRelease || lot.quarantinedBy === userId);
}
