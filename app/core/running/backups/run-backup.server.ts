/**
 * Runs the backup in a process of its own, with a lower priority than pages: compressing and encrypting would delay every
 * answer. It ends with this process.
 */

import { fork } from 'node:child_process';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { namesBackups } from '#core/running/connections/backup-connection.ts';
import { applicationFolder } from '#core/running/connections/office-place.ts';
import { readEnv } from '#platform/env.ts';
import { backupSettings } from './backup-settings.server.ts';

const PRIORITY = 10;

/**
 * Does nothing while backups are not set up. The run records itself in `backups`.
 * @throws Error with the run's last sentence; the job is then tried again.
 */
export async function runBackup({ isAsked = false }: { isAsked?: boolean | undefined }): Promise<void> {
  if (!namesBackups(await backupSettings(readEnv()))) return;
  const child = fork(
    join(applicationFolder(), 'scripts/backup.ts'),
    ['--cause', isAsked ? 'office' : 'schedule'],
    {
      execArgv: [],
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    },
  );
  try {
    if (child.pid !== undefined) setPriority(child.pid, PRIORITY);
  } catch {
    // It has ended already, or priorities are not this user's to change.
  }
  let said = '';
  child.stderr?.on('data', (text) => {
    said = `${said}${text}`.slice(-1000);
  });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    child.stderr?.on('error', () => undefined);
    child.once('exit', resolve);
  });
  if (code !== 0) throw new Error(said.trim() || 'the backup ended without a word');
}
