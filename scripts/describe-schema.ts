/**
 * `npm run db:describe`: writes what this release's migrations make, object by object, for the doctor to compare with. Run
 * it after each change of a migration; a test compares.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Connection, connectionSettings } from '#db/connection.ts';
import { migrateDatabase, newestMigration } from '#db/migrate.ts';
import { readSchemaObjects } from '#db/schema-objects.ts';
import { startEmbeddedDatabase } from '#platform/embedded-database/embedded-database.ts';

const root = join(import.meta.dirname, '..');
const folder = mkdtempSync(join(tmpdir(), 'farmgate-describe-'));
const { url, stop } = await startEmbeddedDatabase({ dataFolder: folder });
try {
  await migrateDatabase(url, root);
  const client = new Connection(connectionSettings({ url, name: 'farmgate describes', forLongWork: true }));
  await client.connect();
  await client.query('begin');
  const lines = (await readSchemaObjects(client)).map((each) => JSON.stringify(each));
  await client.end();
  const text = `{ "migration": ${newestMigration(root)}, "objects": [\n${lines.join(',\n')}\n] }\n`;
  writeFileSync(join(root, 'app/db/migrations/schema-objects.json'), text);
  console.log(`${lines.length} objects.`);
} finally {
  await stop();
  rmSync(folder, { recursive: true });
}
