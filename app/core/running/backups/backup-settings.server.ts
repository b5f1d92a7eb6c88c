/** The settings of backups that count: the server's, or those that an admin set in the office. */
import { backupVariablesOf, namesBackups } from '#core/running/connections/backup-connection.ts';
import { readStoredConnections } from '#core/running/connections/shop-connections-queries.server.ts';
import type { Env } from '#platform/env.ts';
import type { BackupSettings } from './backup-plan.ts';

export type OfficeBackups = {
  /** null if the office names no place, or it can no longer be read. */
  settings: BackupSettings | null;
  hasPassphrase: boolean;
};

/** What the office says, completed by the server's settings, such as a passphrase of its own. */
export async function readOfficeBackups(env: Env): Promise<OfficeBackups> {
  const stored = await readStoredConnections();
  const values = stored.find(({ kind }) => kind === 'backup')?.values;
  const made = stored.find(({ kind }) => kind === 'backup-passphrase')?.values?.passphrase;
  const variables = values ? backupVariablesOf(values) : null;
  const hasOwn = env.BACKUP_PASSPHRASE !== undefined || env.BACKUP_PASSPHRASE_FILE !== undefined;
  const settings = variables && {
    ...{ ...env, ...variables, office: { allowed: env.BACKUP_S3_ENDPOINT } },
    ...(hasOwn ? {} : { BACKUP_PASSPHRASE: made }),
    BACKUP_KEEP_DAILY: env.BACKUP_KEEP_DAILY ?? variables.BACKUP_KEEP_DAILY,
    BACKUP_KEEP_WEEKLY: env.BACKUP_KEEP_WEEKLY ?? variables.BACKUP_KEEP_WEEKLY,
    BACKUP_KEEP_MONTHLY: env.BACKUP_KEEP_MONTHLY ?? variables.BACKUP_KEEP_MONTHLY,
  };
  return { settings, hasPassphrase: hasOwn || made !== undefined };
}

/**
 * The server's settings if they name a place; otherwise the office's, if place and passphrase are set there; otherwise the
 * server's, without a place. Database and secrets must be open.
 */
export async function backupSettings(env: Env): Promise<BackupSettings> {
  if (namesBackups(env)) return env;
  const { settings, hasPassphrase } = await readOfficeBackups(env);
  return settings !== null && hasPassphrase ? settings : env;
}
