/** What the continuous backup of this machine's bundled database needs to know. */
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { database } from '#db/client.ts';
import { fileStores } from '#db/schema/files.ts';
import { administratorConnection } from '#platform/embedded-database/embedded-database.ts';
import { databaseLayout } from '#platform/embedded-database/layout.ts';
import { readPasswords } from '#platform/embedded-database/passwords.ts';
import { type Env, StartError } from '#platform/env.ts';
import { backupPlan } from '../backup-plan.ts';
import type { ContinuousJob } from './run-continuous.server.ts';

/** @throws StartError, in one sentence, when the database does not run or the shop has no id yet. */
export async function continuousJob(env: Env): Promise<ContinuousJob> {
  const { store, passphrase } = await backupPlan(env);
  const connection = administratorConnection(env.dataFolder);
  if (!connection) throw new StartError('The bundled database does not run: start the shop.');
  const [shop] = await database().select().from(fileStores);
  // Names end in it: without it two shops could not be told apart.
  if (!shop) throw new StartError('The shop has no id yet: its file store has not answered.');
  const layout = databaseLayout(env.dataFolder);
  return {
    ...{ store, passphrase, shopId: shop.id },
    zone: (await readSettings()).store.zone,
    cluster: { folder: layout.cluster, connection, passwords: readPasswords(layout) },
  };
}
