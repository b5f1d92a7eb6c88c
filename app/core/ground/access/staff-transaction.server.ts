/**
 * Opens transactions for staff commands, which open them only this way. A request's actor was read before the
 * command waited for its locks; a role or right taken away, a ban or a sign-out in the meantime must count. So the last
 * statements before COMMIT read role, rights, ban and session again, and a command whose actor has lost the permission, a
 * part of the limit that goes with it, or the session is rolled back.
 */
import { sql } from 'drizzle-orm';
import { inTransactionOr, type Transaction, together } from '#db/client.ts';
import { userRoles } from '#db/schema/identity.ts';
import { statement } from '#db/statement.ts';
import { type HeldRole, heldRights } from './account-queries.server.ts';
import {
  type Actor,
  type Approver,
  may,
  type Permission,
  type RecentActor,
  rightsOf,
  type SignedIn,
  type Witness,
  worksHere,
} from './actor.ts';
import { hasSession } from './hold-session.server.ts';
import { onceForKey } from './keyed-request.server.ts';
import { claimAction, finishAction } from './offline-action.server.ts';
import { recentActor } from './recent-sign-in-queries.server.ts';

/** What a command does in its transaction. `abandon` rolls it back and returns its argument. */
type StaffWork<Staff extends SignedIn, T> = (
  tx: Transaction,
  staff: Staff,
  abandon: (value: T) => never,
) => Promise<T>;

/**
 * Opens a transaction for an actor who has the permission when the request starts, and at the commit still has it and
 * is signed in; otherwise it writes nothing and returns `denied`. The command gets its actor from here:
 *
 *     const asStaff = staffTransaction(actor, 'orders.manage', refuse({ kind: 'not-allowed' }));
 *     return asStaff<Outcome>(async (tx, actor, abandon) => { … });
 *
 * A change of the actor's role, rights or ban waits for the commit, or the command waits for the change. Like
 * `inTransaction`, it may run the work more than once.
 * @param permission of several the actor needs every one
 * @param run `inLongTransactionOr` for work that takes longer than a request may
 */
export function staffTransaction<D>(
  actor: Actor,
  permission: Permission | readonly Permission[],
  denied: D,
  run = inTransactionOr,
) {
  const all = [permission].flat();
  return async <T>(work: StaffWork<SignedIn, T | D>): Promise<T | D> => {
    if (actor.kind !== 'user' || !all.every((each) => may(actor, each))) return denied;
    return run<T | D>(whileAllowed(actor, all, denied, work));
  };
}

/**
 * Like `staffTransaction`, for a command that also needs a recent sign-in: an actor with the permission in an older
 * session gets `old`. The work receives the actor as a `RecentActor`.
 */
export function recentStaffTransaction<D, O>(actor: Actor, permission: Permission, denied: D, old: O) {
  return async <T>(work: StaffWork<RecentActor, T | D | O>): Promise<T | D | O> => {
    if (actor.kind !== 'user' || !may(actor, permission)) return denied;
    const recent = await recentActor(actor);
    if (!recent) return old;
    return inTransactionOr<T | D | O>(whileAllowed(recent, [permission], denied, work));
  };
}

/** Runs the work, and rolls it back if its actor no longer has the permission or is no longer signed in at its end. */
function whileAllowed<Staff extends SignedIn, T>(
  actor: Staff,
  permissions: readonly Permission[],
  denied: T,
  work: StaffWork<Staff, T>,
) {
  return async (tx: Transaction, abandon: (value: T) => never): Promise<T> => {
    const claimed = actor.action ? await claimAction(tx, actor, actor.action) : null;
    const result = await onceForKey(tx, actor, abandon, () => work(tx, actor, abandon));
    if (actor.action) {
      // A refused action leaves no row: what refused it may be over when it is sent again.
      if (isRefused(result)) abandon(result);
      if (!claimed?.isOthers) await finishAction(tx, actor.action);
    }
    return (await stillMay(tx, actor, permissions)) ? result : abandon(denied);
  };
}

const isRefused = (result: unknown): boolean =>
  typeof result === 'object' && result !== null && 'ok' in result && result.ok === false;

/** How often an export checks again, in milliseconds. */
const ASK_AGAIN_MS = 1000;

/**
 * The rows of an export, for as long as its actor has the permission and is signed in. An export lasts as long as its
 * reader takes, and queries more rows until then. It ends with an error, so that the reader does not take it for
 * complete.
 */
export async function* rowsWhileAllowed<Row>(
  actor: Actor,
  permission: Permission,
  rows: AsyncIterable<Row>,
): AsyncGenerator<Row> {
  const asStaff = staffTransaction(actor, permission, false);
  let askedAt = performance.now();
  for await (const row of rows) {
    if (performance.now() - askedAt > ASK_AGAIN_MS) {
      if (!(await asStaff(async () => true))) throw new Error('who exports may no longer do so');
      askedAt = performance.now();
    }
    yield row;
  }
}

/** The last of all locks: a transaction that has this one waits only for its commit. */
const holdRole = statement<HeldRole>(sql`
  select role, ${heldRights} as rights from ${userRoles} where user_id = ${sql.placeholder('userId')}::uuid for share`);

/** A separate statement, because the one that waits for the lock does not see what was committed while it waited. */
const readBan = statement<{ isBanned: boolean }>(sql`
  select is_banned as "isBanned" from customer_profiles where user_id = ${sql.placeholder('userId')}::uuid`);

async function stillMay(
  tx: Transaction,
  actor: SignedIn,
  permissions: readonly Permission[],
): Promise<boolean> {
  const { userId } = actor;
  const [[held], [profile], isSignedIn] = await together(
    holdRole(tx, { userId }),
    readBan(tx, { userId }),
    hasSession(tx, actor),
  );
  if (!isSignedIn) return false;
  const now = { ...actor, ...actingAs(held), isBanned: profile?.isBanned ?? false };
  return permissions.every((each) => may(now, each) && keepsLimit(now, actor, each));
}

/** The role, with the rights of staff; those of the request must not replace rights that are gone. */
const actingAs = (held: HeldRole | undefined): Pick<SignedIn, 'role' | 'rights'> => ({
  role: held?.role ?? 'user',
  rights: held?.rights ?? undefined,
});

/** Whether the limit that the command decided by still stands, or a higher one. Nothing limits an admin. */
function keepsLimit(now: SignedIn, then: SignedIn, permission: Permission): boolean {
  if (now.role === 'admin') return true;
  const [is, was] = [rightsOf(now), rightsOf(then)];
  if (permission === 'products.discount') return is.discountLimit >= was.discountLimit;
  if (permission !== 'refunds.record' || is.refundLimit === was.refundLimit) return true;
  // The amount in the settings is neither less nor more than one of their own.
  return is.refundLimit !== null && was.refundLimit !== null && is.refundLimit > was.refundLimit;
}

const readPin = statement<{ hash: string | null }>(sql`
  select hash from staff_pins where user_id = ${sql.placeholder('userId')}::uuid`);

const readPassword = statement<{ hash: string | null }>(sql`
  select password as hash from accounts
  where user_id = ${sql.placeholder('userId')}::uuid and provider_id = 'credential'`);

/**
 * The approver as an actor, if their yes still counts: not banned, working here, with the same PIN. The last statements of
 * a command call it, before the same is read of the actor; a change of their role waits for the commit.
 */
export async function approverAsActor(
  tx: Transaction,
  { userId, name, pinHash }: Approver,
  by: SignedIn,
): Promise<SignedIn | null> {
  const held = await roleOfColleague(tx, { userId, way: 'pin', hash: pinHash }, by);
  // On a shared tablet they have no session of their own: only their role and rights count.
  const { sessionId } = by;
  return held && { kind: 'user', userId, name, sessionId, email: '', ...actingAs(held), isBanned: false };
}

/** Whether the witness still counts, as `approverAsActor` does for an approver: another person, who works here. */
export async function isWitness(tx: Transaction, witness: Witness, by: SignedIn): Promise<boolean> {
  const held = await roleOfColleague(tx, witness, by);
  return held !== null && worksHere(held.role);
}

/** null for the person who asks, someone who is banned or has no role, and another PIN or password than was shown. */
async function roleOfColleague(
  tx: Transaction,
  { userId, way, hash }: Pick<Witness, 'userId' | 'way' | 'hash'>,
  by: SignedIn,
): Promise<HeldRole | null> {
  if (userId === by.userId) return null;
  const [[held], [profile], [stored]] = await together(
    holdRole(tx, { userId }),
    readBan(tx, { userId }),
    (way === 'pin' ? readPin : readPassword)(tx, { userId }),
  );
  return held && profile?.isBanned === false && stored?.hash === hash ? held : null;
}
