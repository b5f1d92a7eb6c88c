/** A pool of connections to PostgreSQL, none of which can harm the process or outlast the pool. */
import pg from 'pg';
import { log } from '#platform/log.ts';
import { Connection, connectionSettings } from './connection.ts';

export type OpenPool = { pool: pg.Pool; connections: ReadonlySet<Connection> };

/** @param max connections at the same time. */
export function openPool(url: string, max: number, forLongWork: boolean): OpenPool {
  const pool = new pg.Pool({
    ...connectionSettings({ url, name: 'farmgate', forLongWork }),
    max,
    // For `together`: what is asked at once travels at once.
    pipeline: true,
    Client: Connection,
  });
  // An idle connection that breaks (database restarted) is replaced on next use; without this it would end the process.
  pool.on('error', (error) => log.warn({ err: error }, 'an idle database connection was lost'));
  const connections = new Set<Connection>();
  pool.on('connect', (client) => connections.add(client as pg.PoolClient & Connection));
  pool.on('remove', (client) => connections.delete(client as pg.PoolClient & Connection));
  return { pool, connections };
}

/** Ends every connection; what is under way finishes first. */
export async function closePool({ pool, connections }: OpenPool): Promise<void> {
  await pool.end();
  // The pool calls itself ended as soon as it has said goodbye; the database may be stopped only after that was heard.
  while (connections.size > 0) await new Promise((gone) => pool.once('remove', gone));
}
