/** Extends a session that is used, and ends one whose time is over for its role. */
import { eq } from 'drizzle-orm';
import { database } from '#db/client.ts';
import { sessions } from '#db/schema/identity.ts';
import { isUseToBeNoted, sessionEnds } from './session-life.ts';

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
