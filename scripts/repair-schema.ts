/**
 * `npm run repair-schema`: makes indexes, constraints, triggers and functions again that the doctor misses, or finds
 * changed, in one transaction, while the shop runs or not. It drops nothing else. Exit code 1 if something is left.
 */
import {
  compareSchema,
  judgeSchema,
  repairStatements,
} from '#core/running/operations/doctor/schema-rules.ts';
import { lockMigration } from '#db/advisory-locks.ts';
import { Connection, connectionSettings } from '#db/connection.ts';
import { migrationOf } from '#db/migrate.ts';
import { readSchemaObjects, releasedSchema } from '#db/schema-objects.ts';
import { NEWER_DATABASE } from '#kernel/release.ts';
import { embeddedDatabaseUrl, startEmbeddedDatabase } from '#platform/embedded-database/embedded-database.ts';
import { type Env, readEnv, StartError, sessionUrlOf } from '#platform/env.ts';

async function withDatabase(env: Env, work: (url: string) => Promise<boolean>): Promise<boolean> {
  const running = sessionUrlOf(env) ?? (await embeddedDatabaseUrl(env.dataFolder));
  if (running) return work(running);
  const embedded = await startEmbeddedDatabase({ dataFolder: env.dataFolder, onNotice: console.log });
  try {
    return await work(embedded.url);
  } finally {
    await embedded.stop();
  }
}

/** False if something is left to do. */
async function repair(url: string): Promise<boolean> {
  const client = new Connection(connectionSettings({ url, name: 'farmgate repairs', forLongWork: true }));
  await client.connect();
  try {
    await client.query(lockMigration);
    const { migration, objects } = await releasedSchema();
    const applied = await migrationOf(client);
    if (applied > migration) throw new StartError(NEWER_DATABASE);
    if (applied < migration)
      throw new StartError('The database is of an earlier release: start the shop once.');
    await client.query('begin');
    for (const statement of repairStatements(compareSchema(objects, await readSchemaObjects(client)))) {
      console.log(`${statement};`);
      await client.query(statement);
    }
    const left = judgeSchema(compareSchema(objects, await readSchemaObjects(client)));
    await client.query('commit');
    console.log(left.text);
    return left.state !== 'problem';
  } finally {
    await client.end();
  }
}

try {
  if (!(await withDatabase(readEnv(), repair))) process.exitCode = 1;
} catch (error) {
  const isPlain = error instanceof Error && ['StartError', 'DatabaseStartError'].includes(error.name);
  const isRefused = error instanceof Error && 'code' in error;
  console.error(isPlain ? error.message : isRefused ? `Nothing was repaired: ${error.message}` : error);
  process.exitCode = 1;
}
