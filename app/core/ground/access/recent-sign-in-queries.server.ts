/** Reads when the person behind a request last showed who they are. */
import { and, eq } from 'drizzle-orm';
import { database } from '#db/client.ts';
import { sessions } from '#db/schema/identity.ts';
import type { RecentActor, SignedIn } from './actor.ts';
import { isRecent } from './recent-sign-in.ts';

/**
 * Whether this session's last sign-in or re-check is recent enough, for the guards of pages. Commands call
 * `recentActor` or, inside their transaction, `holdSession`.
 */
export async function isRecentlyConfirmed(
  { sessionId, userId }: SignedIn,
  what: 'open' | 'change' = 'change',
  now = new Date(),
): Promise<boolean> {
  const [session] = await database()
    .select({ confirmedAt: sessions.confirmedAt })
    .from(sessions)
    .where(and(eq(sessions.id, sessionId), eq(sessions.userId, userId)));
  return session !== undefined && isRecent(session.confirmedAt, now, what);
}

/** The actor as one who signed in recently; null in an older session. Commands refuse null as 'confirm-first'. */
export async function recentActor(actor: SignedIn): Promise<RecentActor | null> {
  return (await isRecentlyConfirmed(actor)) ? (actor as RecentActor) : null;
}
