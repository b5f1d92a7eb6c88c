/** Opens a pool of connections to PostgreSQL, none of which can harm the process or outlive the pool. */
import pg from 'pg';
import { hasOutdatedPlan } from '#platform/database-error.ts';
import { log } from '#platform/log.ts';
import { Connection, connectionSettings } from './connection.ts';
import { inStatement } from './statement-span.ts';

export type OpenPool = { pool: pg.Pool; connections: ReadonlySet<Connection> };

/**
 * @param max connections at the same time.
 * @param others settings that differ.
 */
export function openPool(
  url: string,
  max: number,
  forLongWork: boolean,
  others: pg.PoolConfig = {},
): OpenPool {
  const pool = new pg.Pool({
    ...connectionSettings({ url, name: 'farmgate', forLongWork }),
    ...others,
    max,
    // For `together`: queries sent at the same time share one round trip.
    pipeline: true,
    Client: Connection,
  });
  // The pool replaces an idle connection that breaks (database restarted); without a listener it would end the process.
  pool.on('error', (error) => log.warn({ err: error }, 'an idle database connection was lost'));
  const connections = new Set<Connection>();
  pool.on('connect', (client) => connections.add(client as pg.PoolClient & Connection));
  pool.on('remove', (client) => connections.delete(client as pg.PoolClient & Connection));
  return { pool: replanning(pool), connections };
}

/** Asks again, on another connection, where a migration has outdated a prepared statement; the pool closes that one. */
function replanning(pool: pg.Pool): pg.Pool {
  const ask = pool.query.bind(pool) as (...asked: unknown[]) => Promise<unknown>;
  const query = async (...asked: unknown[]): Promise<unknown> => {
    for (let left = pool.options.max; ; left--) {
      try {
        return await inStatement(asked[0], () => ask(...asked));
      } catch (error) {
        if (left === 0 || !hasOutdatedPlan(error)) throw error;
      }
    }
  };
  return Object.assign(pool, { query });
}

/** Closes every connection; running statements finish first. */
export async function closePool({ pool, connections }: OpenPool): Promise<void> {
  await pool.end();
  // The pool reports its end as soon as it has sent its goodbyes; the database may stop only after it receives them.
  while (connections.size > 0) await new Promise((gone) => pool.once('remove', gone));
}
