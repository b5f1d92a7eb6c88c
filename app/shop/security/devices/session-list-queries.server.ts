/** Loads the devices a person is signed in on. */
import { and, desc, eq, gt, sql } from 'drizzle-orm';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { deviceOf } from '#core/ground/activity/device.ts';
import { database } from '#db/client.ts';
import { sessions } from '#db/schema/identity.ts';
import { formatDateTime, instantOf } from '#kernel/time.ts';
import { networkOf } from './network.ts';
import type { ListedSession } from './session-groups.ts';

/** More than a person can look through. */
const MOST = 100;

/** The actor's live sessions, the current one first, then the most recently used. */
export async function readSessions(actor: SignedIn, zone: string): Promise<ListedSession[]> {
  const rows = await database()
    .select({
      id: sessions.id,
      userAgent: sessions.userAgent,
      ipAddress: sessions.ipAddress,
      createdAt: sessions.createdAt,
      lastUsedAt: sessions.updatedAt,
    })
    .from(sessions)
    .where(and(eq(sessions.userId, actor.userId), gt(sessions.expiresAt, sql`now()`)))
    .orderBy(desc(eq(sessions.id, actor.sessionId)), desc(sessions.updatedAt), desc(sessions.id))
    .limit(MOST);
  return rows.map(({ id, userAgent, ipAddress, createdAt, lastUsedAt }) => ({
    id,
    device: deviceOf(userAgent).name,
    network: networkOf(ipAddress),
    signedInAt: formatDateTime(instantOf(createdAt), zone),
    lastUsedAt: formatDateTime(instantOf(lastUsedAt), zone),
    isThis: id === actor.sessionId,
  }));
}
