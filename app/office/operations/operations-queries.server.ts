/** Reads what the Operations page shows, one query after the other: a page that is opened in trouble must not add to it. */
import { desc, gt, sql } from 'drizzle-orm';
import { type Actor, may } from '#core/ground/access/actor.ts';
import { lastRefusal, readMailFigures } from '#core/ground/mail/mail-figures-queries.server.ts';
import { examinePassphrase } from '#core/running/operations/doctor/examine-backups.server.ts';
import { examineReplica } from '#core/running/operations/doctor/examine-replica.server.ts';
import { examineReports } from '#core/running/operations/doctor/examine-reports.server.ts';
import { type Finding as Found, size, span } from '#core/running/operations/doctor/finding.ts';
import { REPORTS } from '#core/running/operations/doctor/report-rules.ts';
import { diskWords } from '#core/running/operations/doctor/work-rules.ts';
import { failureWords, jobLabel, mayRetry, noRetryWords } from '#core/running/operations/failed-job.ts';
import { partLabels } from '#core/running/operations/watch/incident.ts';
import {
  type IncidentLine,
  readOpenIncidents,
} from '#core/running/operations/watch/incidents-queries.server.ts';
import {
  lastStockCheck,
  readGoneInstances,
  readInstances,
  readWatched,
} from '#core/running/operations/watch/watched-queries.server.ts';
import { database, databasePool } from '#db/client.ts';
import { errorSpans, recentErrors } from '#db/schema/operations.ts';
import type { WatchedPart } from '#kernel/statuses.ts';
import { formatDateTime, formatTime, instantOf, systemClock } from '#kernel/time.ts';
import { readEnv } from '#platform/env.ts';
import { mailServer } from '#platform/outgoing/mail.ts';
import { readCutOffJobs, readFailedJobs, readQueueFigures } from '#platform/queue-figures.ts';

/** Errors that the page lists. */
const SHOWN_ERRORS = 20;
const HOURS = 24;

export type Operations = NonNullable<Awaited<ReturnType<typeof readOperations>>>;

/** null for people who may not manage settings. @param zone the store's, in which times are shown */
export async function readOperations(actor: Actor, zone: string) {
  if (!may(actor, 'settings.manage')) return null;
  const now = systemClock();
  const words = (at: Date) => formatDateTime(instantOf(at), zone);
  const ago = (at: Date) => span(Math.max(0, (now.epochMilliseconds - at.getTime()) / 1000));
  const watched = await readWatched();
  const open = await readOpenIncidents(actor, zone);
  const env = readEnv();
  const others = [
    ...(await examineReplica(env.DATABASE_REPORTS_URL)),
    ...(await examineReports()),
    ...examinePassphrase(env).filter(({ state }) => state !== 'ok'),
  ];
  const queue = await readQueueFigures(databasePool());
  const mail = await readMailFigures();
  const refusal = await lastRefusal();
  const instances = await readInstances();
  const stock = await lastStockCheck();
  return {
    readAt: formatTime(now, zone),
    findings: findingsOf(watched, open, others),
    jobs: {
      waiting: queue.waiting,
      oldest: queue.oldestSeconds === null ? null : span(queue.oldestSeconds),
      failed: (await readFailedJobs(databasePool())).map((failed) => ({
        ...{ queue: failed.queue, count: failed.count },
        reason: failureWords(failed.reason, words(failed.lastAt)),
        label: jobLabel(failed.queue),
        last: words(failed.lastAt),
        noRetry: mayRetry(failed) ? null : noRetryWords(failed),
      })),
      cutOff: (await readCutOffJobs(databasePool())).map(({ queue, count, nextAt }) => ({
        ...{ queue, count, label: jobLabel(queue), next: words(nextAt) },
      })),
      gone: (await readGoneInstances()).map(({ id, name, seenAt }) => ({ id, name, seen: words(seenAt) })),
    },
    mail: {
      ...{ waiting: mail.waiting, failed: mail.failed, server: mailServer() },
      oldest: mail.oldestSeconds === null ? null : span(mail.oldestSeconds),
      lastSent: mail.lastSentAt && words(mail.lastSentAt),
      refusal: refusal && { at: words(refusal.at), reason: refusal.reason },
    },
    errors: { hours: await readErrorHours(zone), newest: await readNewestErrors(words) },
    database: await readDatabaseFacts(),
    node: process.version.slice(1),
    instances: instances.map(({ id, name, version, startedAt, seenAt, diskFree, diskTotal }) => ({
      ...{ id, name, version, started: words(startedAt), up: ago(startedAt), seen: ago(seenAt) },
      disk: diskFree === null || diskTotal === null ? null : diskWords(diskFree, diskTotal),
    })),
    stock: stock && { checked: words(stock.checkedAt), products: stock.productIds },
  };
}

/** More about each part: a section of the page, or the orders. */
const moreAbout = (part: WatchedPart): string => {
  if (part === 'newcomers') return '/admin/orders?customer=new';
  return part === 'writes' || part === 'clock' || part === 'schema' ? '#disk' : `#${part}`;
};

const moreAboutOther = (what: string): string => (what === REPORTS ? '/admin/state-tracking' : '#disk');

/** What is wrong first. `more` leads to more about it. */
function findingsOf(
  watched: Awaited<ReturnType<typeof readWatched>>,
  open: readonly IncidentLine[],
  others: readonly Found[],
) {
  const order = { problem: 0, warning: 1, ok: 2 };
  return [
    ...watched.map(({ part, finding: { state, text } }) => ({
      ...{ label: partLabels[part], more: moreAbout(part), state, text },
      incident: open.find((incident) => incident.part === part) ?? null,
    })),
    ...others.map(({ what, state, text }) => ({
      ...{ label: what, more: moreAboutOther(what), state, text, incident: null },
    })),
  ].sort((one, other) => order[one.state] - order[other.state]);
}

export type Finding = Operations['findings'][number];

/** Errors of the last 24 hours, by the hour of the store's clock; those without any count too. */
async function readErrorHours(zone: string): Promise<{ hour: string; errors: number }[]> {
  const { rows } = await database().execute<{ hour: Date | string; errors: number }>(sql`
    select hour, coalesce(sum(${errorSpans.errors}), 0)::int as errors
    from generate_series(date_trunc('hour', now()) - make_interval(hours => ${HOURS - 1}), now(), interval '1 hour') as hour
    left join ${errorSpans} on ${errorSpans.startsAt} >= hour and ${errorSpans.startsAt} < hour + interval '1 hour'
    group by 1 order by 1`);
  return rows.map(({ hour, errors }) => ({ hour: formatTime(instantOf(new Date(hour)), zone), errors }));
}

async function readNewestErrors(words: (at: Date) => string) {
  const rows = await database()
    .select()
    .from(recentErrors)
    .where(gt(recentErrors.at, sql`now() - make_interval(hours => ${HOURS})`))
    .orderBy(desc(recentErrors.at))
    .limit(SHOWN_ERRORS);
  return rows.map(({ id, at, status, requestId, place, kind, message }) => ({
    ...{ id, status, requestId, place, kind, message },
    at: words(at),
  }));
}

async function readDatabaseFacts() {
  const { rows } = await database().execute<{ bytes: string; version: string }>(sql`
    select pg_database_size(current_database()) as bytes, current_setting('server_version') as version`);
  const [row] = rows;
  return { size: size(Number(row?.bytes ?? 0)), version: (row?.version ?? '').split(' ')[0] ?? '' };
}
