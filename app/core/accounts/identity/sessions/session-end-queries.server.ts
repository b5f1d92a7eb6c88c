/** Reads when a session ends, or ended, for a tablet that may lose the network. */
import { eq, sql } from 'drizzle-orm';
import type { Temporal } from 'temporal-polyfill';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { database } from '#db/client.ts';
import { sessionEnds, sessions, userRoles } from '#db/schema/identity.ts';
import { PIN_SESSION_HOURS } from './session-life.ts';

/**
 * Milliseconds from now; 0 for a session that is over. Of one by PIN, which also ends when no one uses it, the end of its
 * hours.
 */
export async function readSessionEnd({ sessionId }: SignedIn, now: Temporal.Instant): Promise<number> {
  const [row] = await database()
    .select({ expiresAt: sessions.expiresAt, createdAt: sessions.createdAt, tabletId: sessions.tabletId })
    .from(sessions)
    .where(eq(sessions.id, sessionId));
  if (!row) return 0;
  const hours = PIN_SESSION_HOURS * 3_600_000;
  const end = row.tabletId === null ? row.expiresAt.getTime() : row.createdAt.getTime() + hours;
  return Math.max(0, end - now.epochMilliseconds);
}

/**
 * When a session of this person ended, or will whatever happens; null for one of which nothing is known any more: it ran
 * out. A session by PIN that ended because no one used it has no end here: without a network no use reaches the shop, and
 * the tablet locks by its own clock. Another person's session ended before anything.
 */
export async function readEndOfSession(userId: string, sessionId: string): Promise<Date | null> {
  const { rows } = await database().execute<{ at: string | null }>(sql`
    select coalesce(
      (select case when ends.user_id = ${userId} then ends.ended_at else 'epoch' end
        from ${sessionEnds} as ends where ends.session_id = ${sessionId}),
      (select case when held.user_id <> ${userId} then 'epoch' when held.tablet_id is null then held.expires_at
          else least(held.created_at + make_interval(hours => ${PIN_SESSION_HOURS}),
            case when role.updated_at > held.created_at then role.updated_at end) end
        from ${sessions} as held left join ${userRoles} as role on role.user_id = held.user_id
        where held.id = ${sessionId})
    ) as at`);
  const at = rows[0]?.at;
  return at ? new Date(at) : null;
}
