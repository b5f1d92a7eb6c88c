/**
 * The continuous backup, in a process of its own: the shop starts it when BACKUP_CONTINUOUS is set, and it ends with the
 * shop (`app/core/backups/continuous/start-continuous.server.ts`).
 */
import { backupPlan } from '#core/backups/backup-plan.ts';
import { runContinuously } from '#core/backups/continuous/run-continuous.server.ts';
import { readSettings } from '#core/settings/settings-queries.server.ts';
import { closeDatabase, database, openDatabase } from '#db/client.ts';
import { fileStores } from '#db/schema/files.ts';
import {
  administratorConnection,
  embeddedDatabaseUrl,
} from '#platform/embedded-database/embedded-database.ts';
import { databaseLayout } from '#platform/embedded-database/layout.ts';
import { readPasswords } from '#platform/embedded-database/passwords.ts';
import { readEnv, StartError } from '#platform/env.ts';

process.on('disconnect', () => process.exit(1));

try {
  const env = readEnv();
  const { store, passphrase } = await backupPlan(env);
  const url = await embeddedDatabaseUrl(env.dataFolder);
  const connection = administratorConnection(env.dataFolder);
  if (!url || !connection) throw new StartError('The bundled database does not run: start the shop.');
  openDatabase({ url, max: 1 });
  const [shop] = await database().select().from(fileStores);
  const { zone } = (await readSettings()).store;
  await closeDatabase();
  const layout = databaseLayout(env.dataFolder);
  const cluster = { folder: layout.cluster, connection, passwords: readPasswords(layout) };
  await runContinuously(
    { store, passphrase, cluster, shopId: shop?.id ?? '', zone },
    new AbortController().signal,
  );
} catch (error) {
  console.error(error instanceof StartError ? error.message : error);
  process.exit(1);
}
