/** Opens the shop for a command: its database, which is started for it if it does not run, its files and its keys. */
import { join } from 'node:path';
import { closeDatabase, openDatabase } from '#db/client.ts';
import { migrateDatabase } from '#db/migrate.ts';
import { embeddedDatabaseUrl, startEmbeddedDatabase } from '#platform/embedded-database/embedded-database.ts';
import { type Env, sessionUrlOf } from '#platform/env.ts';
import { fileStoreOf, openFiles } from '#platform/files/files.ts';
import { openKeyring } from '#platform/secrets/keyring.ts';
import { openSecrets } from '#platform/secrets/secrets.ts';

const root = join(import.meta.dirname, '..');

export async function withShop(env: Env, work: () => Promise<void>): Promise<void> {
  const running = sessionUrlOf(env) ?? (await embeddedDatabaseUrl(env.dataFolder));
  const embedded = running
    ? null
    : await startEmbeddedDatabase({ dataFolder: env.dataFolder, onNotice: console.log });
  const url = running ?? embedded?.url ?? '';
  try {
    await migrateDatabase(url, root);
    openDatabase({ url, max: 4, forLongWork: true });
    openSecrets({ given: env.FARMGATE_SECRET, dataFolder: env.dataFolder });
    openKeyring(env.ENCRYPTION_KEY_FILE ?? null);
    openFiles(fileStoreOf(env));
    await work();
  } finally {
    await closeDatabase();
    await embedded?.stop();
  }
}
