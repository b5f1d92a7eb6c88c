/** Asks for a backup now. The worker makes it, so the request does not wait. */

import type { Actor } from '#core/ground/access/actor.ts';
import { recentStaffTransaction } from '#core/ground/access/staff-transaction.server.ts';
import { recordAudit } from '#core/ground/audit/record-audit.server.ts';
import { namesBackups } from '#core/running/connections/backup-connection.ts';
import { isBackupLocked } from '#db/advisory-locks.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { type Env, readEnv } from '#platform/env.ts';
import { enqueueOnly } from '#platform/jobs.ts';
import { announce } from '#platform/live/announce.ts';
import type { BackupProblem } from './backup.ts';
import { backupJob } from './backup-job.ts';
import { backupSettings } from './backup-settings.server.ts';

/**
 * Refuses: people who may not manage settings, an old sign-in, a shop without a place for backups, and a second backup
 * while one runs or is about to start. One that waits for its next try starts at once.
 */
export async function requestBackup(
  actor: Actor,
  env: Env = readEnv(),
): Promise<Result<null, BackupProblem>> {
  type Outcome = Result<null, BackupProblem>;
  const asAdmin = recentStaffTransaction(
    actor,
    'settings.manage',
    refuse({ kind: 'not-allowed' }),
    refuse({ kind: 'confirm-first' }),
  );
  const settings = await backupSettings(env);
  return asAdmin<Outcome>(async (tx, admin) => {
    if (!namesBackups(settings)) return refuse({ kind: 'not-set-up' });
    const [lock] = await isBackupLocked(tx);
    if (lock?.isLocked) return refuse({ kind: 'running' });
    if (!(await enqueueOnly(tx, backupJob, { isAsked: true }))) return refuse({ kind: 'running' });
    await recordAudit(tx, admin, { action: 'backup.requested', subject: 'store', subjectId: 'backups' });
    await announce(tx, 'operations');
    return succeed(null);
  });
}
