/** A backup: its name, what its manifest lists, how long it stays, when the next one is made, and when one is missing. */
import { Temporal } from 'temporal-polyfill';
import { z } from 'zod';

/** The parts' names, as in the manifest and in their keys. */
export const MANIFEST = 'manifest';
export const FILES = 'files';
export const KEYS = 'keys';
export const tablePart = (title: string) => `tables/${title}`;

/** `20261126T171500Z-1a2b3c`: the moment it was started, and whose it is. Sorts by time. */
const namePattern = /^(\d{8}T\d{6}Z)-([0-9a-f]{6})$/;

/** @param shopId the id that database and file store have in common: two shops may share a place */
export function backupName(now: Temporal.Instant, shopId: string): string {
  const moment = now.toString({ smallestUnit: 'second' }).replace(/[-:]/g, '');
  return `${moment}-${ownerOf(shopId)}`;
}

/** The end of the names of this shop's backups; zeros for a shop without an id, which never started. */
export const ownerOf = (shopId: string) => shopId.replaceAll('-', '').slice(-6).padStart(6, '0');

/** null for a name that is none of ours. */
export function parseBackupName(name: string): { moment: Temporal.Instant; owner: string } | null {
  const [, moment, owner] = namePattern.exec(name) ?? [];
  if (!moment || !owner) return null;
  const [date, time] = moment.slice(0, -1).split('T') as [string, string];
  const iso = `${date.slice(0, 4)}-${date.slice(4, 6)}-${date.slice(6)}T${time.slice(0, 2)}:${time.slice(2, 4)}:${time.slice(4)}Z`;
  try {
    return { moment: Temporal.Instant.from(iso), owner };
  } catch {
    return null;
  }
}

/** An encrypted stream in pieces of a few megabytes; `bytes` is what they occupy. */
const part = z.object({ pieces: z.number(), bytes: z.number() });
export type WrittenPart = z.output<typeof part>;

const fingerprint = z.object({ id: z.string(), hash: z.string() });

/** Written last: a backup without one is not a backup. Described in docs/backup-format.md. */
export const manifestSchema = z.object({
  format: z.literal(1),
  name: z.string(),
  /** The moment of the snapshot. */
  takenAt: z.string(),
  /** The schema's version: the time of its newest migration. */
  migration: z.number(),
  /** The version of the job queue's schema; null if the shop was seeded and never started. */
  jobQueue: z.number().nullable(),
  postgres: z.string(),
  shopId: z.string().nullable(),
  tables: z.array(
    part.extend({
      schema: z.string(),
      name: z.string(),
      columns: z.array(z.string()),
      rows: z.string(),
      sum: z.string(),
    }),
  ),
  sequences: z.array(z.object({ name: z.string(), last: z.string() })),
  files: part.extend({ count: z.number() }),
  /** By which the keys that decrypt photos and license numbers are recognized. */
  keys: z.object({ secret: z.string(), file: z.array(fingerprint), areIncluded: z.boolean() }),
});
export type Manifest = z.output<typeof manifestSchema>;

/** How many days, weeks and months have a backup: the newest of each. */
export type Retention = { daily: number; weekly: number; monthly: number };

/**
 * Which of these complete backups of one shop newer ones replace. The newest one never is, and of each of the last days,
 * weeks (from Monday) and months that have any, the newest one stays.
 * @param zone the store's
 */
export function replaced(names: readonly string[], retention: Retention, zone: string): string[] {
  const newestFirst = names
    .filter((name) => parseBackupName(name) !== null)
    .sort()
    .reverse();
  const stays = new Set(newestFirst.slice(0, 1));
  const spans: [number, (day: Temporal.PlainDate) => string][] = [
    [retention.daily, (day) => day.toString()],
    [retention.weekly, (day) => day.subtract({ days: day.dayOfWeek - 1 }).toString()],
    [retention.monthly, (day) => day.toPlainYearMonth().toString()],
  ];
  for (const [count, spanOf] of spans) {
    const seen = new Set<string>();
    for (const name of newestFirst) {
      const moment = parseBackupName(name)?.moment;
      if (!moment) continue;
      const span = spanOf(moment.toZonedDateTimeISO(zone).toPlainDate());
      if (seen.has(span) || seen.size === count) continue;
      seen.add(span);
      stays.add(name);
    }
  }
  return newestFirst.filter((name) => !stays.has(name));
}

/**
 * Which damaged backups are deleted: those older than as many good ones as days have one. Until then an engineer may look
 * at them. They never take the place of a good one.
 * @param good names of those that stay
 */
export function replacedDamaged(
  damaged: readonly string[],
  good: readonly string[],
  { daily }: Retention,
): string[] {
  const newest = [...good].sort().reverse();
  const bound = newest[Math.max(daily, 1) - 1];
  return bound === undefined ? [] : damaged.filter((name) => name < bound);
}

/**
 * Hours since the last good backup started, above which one is missing. One is made every day; two hours are for a
 * long one, and for the night on which clocks go back.
 */
export const LATE_HOURS = 26;

/** The nightly run: before the nightly cleanups, at an hour that exists every day. */
const NIGHTLY = { hour: 3, minute: 15 };
export const nightlyCron = `${NIGHTLY.minute} ${NIGHTLY.hour} * * *`;

/** When the next nightly run starts. @param zone the store's */
export function nextBackup(now: Temporal.Instant, zone: string): Temporal.Instant {
  const local = now.toZonedDateTimeISO(zone);
  const today = local.withPlainTime(NIGHTLY);
  return (Temporal.ZonedDateTime.compare(today, local) > 0 ? today : today.add({ days: 1 })).toInstant();
}

/** Why a backup was not asked for. */
export type BackupProblem = { kind: 'not-allowed' | 'confirm-first' | 'not-set-up' | 'running' };

/** The messages of refusals that leave someone on the page. */
export function backupMessage({ kind }: { kind: 'not-set-up' | 'running' }): string {
  return kind === 'running'
    ? 'A backup is already running. Wait for it to end.'
    : 'No backup leaves this machine. Set up backups first.';
}
