/** Reads what the page of backups shows. */

import { and, eq, gt, isNotNull, isNull, type SQL } from 'drizzle-orm';
import { type Actor, may } from '#core/ground/access/actor.ts';
import { nextBackup } from '#core/running/backups/backup.ts';
import { backupJob } from '#core/running/backups/backup-job.ts';
import type { BackupListState, BackupState } from '#core/running/backups/backup-list.ts';
import { backupPlace, retentionOf } from '#core/running/backups/backup-plan.ts';
import { backupSettings } from '#core/running/backups/backup-settings.server.ts';
import {
  type Backup,
  isDamagedBackup,
  lastCheck,
  lastGoodBackup,
} from '#core/running/backups/backups-queries.server.ts';
import { namesBackups } from '#core/running/connections/backup-connection.ts';
import { size, span } from '#core/running/operations/doctor/finding.ts';
import { isBackupLocked } from '#db/advisory-locks.ts';
import { database, databasePool } from '#db/client.ts';
import { byMoment, type KeysetPage, readKeysetPage } from '#db/keyset.ts';
import { backups } from '#db/schema/backups.ts';
import type { BackupCause } from '#kernel/statuses.ts';
import { formatDateTime, instantOf, systemClock } from '#kernel/time.ts';
import { type Env, readEnv } from '#platform/env.ts';
import { readOnlyJob } from '#platform/queue-figures.ts';

export type BackupRow = {
  id: string;
  name: string;
  started: string;
  state: BackupState;
  cause: BackupCause;
  /** '52 MB, 12 seconds'; null for a run that is not good. */
  size: string | null;
  /** Why it failed; what was wrong when it was checked; when it was checked. */
  note: string | null;
};

export type BackupsNow = {
  /** null while backups are not set up. */
  place: string | null;
  lastGood: { name: string; at: string; age: string; size: string | null; hasKeys: boolean } | null;
  lastCheck: string | null;
  next: string | null;
  /** Whether the log of the bundled database is stored each minute; null for a database of the owner's. */
  isContinuous: boolean | null;
  /** How many backups stay. */
  retention: { daily: number; weekly: number; monthly: number };
  /** What runs or waits, in a sentence; null if nothing does. */
  under: { isRunning: boolean; words: string } | null;
};

const SHOWN = 25;

/** null for people who may not manage settings. */
export async function readBackupsNow(
  actor: Actor,
  zone: string,
  server: Env = readEnv(),
): Promise<BackupsNow | null> {
  if (!may(actor, 'settings.manage')) return null;
  const env = await backupSettings(server);
  const now = systemClock();
  const words = (at: Date) => formatDateTime(instantOf(at), zone);
  const [good, check, under] = [await lastGoodBackup(), await lastCheck(), await readUnderWay(zone)];
  return {
    place: backupPlace(env),
    lastGood: good && {
      name: good.name,
      at: words(good.startedAt),
      age: span((now.epochMilliseconds - good.startedAt.getTime()) / 1000),
      size: good.bytes === null ? null : size(good.bytes),
      hasKeys: good.hasKeys,
    },
    lastCheck: check && words(check),
    next: namesBackups(env) ? formatDateTime(nextBackup(now, zone), zone) : null,
    isContinuous: env.DATABASE_URL ? null : env.BACKUP_CONTINUOUS !== undefined,
    retention: retentionOf(env),
    under,
  };
}

/** The lock says whether one runs: the row of a run that was killed says so until the next one. */
async function readUnderWay(zone: string): Promise<BackupsNow['under']> {
  const [lock] = await isBackupLocked(database());
  if (lock?.isLocked)
    return { isRunning: true, words: 'A backup is running. This page updates when it is done.' };
  const job = await readOnlyJob(databasePool(), backupJob.name);
  if (job === null) return null;
  if (job.state === 'active' && (await hasEndedSince(job.startedAt))) return null;
  if (job.state !== 'retry') return { isRunning: true, words: 'A backup is about to start.' };
  const due = formatDateTime(instantOf(job.dueAt), zone);
  return { isRunning: false, words: `The last one failed. The next try starts ${due}.` };
}

/** Whether a run has ended since: its job is still tidying up, or checking the backup. */
const hasEndedSince = async (at: Date | null): Promise<boolean> =>
  at !== null && (await database().$count(backups, gt(backups.endedAt, at))) > 0;

/** null for people who may not manage settings. */
export async function readBackupList(
  actor: Actor,
  { filters, sort, position }: BackupListState,
  zone: string,
): Promise<KeysetPage<BackupRow> | null> {
  if (!may(actor, 'settings.manage')) return null;
  const page = await readKeysetPage(
    byMoment(backups.startedAt, backups.id, sort.startsWith('-')),
    position,
    SHOWN,
    ({ where, orderBy, limit, key }) =>
      database()
        .select({ backup: backups, key })
        .from(backups)
        .where(and(where, inState(filters.state)))
        .orderBy(...orderBy)
        .limit(limit),
  );
  const [lock] = await isBackupLocked(database());
  return { ...page, rows: page.rows.map(({ backup }) => rowOf(backup, zone, lock?.isLocked === true)) };
}

function inState(state: string | undefined): SQL | undefined {
  if (state === 'deleted') return isNotNull(backups.removedAt);
  if (state === 'good') return and(eq(backups.status, 'good'), isNull(backups.removedAt));
  if (state === 'damaged') return isDamagedBackup;
  return state === 'failed' ? and(eq(backups.status, 'failed'), isNull(backups.checkProblem)) : undefined;
}

function stateOf({ status, removedAt, checkProblem }: Backup, isInterrupted: boolean): BackupState {
  if (removedAt !== null) return 'deleted';
  if (isInterrupted) return 'failed';
  return status === 'failed' && checkProblem !== null ? 'damaged' : status;
}

function rowOf(backup: Backup, zone: string, isLocked: boolean): BackupRow {
  const { id, name, cause, status, startedAt, endedAt, bytes, problem, checkedAt, checkProblem } = backup;
  const isInterrupted = status === 'running' && !isLocked;
  const took = endedAt === null ? null : span((endedAt.getTime() - startedAt.getTime()) / 1000);
  const checked = checkedAt && formatDateTime(instantOf(checkedAt), zone);
  return {
    ...{ id, name, cause },
    started: formatDateTime(instantOf(startedAt), zone),
    state: stateOf(backup, isInterrupted),
    size: bytes === null ? null : [size(bytes), took].filter(Boolean).join(', '),
    note:
      problem ??
      (isInterrupted
        ? 'It was interrupted.'
        : checkProblem
          ? `Checked ${checked}: ${checkProblem}`
          : checked && `Checked ${checked}.`),
  };
}
