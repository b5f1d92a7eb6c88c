/** Creates and drops databases of the run's cluster. */
import pg from 'pg';

/** Runs one statement as the role that may create databases. */
export async function asAdministrator(clusterUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: clusterUrl });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
