/** Extends a session that is used, and ends one whose time is over for its role. */
import { eq } from 'drizzle-orm';
import { database } from '#db/client.ts';
import { sessions } from '#db/schema/identity.ts';
import { isPinUseToBeNoted, isUseToBeNoted, pinSessionEnds, sessionEnds } from './session-life.ts';

/**
 * False when it has ended. The row says when it ends; this also applies what has changed since: the role, the setting.
 * @param staffHours for staff; null for customers.
 */
export async function extendUsed(
  session: { sessionId: string; usedAt: Date; confirmedAt: Date },
  staffHours: number | null,
  now = new Date(),
): Promise<boolean> {
  const { sessionId, usedAt, confirmedAt } = session;
  const expiresAt = sessionEnds(confirmedAt, now, staffHours);
  if (expiresAt <= now) {
    await database().delete(sessions).where(eq(sessions.id, sessionId));
    return false;
  }
  if (isUseToBeNoted(usedAt, now))
    await database().update(sessions).set({ updatedAt: now, expiresAt }).where(eq(sessions.id, sessionId));
  return true;
}

/**
 * The same for a session by PIN. False when it has ended: another role counts from then on, and the next person enters
 * their PIN.
 * @param session.roleChangedAt null without a role
 */
export async function extendPinSession(
  session: { sessionId: string; usedAt: Date; startedAt: Date; roleChangedAt: Date | null },
  { idleMinutes, byPerson }: { idleMinutes: number; byPerson: boolean },
  now = new Date(),
): Promise<boolean> {
  const { sessionId, usedAt, startedAt, roleChangedAt } = session;
  const isIdle = pinSessionEnds(startedAt, usedAt, { idleMinutes }) <= now;
  if (isIdle || roleChangedAt === null || roleChangedAt > startedAt) {
    await database().delete(sessions).where(eq(sessions.id, sessionId));
    return false;
  }
  const expiresAt = pinSessionEnds(startedAt, now, { idleMinutes });
  if (byPerson && isPinUseToBeNoted(usedAt, now))
    await database().update(sessions).set({ updatedAt: now, expiresAt }).where(eq(sessions.id, sessionId));
  return true;
}
