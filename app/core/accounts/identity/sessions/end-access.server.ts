/**
 * Ends what opens an account besides its sessions. The one list of what ends with what is in
 * docs/decisions/0084-what-ends-with-what.md; `ends.db.test.ts` goes through it.
 */
import { and, eq, sql } from 'drizzle-orm';
import { CHANGE_WITHIN_MINUTES } from '#core/ground/access/recent-sign-in.ts';
import type { Transaction } from '#db/client.ts';
import { apiTokens } from '#db/schema/api-tokens.ts';
import { sessions, staffPins, users } from '#db/schema/identity.ts';
import { endUnfinished } from './end-unfinished.server.ts';

/**
 * With a new password, 'Sign out all other devices', a sign-out by an admin and a ban: links and sign-ins that wait, the
 * PIN and the person's own API tokens. Returns how many of the last two there were. Push subscriptions and live streams
 * end with their session.
 */
export async function endAccessBesides(tx: Transaction, userId: string): Promise<number> {
  await endUnfinished(tx, userId);
  const isOwn = and(eq(apiTokens.userId, userId), eq(apiTokens.forStore, false));
  const tokens = await tx.select({ id: apiTokens.id }).from(apiTokens).where(isOwn);
  await tx.update(users).set({ accessEndedAt: sql`clock_timestamp()` }).where(eq(users.id, userId));
  return tokens.length + (await endPin(tx, userId));
}

/**
 * With a role that gives less: the PIN, and what a recent sign-in allows. Sessions go on with the rights of the new role;
 * those by PIN, tokens of the store and webhooks end by themselves.
 */
export async function endAccessOfRole(tx: Transaction, userId: string): Promise<void> {
  await tx
    .update(sessions)
    // Only as old as needed: a sign-in of staff ends some hours after it.
    .set({ confirmedAt: sql`least(confirmed_at, now() - make_interval(mins => ${CHANGE_WITHIN_MINUTES}))` })
    .where(eq(sessions.userId, userId));
  await endPin(tx, userId);
}

async function endPin(tx: Transaction, userId: string): Promise<number> {
  const gone = await tx.delete(staffPins).where(eq(staffPins.userId, userId)).returning();
  return gone.length;
}
