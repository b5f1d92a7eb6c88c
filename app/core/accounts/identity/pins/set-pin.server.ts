/** Sets a person's PIN, and removes it. Either ends their sessions by PIN. */
import { and, eq, isNotNull } from 'drizzle-orm';
import { type Actor, roleMay, type SignedIn } from '#core/ground/access/actor.ts';
import { holdSession, lockUser } from '#core/ground/access/hold-session.server.ts';
import { isRecentlyConfirmed } from '#core/ground/access/recent-sign-in-queries.server.ts';
import { recentStaffTransaction } from '#core/ground/access/staff-transaction.server.ts';
import { recordAudit } from '#core/ground/audit/record-audit.server.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { database, inTransaction, type Transaction } from '#db/client.ts';
import { customerProfiles } from '#db/schema/customers.ts';
import { sessions, staffPins, userRoles, users } from '#db/schema/identity.ts';
import { isUuid } from '#kernel/ids.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { HashingBusyError, hashPassword } from '#platform/secrets/password-hashing.ts';
import {
  recordSecurityChange,
  recordStaffSecurityChange,
} from '../accounts/record-security-change.server.ts';
import { readFactor } from '../second-factor/current-factor.server.ts';
import { checkPassword } from '../sessions/check-password.server.ts';
import { forgetAttempts } from '../sessions/count-attempt.server.ts';
import { type PinProblem, pinProblem } from './pin.ts';
import { readTablet } from './tablet-queries.server.ts';

type Outcome = Result<null, PinProblem>;

/** Sets the PIN of the signed-in person. Needs a recent sign-in. */
export async function setPin(request: Request, actor: SignedIn, pin: string): Promise<Outcome> {
  if (!roleMay(actor.role, 'orders.manage')) return refuse({ kind: 'not-allowed' });
  if (!(await isRecentlyConfirmed(actor))) return refuse({ kind: 'confirm-first' });
  return save(request, actor.userId, pin, async (tx) =>
    (await holdSession(tx, actor, { recent: true })) ? null : { kind: 'confirm-first' },
  );
}

/**
 * Sets the PIN of a person at a shared tablet, who shows their password. Refuses accounts with a second factor, which this
 * does not ask for. A wrong password counts as a guess.
 */
export async function setPinByPassword(
  request: Request,
  { userId, password, pin }: { userId: string; password: string; pin: string },
): Promise<Outcome> {
  if ((await readTablet(request.headers)) === null) return refuse({ kind: 'no-tablet' });
  if (!isUuid(userId)) return refuse({ kind: 'wrong-password' });
  const [person] = await database()
    .select({ email: users.email, role: userRoles.role, isBanned: customerProfiles.isBanned })
    .from(users)
    .innerJoin(userRoles, eq(userRoles.userId, users.id))
    .innerJoin(customerProfiles, eq(customerProfiles.userId, users.id))
    .where(eq(users.id, userId));
  if (!person || person.isBanned || !roleMay(person.role, 'orders.manage'))
    return refuse({ kind: 'not-allowed' });
  const checked = await checkPassword(request, { userId, email: person.email }, password);
  if (!checked.ok) return checked;
  const { staffSecondFactor } = (await readSettings()).security;
  return save(request, userId, pin, async (tx) =>
    staffSecondFactor || (await readFactor(tx, userId)) !== null ? { kind: 'second-factor' } : null,
  );
}

/** @param whyNot runs under the account's lock */
async function save(
  request: Request,
  userId: string,
  pin: string,
  whyNot: (tx: Transaction) => Promise<PinProblem | null>,
): Promise<Outcome> {
  const [profile] = await database()
    .select({ birthDate: customerProfiles.birthDate })
    .from(customerProfiles)
    .where(eq(customerProfiles.userId, userId));
  const easy = pinProblem(pin, profile?.birthDate ?? null);
  if (easy !== null) return refuse({ kind: 'too-easy', message: easy });
  let hash: string;
  try {
    hash = await hashPassword(pin);
  } catch (error) {
    if (error instanceof HashingBusyError) return refuse({ kind: 'busy' });
    throw error;
  }
  const outcome = await inTransaction<Outcome>(async (tx) => {
    if ((await lockUser(tx, userId)) === null) return refuse({ kind: 'not-allowed' });
    const problem = await whyNot(tx);
    if (problem !== null) return refuse(problem);
    await tx
      .insert(staffPins)
      .values({ userId, hash })
      .onConflictDoUpdate({ target: staffPins.userId, set: { hash, createdAt: new Date() } });
    await endPinSessions(tx, userId);
    await recordSecurityChange(tx, request, { userId, change: 'pin-set' });
    return succeed(null);
  });
  if (outcome.ok) for (const action of ['pin:person', 'pin:day']) await forgetAttempts(action, userId);
  return outcome;
}

/** Removes the PIN of the signed-in person. Needs a recent sign-in. One that is gone is not an error. */
export async function removeOwnPin(request: Request, actor: SignedIn): Promise<Outcome> {
  if (!(await isRecentlyConfirmed(actor))) return refuse({ kind: 'confirm-first' });
  return inTransaction<Outcome>(async (tx) => {
    if (!(await holdSession(tx, actor, { recent: true }))) return refuse({ kind: 'confirm-first' });
    if (await deletePin(tx, actor.userId))
      await recordSecurityChange(tx, request, { userId: actor.userId, change: 'pin-removed' });
    return succeed(null);
  });
}

/** Removes a person's PIN, by an admin. */
export async function removePin(actor: Actor, userId: string): Promise<Outcome> {
  const asAdmin = recentStaffTransaction(
    actor,
    'users.manage',
    refuse({ kind: 'not-allowed' }),
    refuse({ kind: 'confirm-first' }),
  );
  return asAdmin<Outcome>(async (tx, admin) => {
    if (!isUuid(userId) || (await lockUser(tx, userId)) === null) return succeed(null);
    if (!(await deletePin(tx, userId))) return succeed(null);
    await recordAudit(tx, admin, { action: 'pin.removed', subject: 'user', subjectId: userId });
    await recordStaffSecurityChange(tx, admin, { userId, change: 'pin-removed' });
    return succeed(null);
  });
}

/** False if there was none. */
async function deletePin(tx: Transaction, userId: string): Promise<boolean> {
  const gone = await tx
    .delete(staffPins)
    .where(eq(staffPins.userId, userId))
    .returning({ userId: staffPins.userId });
  await endPinSessions(tx, userId);
  return gone.length > 0;
}

async function endPinSessions(tx: Transaction, userId: string): Promise<void> {
  await tx.delete(sessions).where(and(eq(sessions.userId, userId), isNotNull(sessions.tabletId)));
}
