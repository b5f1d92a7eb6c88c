/**
 * A person at work leaves: one act ends their access and passes on what they hold. What they hold is in rooms above this
 * one, so the caller brings a part for each (`app/office/users/parts-of-leaving.server.ts` has them all).
 */
import { eq } from 'drizzle-orm';
import type { Actor, RecentActor } from '#core/ground/access/actor.ts';
import { worksHere } from '#core/ground/access/actor.ts';
import { lockSessions } from '#core/ground/access/hold-session.server.ts';
import { recentStaffTransaction } from '#core/ground/access/staff-transaction.server.ts';
import type { AuditState } from '#core/ground/audit/audit.ts';
import { recordAudit } from '#core/ground/audit/record-audit.server.ts';
import { lockAdvisory } from '#db/advisory-locks.ts';
import type { Database, Transaction } from '#db/client.ts';
import { customerProfiles } from '#db/schema/customers.ts';
import { userRoles, users } from '#db/schema/identity.ts';
import { isUuid } from '#kernel/ids.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import type { Role } from '#kernel/statuses.ts';
import { announce } from '#platform/live/announce.ts';
import { recordStaffSecurityChange } from '../accounts/record-security-change.server.ts';
import { endEveryAccess } from '../sessions/end-sessions.server.ts';
import { endInvitationsOf } from '../sessions/end-unfinished.server.ts';
import type { Held, LeavingChoices, LeavingInput, LeavingProblem } from './leaving.ts';
import { lockAdmins, lockRole } from './lock-admins.server.ts';
import { roleLabel } from './role-change.ts';

export type Reader = Pick<Database | Transaction, 'select' | 'execute'>;
export type Leaver = { userId: string; name: string };

/** One kind of thing that a person at work holds. */
export type LeavingPart = {
  /** What is open and names the person. */
  read(db: Reader, userId: string): Promise<Held[]>;
  /** Passes it on or ends it; returns its fields of the one audit entry. */
  pass(
    tx: Transaction,
    admin: RecentActor,
    leaver: Leaver,
    choices: LeavingChoices,
  ): Promise<Result<AuditState, LeavingProblem>>;
};

type Outcome = Result<Leaver & { role: Role }, LeavingProblem>;

/** How often it starts again because the person took something new in the moment before their role was locked. */
const TRIES = 5;

/**
 * Ends every session, the PIN, tablets that they shared and invitations, and makes them a customer. Refused: people who
 * may not manage users, an old sign-in, one's own account, someone who does not work here, the last admin, and an open
 * drawer without a colleague to take it over. Nothing of it is undone by giving the role back.
 * @param parts in the order of docs/locks.md
 */
export async function endWork(
  actor: Actor,
  input: LeavingInput,
  parts: readonly LeavingPart[],
): Promise<Outcome> {
  for (let tried = 1; tried <= TRIES; tried++) {
    const outcome = await tryToEnd(actor, input, parts);
    if (outcome !== 'holds-more') return outcome;
  }
  return refuse({ kind: 'busy' });
}

function tryToEnd(
  actor: Actor,
  input: LeavingInput,
  parts: readonly LeavingPart[],
): Promise<Outcome | 'holds-more'> {
  const asAdmin = recentStaffTransaction(
    actor,
    'users.manage',
    refuse({ kind: 'not-allowed' }),
    refuse({ kind: 'confirm-first' }),
  );
  return asAdmin<Outcome | 'holds-more'>(async (tx, admin, abandon) => {
    const { userId, ...choices } = input;
    if (userId === admin.userId) return refuse({ kind: 'own' });
    if (!isUuid(userId)) return refuse({ kind: 'not-found' });
    // First: two people who leave at once go one after the other, and no one can put the person in charge until then.
    await lockAdvisory(tx, 'charge');
    await lockSessions(tx, userId);
    const person = await readPerson(tx, userId);
    if (!person) return refuse({ kind: 'not-found' });
    if (!worksHere(person.role)) return refuse({ kind: 'not-here' });
    let passed: AuditState = {};
    for (const part of parts) {
      const outcome = await part.pass(tx, admin, person, choices);
      if (!outcome.ok) return abandon(outcome);
      passed = { ...passed, ...outcome.value };
    }
    // Last: a command about to commit has the locks that the parts wait for, and then waits for its own role.
    const admins = await lockAdmins(tx);
    await lockRole(tx, userId);
    if (person.role === 'admin' && ![...admins].some((id) => id !== userId))
      return abandon(refuse({ kind: 'last-admin' }));
    // What they took before the role was locked is committed by now, and nothing comes after it.
    for (const part of parts) if ((await part.read(tx, userId)).length > 0) return abandon('holds-more');
    await tx
      .update(userRoles)
      .set({ role: 'user', updatedAt: new Date() })
      .where(eq(userRoles.userId, userId));
    const { open } = await endEveryAccess(tx, userId);
    await endInvitationsOf(tx, userId);
    await recordAudit(tx, admin, {
      action: 'staff.left',
      subject: 'user',
      subjectId: userId,
      before: { role: roleLabel[person.role] },
      after: { role: roleLabel.user, sessionsEnded: open, ...passed },
    });
    await recordStaffSecurityChange(tx, admin, { userId, change: 'role-changed' });
    await announce(tx, 'customers', `user:${userId}`);
    return succeed(person);
  });
}

async function readPerson(tx: Transaction, userId: string): Promise<(Leaver & { role: Role }) | null> {
  const [row] = await tx
    .select({ name: customerProfiles.fullName, role: userRoles.role })
    .from(users)
    .innerJoin(customerProfiles, eq(customerProfiles.userId, users.id))
    .leftJoin(userRoles, eq(userRoles.userId, users.id))
    .where(eq(users.id, userId));
  return row ? { userId, name: row.name, role: row.role ?? 'user' } : null;
}
