/** Reads how the watched parts of the shop are, for the doctor, the Operations page and the watch: one judge for all. */

import { desc, gt, lte, sql } from 'drizzle-orm';
import { readMailFigures } from '#core/ground/mail/mail-figures-queries.server.ts';
import { LATE_HOURS } from '#core/running/backups/backup.ts';
import type { BackupSettings } from '#core/running/backups/backup-plan.ts';
import { backupSettings } from '#core/running/backups/backup-settings.server.ts';
import { failedCheck, failedRun, lastGoodBackup } from '#core/running/backups/backups-queries.server.ts';
import { readContinuousFacts } from '#core/running/backups/continuous/continuous-facts.server.ts';
import { namesBackups } from '#core/running/connections/backup-connection.ts';
import { database, databasePool } from '#db/client.ts';
import { users } from '#db/schema/identity.ts';
import { errorSpans, shopInstances, stockChecks } from '#db/schema/operations.ts';
import { stateComparisons } from '#db/schema/tracking.ts';
import { type WatchedPart, watchedParts } from '#kernel/statuses.ts';
import { type Env, readEnv } from '#platform/env.ts';
import { files } from '#platform/files/files.ts';
import { readQueueFigures } from '#platform/queue-figures.ts';
import { judgeBackup, judgeContinuous, judgeInstanceClocks, judgeJobs } from '../doctor/database-rules.ts';
import { backupTrouble } from '../doctor/examine-backups.server.ts';
import { examineOpenSchema } from '../doctor/examine-schema.server.ts';
import type { Finding } from '../doctor/finding.ts';
import { tryWrites } from '../doctor/try-writes.server.ts';
import {
  type DiskFacts,
  type ErrorFacts,
  judgeDisks,
  judgeErrors,
  judgeNewcomers,
  judgeStock,
  judgeWaitingMail,
  RATE_MINUTES,
} from '../doctor/work-rules.ts';
import { judgeSaving, type SavingReport } from '../doctor/write-rules.ts';
import { nameOf } from '../instance-name.ts';
import type { Watched } from './incident.ts';
import { readNewcomers } from './newcomers-queries.server.ts';

/** Minutes after which an instance that was not seen counts as gone. */
const SEEN_MINUTES = 3;

/**
 * Every watched part, in the order of the page. For code that has asked for the permission.
 * @param env says whether backups are set up, and whether the shop is public
 */
export async function readWatched(env: Env = readEnv(), now = new Date()): Promise<Watched[]> {
  const jobs = judgeJobs(await readQueueFigures(databasePool()));
  const mail = judgeWaitingMail(await readMailFigures());
  const errors = judgeErrors(await readErrorFigures());
  const disk = judgeDisks(await readDisks());
  const check = await lastStockCheck();
  const stock = judgeStock(check, check === null ? 0 : (now.getTime() - check.checkedAt.getTime()) / 1000);
  const trials = await tryWrites({ env, store: files(), hasDatabase: true });
  const writes = judgeSaving(trials, await readSavingReports());
  const holding = await readNewcomers();
  const newcomers = judgeNewcomers(holding.shop, holding.products);
  const clock = judgeInstanceClocks(await readInstances());
  const schema = await examineOpenSchema();
  const found = { jobs, mail, errors, disk, writes, stock, newcomers, clock, schema };
  const backup = await watchedBackup(env, now);
  return watchedParts.map((part) => {
    if (part === 'backup') return backup;
    const finding = found[part];
    return { part, finding, isBad: isWorthAnEmail(part, finding) };
  });
}

/** What new customers hold is no problem, because nothing is broken, and an upgrade is one that its operator knows of. */
function isWorthAnEmail(part: WatchedPart, { what, state }: Finding): boolean {
  if (part === 'newcomers') return state !== 'ok';
  return state === 'problem' && what !== 'Migrations';
}

/**
 * A missing backup is bad before it is a problem: the email should come while there is time. What keeps the next one from
 * being made is bad at once.
 */
export async function watchedBackup(server: Env, now: Date): Promise<Watched> {
  const env = await backupSettings(server);
  const facts = await readBackupFacts(env, now);
  const continuous = env.BACKUP_CONTINUOUS
    ? judgeContinuous(await readContinuousFacts(env.dataFolder, now))
    : null;
  if (continuous?.state === 'problem') return { part: 'backup', finding: continuous, isBad: true };
  const finding = judgeBackup(facts);
  if (finding.state === 'ok' && continuous?.state === 'warning')
    return { part: 'backup', finding: continuous, isBad: false };
  const isLate = finding.state !== 'ok' && facts.hoursWithout > LATE_HOURS;
  return { part: 'backup', finding, isBad: finding.state === 'problem' || isLate };
}

/** `hoursWithout`: since the last good backup, or since the shop has an account: a new shop has until the next night. */
async function readBackupFacts(env: BackupSettings, now: Date) {
  const good = await lastGoodBackup();
  const hoursSince = (at: Date) => (now.getTime() - at.getTime()) / 3_600_000;
  const hours = good === null ? null : hoursSince(good.startedAt);
  const run = await failedRun();
  const facts = {
    ...{ isSetUp: namesBackups(env), isPublic: env.PUBLIC_ORIGIN !== undefined, hours },
    trouble: await backupTrouble(env, good?.name ?? null),
    failedCheck: await failedCheck(),
    failedRun: run && { problem: run.problem, hours: Math.max(0, hoursSince(run.at)) },
  };
  if (hours !== null) return { ...facts, hoursWithout: hours };
  // Ids are in the order of time.
  const [first] = await database().select({ at: users.createdAt }).from(users).orderBy(users.id).limit(1);
  return { ...facts, hoursWithout: first ? hoursSince(first.at) : 0 };
}

/** Spans begin every five minutes, so the rate is of the last fifteen to twenty minutes. */
async function readErrorFigures(): Promise<ErrorFacts> {
  const { startsAt, requests, errors } = errorSpans;
  const isRecent = sql`${startsAt} > now() - make_interval(mins => ${RATE_MINUTES + 5})`;
  const [row] = await database()
    .select({
      requests: sql<number>`coalesce(sum(${requests}) filter (where ${isRecent}), 0)::int`,
      errors: sql<number>`coalesce(sum(${errors}) filter (where ${isRecent}), 0)::int`,
      day: sql<number>`coalesce(sum(${errors}), 0)::int`,
    })
    .from(errorSpans)
    .where(gt(startsAt, sql`now() - interval '1 day'`));
  return row ?? { requests: 0, errors: 0, day: 0 };
}

/** Instances that run, oldest first. */
export function readInstances() {
  return database()
    .select()
    .from(shopInstances)
    .where(gt(shopInstances.seenAt, sql`now() - make_interval(mins => ${SEEN_MINUTES})`))
    .orderBy(shopInstances.startedAt);
}

/** Where the others that run cannot save: this process tries for itself. */
export async function readSavingReports(): Promise<SavingReport[]> {
  return (await readInstances()).filter(({ name }) => name !== nameOf(process.pid));
}

/** Instances of the last day that were killed: one that stops deletes its row. The newest first. */
export function readGoneInstances() {
  return database()
    .select({ id: shopInstances.id, name: shopInstances.name, seenAt: shopInstances.seenAt })
    .from(shopInstances)
    .where(lte(shopInstances.seenAt, sql`now() - make_interval(mins => ${SEEN_MINUTES})`))
    .orderBy(desc(shopInstances.seenAt))
    .limit(5);
}

async function readDisks(): Promise<DiskFacts[]> {
  return (await readInstances()).flatMap(({ name, diskFree: free, diskTotal: total }) =>
    free === null || total === null ? [] : [{ name, free, total }],
  );
}

export async function lastStockCheck(): Promise<typeof stockChecks.$inferSelect | null> {
  const [row] = await database().select().from(stockChecks);
  return row ?? null;
}

/** The last comparison with the state's system that ended; null for a shop that is not connected. */
export async function lastStateContact(): Promise<{ trouble: string | null; ageSeconds: number } | null> {
  const { endedAt, startedAt, trouble } = stateComparisons;
  const [row] = await database()
    .select({ trouble, ageSeconds: sql<number>`extract(epoch from now() - ${endedAt})::int` })
    .from(stateComparisons)
    .where(sql`${endedAt} is not null and exists (select from shop_connections where kind = 'tracking')`)
    .orderBy(desc(startedAt))
    .limit(1);
  return row ?? null;
}
