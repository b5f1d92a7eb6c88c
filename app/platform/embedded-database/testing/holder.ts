/**
 * Starts the bundled database in a separate process and holds it, for tests that kill it. Usage: `holder.ts <data
 * folder> [write]`. Prints one JSON line when the database answers (`url`, `adopted`, `postmaster`) or is refused
 * (`refused`); with `write`, then one line per acknowledged commit (`committed`).
 */
import pg from 'pg';
import { startEmbeddedDatabase } from '../embedded-database.ts';
import { databaseLayout } from '../layout.ts';
import { findPostmaster } from '../postmaster-file.ts';

const [, , dataFolder = '', mode = 'hold'] = process.argv;
const say = (line: object) => process.stdout.write(`${JSON.stringify(line)}\n`);

try {
  const { url, adopted } = await startEmbeddedDatabase({ dataFolder });
  const postmaster = findPostmaster(databaseLayout(dataFolder).cluster)?.pid;
  say({ url, adopted, postmaster });
  if (mode === 'write') await writeForever(url);
  else setInterval(() => {}, 60_000);
} catch (error) {
  say({ refused: error instanceof Error ? `${error.name}: ${error.message}` : String(error) });
  process.exit(1);
}

/** Commits row after row on one connection; reopens a connection that dies. */
async function writeForever(url: string): Promise<never> {
  for (;;) {
    const client = new pg.Client(url);
    client.on('error', () => {});
    try {
      await client.connect();
      await client.query('CREATE TABLE IF NOT EXISTS commits (id bigint GENERATED ALWAYS AS IDENTITY)');
      for (;;) {
        const { rows } = await client.query('INSERT INTO commits DEFAULT VALUES RETURNING id');
        say({ committed: Number(rows[0].id) });
      }
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 50));
    } finally {
      client.end().catch(() => {});
    }
  }
}
