/** Counts tries in the database, so that all instances share one count. */
import { eq, sql } from 'drizzle-orm';
import { database } from '#db/client.ts';
import { rateLimits } from '#db/schema/identity.ts';
import { newId } from '#kernel/ids.ts';
import { logRefusal } from '#platform/log-refusal.ts';
import { keyedHash } from '#platform/secrets/secrets.ts';
import { type RateLimit, secondsToWait } from './rate-limit.ts';

/**
 * Counts one try of `action` by `subject` (an address, an id) and returns how many seconds to wait: 0 when it is
 * allowed. One statement, so that concurrent tries cannot all read the same count.
 */
export async function countAttempt(action: string, subject: string, limit: RateLimit): Promise<number> {
  return (await countUse(action, subject, limit)).wait;
}

/** What a count says about a limit; `resets` is in how many seconds the window ends, `wait` is 0 while allowed. */
export type Use = { remaining: number; resets: number; wait: number };

/** The same, with what is left. */
export async function countUse(action: string, subject: string, limit: RateLimit): Promise<Use> {
  const now = Date.now();
  const expired = now - limit.windowSeconds * 1000;
  const [counter] = await database()
    .insert(rateLimits)
    .values({ id: newId(), key: keyOf(action, subject), count: 1, lastRequest: now })
    .onConflictDoUpdate({
      target: rateLimits.key,
      set: {
        count: sql`case when ${rateLimits.lastRequest} <= ${expired} then 1 else ${rateLimits.count} + 1 end`,
        lastRequest: sql`case when ${rateLimits.lastRequest} <= ${expired} then ${now} else ${rateLimits.lastRequest} end`,
      },
    })
    .returning({ count: rateLimits.count, windowStart: rateLimits.lastRequest });
  if (!counter) return { remaining: limit.max, resets: limit.windowSeconds, wait: 0 };
  const ends = counter.windowStart + limit.windowSeconds * 1000;
  const wait = secondsToWait(counter, limit, now);
  if (wait > 0) logRefusal('limit-reached', { kind: action });
  return {
    remaining: Math.max(0, limit.max - counter.count),
    resets: Math.max(1, Math.ceil((ends - now) / 1000)),
    wait,
  };
}

/** Subtracts one counted try that turned out not to count. */
export async function giveAttemptBack(action: string, subject: string): Promise<void> {
  await database()
    .update(rateLimits)
    .set({ count: sql`greatest(${rateLimits.count} - 1, 0)` })
    .where(eq(rateLimits.key, keyOf(action, subject)));
}

/** Resets the count. */
export async function forgetAttempts(action: string, subject: string): Promise<void> {
  await database()
    .delete(rateLimits)
    .where(eq(rateLimits.key, keyOf(action, subject)));
}

/** Hashed: the database need not show whose counter it is. */
function keyOf(action: string, subject: string): string {
  return `own:${action}:${keyedHash(subject, 'rate-limit')}`;
}
