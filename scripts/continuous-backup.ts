/**
 * The continuous backup, in a process of its own: the shop starts it when BACKUP_CONTINUOUS is set, and it ends with the
 * shop (`app/core/running/backups/continuous/start-continuous.server.ts`).
 */
import { continuousJob } from '#core/running/backups/continuous/continuous-job.server.ts';
import { runContinuously } from '#core/running/backups/continuous/run-continuous.server.ts';
import { closeDatabase, openDatabase } from '#db/client.ts';
import { embeddedDatabaseUrl } from '#platform/embedded-database/embedded-database.ts';
import { readEnv, StartError } from '#platform/env.ts';

const stopping = new AbortController();
process.on('SIGTERM', () => stopping.abort());
process.on('disconnect', () => process.exit(1));

try {
  const env = readEnv();
  const url = await embeddedDatabaseUrl(env.dataFolder);
  if (!url) throw new StartError('The bundled database does not run: start the shop.');
  openDatabase({ url, max: 1 });
  const job = await continuousJob(env).finally(() => closeDatabase());
  await runContinuously(job, stopping.signal);
  process.exit(0);
} catch (error) {
  console.error(error instanceof StartError ? error.message : error);
  process.exit(1);
}
