/** What the doctor says about the database, its clock and its jobs. */
import { LATE_HOURS } from '#core/running/backups/backup.ts';
import type { ContinuousFacts } from '#core/running/backups/continuous/continuous-facts.server.ts';
import { NEWER_DATABASE, OLDER_DATABASE, OLDEST_SERVER } from '#kernel/release.ts';
import type { QueueFigures } from '#platform/queue-figures.ts';
import { type Finding, ok, problem, span, waitWords, warning } from './finding.ts';

/** Milliseconds of one round trip, above which every page is slow: a page asks several times. */
const SLOW_MS = 20;
/** Seconds between the clocks: above them pickup times are wrong by a visible amount, and codes of apps are refused. */
const CLOCK_SECONDS = { warning: 2, problem: 30 };
/** Seconds that the oldest job may wait. */
const JOB_SECONDS = { warning: 300, problem: 3600 };
/** Seconds that the continuous backup may be behind: it stores what a minute ended within seconds. */
const CONTINUOUS_SECONDS = 600;
/** Hours since the last good backup, after which losing the machine loses days of orders. */
const BACKUP_PROBLEM_HOURS = 72;

/** Why a connection could not be opened, by its code alone: the rest of an error may repeat the address or the password. */
export function unreachable(code: string): Finding {
  if (code === '28P01' || code === '28000')
    return problem('Database', 'It refuses this user or password; correct DATABASE_URL.');
  if (code === '3D000')
    return problem('Database', 'The database that DATABASE_URL names does not exist; create it.');
  if (code === '53300')
    return problem(
      'Database',
      'It has no connection left: raise max_connections, or lower DATABASE_POOL of the instances.',
    );
  return problem('Database', 'It does not answer; start it or correct DATABASE_URL.');
}

/** @param version as `show server_version` gives it. */
export function judgeVersion(version: string): Finding {
  return Number.parseInt(version, 10) >= OLDEST_SERVER
    ? ok('Database version', `PostgreSQL ${version}.`)
    : problem('Database version', `PostgreSQL ${version} is too old; move to ${OLDEST_SERVER} or newer.`);
}

/** @param milliseconds of one round trip, the middle of several. */
export function judgeLatency(milliseconds: number): Finding {
  const shown = `${milliseconds.toFixed(milliseconds < 10 ? 1 : 0)} ms`;
  return milliseconds <= SLOW_MS
    ? ok('Database latency', `It answers in ${shown}.`)
    : warning(
        'Database latency',
        `It answers in ${shown}; run the shop in the same data center as its database.`,
      );
}

/** @param reserved connections that only superusers may open. */
export function judgeConnections(facts: { used: number; most: number; reserved: number }): Finding {
  const usable = facts.most - facts.reserved;
  const text = `${facts.used} of ${usable} connections are in use`;
  if (facts.used >= usable * 0.95)
    return problem(
      'Database connections',
      `${text}; raise max_connections, or lower DATABASE_POOL of the instances.`,
    );
  return facts.used >= usable * 0.8
    ? warning('Database connections', `${text}; raise max_connections before adding an instance.`)
    : ok('Database connections', `${text}.`);
}

/** @param applied newest migration of the database, as milliseconds; null for an empty database. */
export function judgeMigrations(applied: number | null, known: readonly number[]): Finding {
  const newest = Math.max(...known);
  if (applied === null)
    return warning('Migrations', 'The database is empty; the next start creates its tables.');
  if (applied > newest) return problem('Migrations', NEWER_DATABASE);
  if (applied < Math.min(...known)) return problem('Migrations', OLDER_DATABASE);
  const missing = known.filter((each) => each > applied).length;
  return missing === 0
    ? ok('Migrations', `All ${known.length} are applied.`)
    : warning('Migrations', `${missing} are not applied; the next start applies them.`);
}

/** PostgreSQL's settings and their values; a missing one does not count. */
export type ServerSettings = Readonly<Record<string, string>>;

/** Settings that lose acknowledged orders after a power failure, or stop the shop from writing. */
export function judgeSettings(settings: ServerSettings): Finding {
  const unsafe = ['fsync', 'full_page_writes', 'synchronous_commit'].filter(
    (name) => settings[name] === 'off',
  );
  if (unsafe.length > 0)
    return problem(
      'Database settings',
      `Switch on ${unsafe.join(', ')}: without it a power failure loses orders.`,
    );
  if (settings.is_in_recovery === 'on' || settings.default_transaction_read_only === 'on')
    return problem('Database settings', 'It only allows reading; point DATABASE_URL to the primary server.');
  if ((settings.server_encoding ?? 'UTF8') !== 'UTF8')
    return problem('Database settings', 'Its encoding is not UTF8; create the database again with UTF8.');
  const unlimited = ['lock_timeout', 'statement_timeout'].filter((name) => settings[name] === '0');
  if (unlimited.length > 0)
    return warning(
      'Database settings',
      `Requests have no ${unlimited.join(' and no ')}, because the pooler in DATABASE_URL does not pass it on: set it for the role.`,
    );
  const off = ['autovacuum', 'track_counts'].filter((name) => settings[name] === 'off');
  return off.length > 0
    ? warning('Database settings', `Switch on ${off.join(', ')}: without it tables grow and slow down.`)
    : ok('Database settings', 'No acknowledged order is lost by a power failure.');
}

/** @param seconds of the database's clock minus ours. */
export function judgeClock(seconds: number): Finding {
  const apart = Math.abs(seconds);
  if (apart <= CLOCK_SECONDS.warning) return ok('Clock', 'It agrees with the database’s.');
  const text = `It is ${span(Math.ceil(apart))} ${seconds > 0 ? 'behind' : 'ahead of'} the database’s; set up time synchronization (NTP) on both machines.`;
  return apart <= CLOCK_SECONDS.problem ? warning('Clock', text) : problem('Clock', text);
}

/**
 * The instance whose clock is furthest from the database's is named, if that is far enough to matter: pickup times and
 * codes differ by which instance answers.
 * @param instances `clockMs`: milliseconds ahead of the database; null before the first comparison
 */
export function judgeInstanceClocks(instances: readonly { name: string; clockMs: number | null }[]): Finding {
  const [worst] = [...instances].sort(
    (one, other) => Math.abs(other.clockMs ?? 0) - Math.abs(one.clockMs ?? 0),
  );
  const finding = judgeClock(-(worst?.clockMs ?? 0) / 1000);
  return worst && finding.state !== 'ok' ? { ...finding, text: `${worst.name}: ${finding.text}` } : finding;
}

/** What `DATABASE_REPORTS_URL` leads to; null if it does not answer. */
export type ReplicaFacts = {
  /** Whether it is a copy of the primary, and not of another shop. */
  isOfPrimary: boolean;
  /** Whether it receives what the primary writes. */
  follows: boolean;
  /** Seconds since the newest change that it has, if it is behind for longer than a report waits; otherwise null. */
  behindSeconds: number | null;
};

/** A warning at most, because the primary answers where the replica cannot. */
export function judgeReplica(facts: ReplicaFacts | null): Finding {
  if (facts === null)
    return warning(
      'Replica',
      'It does not answer, so reports are read from the primary; start it or correct DATABASE_REPORTS_URL.',
    );
  if (!facts.isOfPrimary)
    return warning(
      'Replica',
      'DATABASE_REPORTS_URL leads to a copy of another database, so reports are read from the primary; point it to this database’s replica, or leave it out.',
    );
  if (!facts.follows)
    return warning(
      'Replica',
      'DATABASE_REPORTS_URL leads to a server that follows no primary, so reports are read from the primary; point it to the replica.',
    );
  return facts.behindSeconds === null
    ? ok('Replica', 'Reports are read from it.')
    : warning(
        'Replica',
        `It is behind (its newest change is ${span(Math.max(0, facts.behindSeconds))} old), so reports are read from the primary; if it stays so, see its log, its disk and max_standby_streaming_delay.`,
      );
}

export function judgeJobs(facts: QueueFigures): Finding {
  const failed = facts.failed > 0 ? ` ${facts.failed} failed for good in the last day; see the log.` : '';
  if (facts.oldestSeconds !== null && facts.oldestSeconds > JOB_SECONDS.warning) {
    const text = `${waitWords(facts.waiting, facts.oldestSeconds)}; start the shop, or see the log for 'a job failed'.${failed}`;
    return facts.oldestSeconds > JOB_SECONDS.problem ? problem('Jobs', text) : warning('Jobs', text);
  }
  if (facts.failed > 0) return warning('Jobs', failed.trim());
  return ok('Jobs', facts.waiting === 0 ? 'None is waiting.' : `Waiting: ${facts.waiting}, none for long.`);
}

export type BackupFacts = {
  /** Whether the office or the server's settings say where backups go, and have a passphrase. */
  isSetUp: boolean;
  /** Whether the shop has a public address; a demo on a laptop needs no backups. */
  isPublic: boolean;
  /** Since the last good one started; null if there is none. */
  hours: number | null;
  /** Why the next one cannot be made, in a sentence; null if it can. */
  trouble: string | null;
  /** The newest check, if something was wrong; null otherwise. */
  failedCheck: { name: string; problem: string; isDamaged: boolean } | null;
  /** The newest run, if it failed, and since when; null otherwise. */
  failedRun: { problem: string; hours: number } | null;
};

/** Hours for which a failed run is tried again by itself (`backupJob`). */
const TRIED_AGAIN_HOURS = 0.5;

/** What stops the next backup comes first, then what makes the newest ones useless, then their age. */
export function judgeBackup(facts: BackupFacts): Finding {
  const { isSetUp, isPublic, hours, trouble, failedCheck, failedRun } = facts;
  if (!isSetUp)
    return isPublic
      ? warning(
          'Backup',
          'No backup leaves this machine: set the place and the passphrase in Settings, Backups.',
        )
      : ok('Backup', 'Off; a shop without a public address needs none.');
  const age =
    hours === null ? 'There is no good one yet.' : `The last good one is ${span(hours * 3600)} old.`;
  if (trouble !== null) return problem('Backup', `${trouble} ${age}`);
  if (failedCheck !== null)
    return problem(
      'Backup',
      `${failedCheck.isDamaged ? '' : `The backup ${failedCheck.name} could not be checked: `}${failedCheck.problem} Run npm run backup: it makes another one and checks it. ${age}`,
    );
  if (failedRun !== null) {
    const text = `The newest run failed ${span(failedRun.hours * 3600)} ago: ${failedRun.problem} Repair that, then run npm run backup. ${age}`;
    return failedRun.hours > TRIED_AGAIN_HOURS ? problem('Backup', text) : warning('Backup', text);
  }
  if (hours === null)
    return warning(
      'Backup',
      'There is no good backup yet; make one: Back up now in Operations, or npm run backup.',
    );
  const text = `The last good one is ${span(hours * 3600)} old`;
  if (hours <= LATE_HOURS) return ok('Backup', `${text}.`);
  const advice = `${text}; make one: npm run backup. If none came at night, see Jobs and the log.`;
  return hours > BACKUP_PROBLEM_HOURS ? problem('Backup', advice) : warning('Backup', advice);
}

/** Of the continuous backup, where it is on. What it lost is a problem for a day: an email should say so. */
export function judgeContinuous(facts: ContinuousFacts): Finding {
  const { problem: why, waitingSeconds, baseHours, brokenHours, isHandedOver } = facts;
  const late = waitingSeconds ?? 0;
  if (!isHandedOver)
    return problem(
      'Backup',
      'PostgreSQL does not hand its log over to the continuous backup; free some disk, and start the shop again.',
    );
  if (late > CONTINUOUS_SECONDS)
    return problem(
      'Backup',
      `The continuous backup is ${span(late)} behind. ${why ?? 'See the log for ‘the continuous backup ended’.'}`,
    );
  if (baseHours !== null && baseHours > LATE_HOURS)
    return problem(
      'Backup',
      `The last copy of the continuous backup is ${span(baseHours * 3600)} old. ${why ?? ''}`.trim(),
    );
  if (brokenHours !== null && brokenHours < 24)
    return problem(
      'Backup',
      `A part of the log was lost ${span(brokenHours * 3600)} ago: moments around it cannot be restored. See that the place for backups can be reached.`,
    );
  if (why !== null) return warning('Backup', `The continuous backup: ${why}`);
  if (baseHours === null) return warning('Backup', 'The continuous backup makes its first copy.');
  return ok('Backup', 'The continuous backup is up to date.');
}
