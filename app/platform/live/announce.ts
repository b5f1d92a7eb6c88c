/**
 * Announces a change, inside the transaction that makes it:
 *
 *     await inTransaction(async (tx) => {
 *       await saveOrder(tx, order);
 *       await announce(tx, 'orders', `order:${order.id}`, `user:${order.userId}`);
 *     });
 *
 * PostgreSQL delivers it to every instance when the transaction commits, and to none if it does not; a topic announced
 * twice in one transaction is delivered once. A commit that announces briefly takes a database-wide lock, so such
 * commits run one after the other: `node bench/announcing.ts` measures the cost (decision 20).
 */
import { type SQL, sql } from 'drizzle-orm';
import type { Topic } from '#kernel/topic.ts';

/** The channel for PostgreSQL's NOTIFY; the payload is one topic. */
export const LIVE_CHANNEL = 'live';

type Executes = { execute(query: SQL): PromiseLike<unknown> };

/**
 * Runs one statement, whatever the number of topics. A subquery in place of a topic is part of it; if it finds no row,
 * nothing is announced.
 */
export async function announce(
  tx: Executes,
  ...topics: readonly [Topic | SQL, ...(Topic | SQL)[]]
): Promise<void> {
  const calls = topics.map((topic) => sql`pg_notify(${LIVE_CHANNEL}, ${topic})`);
  await tx.execute(sql`select ${sql.join(calls, sql`, `)}`);
}
