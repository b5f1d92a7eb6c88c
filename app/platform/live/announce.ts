/**
 * Announces that something changed, inside the transaction that changes it:
 *
 *     await inTransaction(async (tx) => {
 *       await saveOrder(tx, order);
 *       await announce(tx, 'orders', `order:${order.id}`, `user:${order.userId}`);
 *     });
 *
 * PostgreSQL delivers it to every instance when the transaction commits, and to nobody when it does not; the
 * same topic twice in one transaction is delivered once. A commit that announces takes a lock of the whole
 * database for a moment, so such commits queue up one behind the other: what that costs is measured by
 * `node bench/announcing.ts` (decision 20).
 */
import { type SQL, sql } from 'drizzle-orm';
import type { Topic } from '#kernel/topic.ts';

/** The channel of PostgreSQL's NOTIFY; the payload is one topic. */
export const LIVE_CHANNEL = 'live';

type Executes = { execute(query: SQL): PromiseLike<unknown> };

/** One statement, however many topics. A query in place of a topic is asked in it; where it finds none, nobody hears. */
export async function announce(
  tx: Executes,
  ...topics: readonly [Topic | SQL, ...(Topic | SQL)[]]
): Promise<void> {
  const calls = topics.map((topic) => sql`pg_notify(${LIVE_CHANNEL}, ${topic})`);
  await tx.execute(sql`select ${sql.join(calls, sql`, `)}`);
}
