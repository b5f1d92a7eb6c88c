/** Compares the schema with the one that this release's migrations make. Reads only. */
import { inTransaction } from '#db/client.ts';
import type { Connection } from '#db/connection.ts';
import { migrationOf } from '#db/migrate.ts';
import { readMissingPrivileges, readSchemaObjects, releasedSchema } from '#db/schema-objects.ts';
import { judgeMigrations } from './database-rules.ts';
import type { Finding } from './finding.ts';
import { compareSchema, inOneLine, judgePrivileges, judgeSchema } from './schema-rules.ts';

/** @param client whose transaction is open; the database has this release's newest migration */
export async function examineSchema(client: Pick<Connection, 'query'>): Promise<Finding[]> {
  const { objects } = await releasedSchema();
  return [
    judgeSchema(compareSchema(objects, await readSchemaObjects(client))),
    judgePrivileges(await readMissingPrivileges(client)),
  ];
}

/**
 * Of the open database, in one line: schema and privileges; or its migrations, if another release has migrated it. Takes
 * about fifty milliseconds.
 */
export async function examineOpenSchema(): Promise<Finding> {
  const { migration } = await releasedSchema();
  return inTransaction(async ({ $client }) => {
    const newer = judgeMigrations(await migrationOf($client), [migration]);
    if (newer.state !== 'ok') return newer;
    return inOneLine(await examineSchema($client));
  });
}
