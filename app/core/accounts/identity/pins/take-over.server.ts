/** Starts the session of a person who takes a shared tablet over with their PIN. */
import { and, eq, ne } from 'drizzle-orm';
import { roleMay } from '#core/ground/access/actor.ts';
import { lockUser } from '#core/ground/access/hold-session.server.ts';
import { recordAudit } from '#core/ground/audit/record-audit.server.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { database, inTransaction } from '#db/client.ts';
import { customerProfiles } from '#db/schema/customers.ts';
import { sessions, sharedTablets, staffPins, userRoles } from '#db/schema/identity.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { CLIENT_ADDRESS_HEADER } from '../sessions/client-address.server.ts';
import { newSessionToken, sessionToken, writeSessionCookie } from '../sessions/session-cookie.server.ts';
import { pinSessionEnds } from '../sessions/session-life.ts';
import { checkPin, countAsRight } from './check-pin.server.ts';
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
  const checked = await checkPin(tablet, { userId, pin });
  if (!checked.ok) return checked;
  const started = await start(request, tablet, userId, checked.value.hash);
  if (started.ok) await countAsRight(tablet, userId);
  return started;
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
