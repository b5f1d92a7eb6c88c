/** Drops a database of the run's cluster, and ends its connections. */
import pg from 'pg';

const INSUFFICIENT_PRIVILEGE = '42501';
const TRIES = 40;
const PAUSE_MS = 250;

/**
 * PostgreSQL's own vacuum may be running in it, and the role that creates databases may not end that: it is over in a
 * moment, so this retries.
 */
export async function dropDatabase(clusterUrl: string, name: string): Promise<void> {
  const client = new pg.Client({ connectionString: clusterUrl });
  await client.connect();
  try {
    for (let tries = 1; ; tries++) {
      try {
        await client.query(`drop database if exists ${pg.escapeIdentifier(name)} with (force)`);
        return;
      } catch (error) {
        if (!(error instanceof pg.DatabaseError) || error.code !== INSUFFICIENT_PRIVILEGE || tries === TRIES)
          throw error;
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      }
    }
  } finally {
    await client.end();
  }
}
