/** Starts the session of a person who takes a shared tablet over with their PIN. */
import { and, eq, ne } from 'drizzle-orm';
import { roleMay } from '#core/ground/access/actor.ts';
import { lockUser } from '#core/ground/access/hold-session.server.ts';
import { recordAudit } from '#core/ground/audit/record-audit.server.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { database, inTransaction } from '#db/client.ts';
import { customerProfiles } from '#db/schema/customers.ts';
import { sessions, sharedTablets, staffPins, userRoles } from '#db/schema/identity.ts';
import { isUuid } from '#kernel/ids.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { HashingBusyError, verifyPassword } from '#platform/secrets/password-hashing.ts';
import { CLIENT_ADDRESS_HEADER } from '../sessions/client-address.server.ts';
import { countAttempt, forgetAttempts, giveAttemptBack } from '../sessions/count-attempt.server.ts';
import { pinLimits } from '../sessions/rate-limit.ts';
import { newSessionToken, sessionToken, writeSessionCookie } from '../sessions/session-cookie.server.ts';
import { pinSessionEnds } from '../sessions/session-life.ts';
import type { PinProblem } from './pin.ts';
import { readTablet, type Tablet } from './tablet-queries.server.ts';

type Outcome = Result<{ cookie: string }, PinProblem>;

/**
 * Returns the Set-Cookie line of the session; the one that the browser came with ends. Counts a try
 * by person, and what that allows by tablet, so that tries at one person, or at an id that is no one's, use up only
 * their own count. Refused: a browser that is no shared tablet, a wrong PIN, a person without one or without work at the counter.
 */
export async function takeOver(
  request: Request,
  { userId, pin }: { userId: string; pin: string },
): Promise<Outcome> {
  const tablet = await readTablet(request.headers);
  if (tablet === null) return refuse({ kind: 'no-tablet' });
  if (!isUuid(userId)) return refuse({ kind: 'wrong-pin' });
  const [stored] = await database()
    .select({ hash: staffPins.hash })
    .from(staffPins)
    .where(eq(staffPins.userId, userId));
  const wait = stored
    ? await countPin(tablet, userId)
    : await countAttempt('pin:unknown', tablet.id, pinLimits.tablet);
  if (wait > 0) return refuse({ kind: 'too-many-attempts', seconds: wait });
  if (!stored) return refuse({ kind: 'wrong-pin' });
  try {
    if (!(await verifyPassword(stored.hash, pin))) return refuse({ kind: 'wrong-pin' });
  } catch (error) {
    if (!(error instanceof HashingBusyError)) throw error;
    await notCounted(tablet, userId);
    return refuse({ kind: 'busy' });
  }
  const started = await start(request, tablet, userId, stored.hash);
  if (started.ok) {
    await giveAttemptBack('pin:tablet', tablet.id);
    await forgetAttempts('pin:person', userId);
    await giveAttemptBack('pin:day', userId);
  }
  return started;
}

/** Returns how many seconds to wait. A try that the tablet's limit refuses is none at the person. */
async function countPin(tablet: Tablet, userId: string): Promise<number> {
  const ofPerson =
    (await countAttempt('pin:person', userId, pinLimits.person)) ||
    (await countAttempt('pin:day', userId, pinLimits.personInADay));
  if (ofPerson > 0) return ofPerson;
  const ofTablet = await countAttempt('pin:tablet', tablet.id, pinLimits.tablet);
  if (ofTablet > 0) await notCounted(tablet, userId);
  return ofTablet;
}

async function notCounted(tablet: Tablet, userId: string): Promise<void> {
  await giveAttemptBack('pin:tablet', tablet.id);
  await giveAttemptBack('pin:person', userId);
  await giveAttemptBack('pin:day', userId);
}

async function start(request: Request, tablet: Tablet, userId: string, hash: string): Promise<Outcome> {
  const { pinIdleMinutes } = (await readSettings()).security;
  const token = newSessionToken(userId);
  const presented = sessionToken(request.headers.get('cookie'));
  const outcome = await inTransaction<Outcome>(async (tx) => {
    // A ban, another PIN and the end of the sharing come before this session or end it.
    const [profile] = await tx
      .select({ name: customerProfiles.fullName, isBanned: customerProfiles.isBanned })
      .from(customerProfiles)
      .where(eq(customerProfiles.userId, userId))
      .for('no key update');
    if ((await lockUser(tx, userId)) === null || !profile) return refuse({ kind: 'wrong-pin' });
    const [pin] = await tx
      .select({ hash: staffPins.hash, role: userRoles.role })
      .from(staffPins)
      .innerJoin(userRoles, eq(userRoles.userId, staffPins.userId))
      .where(eq(staffPins.userId, userId));
    if (pin?.hash !== hash) return refuse({ kind: 'wrong-pin' });
    if (profile.isBanned || !roleMay(pin.role, 'orders.manage')) return refuse({ kind: 'not-allowed' });
    const [shared] = await tx
      .select({ id: sharedTablets.id })
      .from(sharedTablets)
      .where(eq(sharedTablets.id, tablet.id))
      .for('key share');
    if (!shared) return refuse({ kind: 'no-tablet' });
    const now = new Date();
    await tx.insert(sessions).values({
      ...{ userId, token, tabletId: tablet.id, secondFactor: tablet.secondFactor },
      // Never a recent sign-in: what needs one asks for the password.
      confirmedAt: new Date(0),
      expiresAt: pinSessionEnds(now, now, { idleMinutes: pinIdleMinutes }),
      ipAddress: request.headers.get(CLIENT_ADDRESS_HEADER) ?? '',
      userAgent: request.headers.get('user-agent') ?? '',
      createdAt: now,
      updatedAt: now,
    });
    await recordAudit(
      tx,
      { kind: 'user', userId, name: profile.name },
      { action: 'tablet.taken-over', subject: 'user', subjectId: userId, after: { tablet: tablet.name } },
    );
    return succeed({ cookie: writeSessionCookie(token) });
  });
  if (outcome.ok && presented !== null)
    await database()
      .delete(sessions)
      .where(and(eq(sessions.token, presented), ne(sessions.token, token)));
  return outcome;
}
