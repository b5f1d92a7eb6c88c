/** Loads the State Tracking page: plain data, without keys. */
import {
  DIFFERENCES_ON_PAGE,
  readDifferences,
  readTracking,
} from '#core/goods/tracking/comparisons-queries.server.ts';
import { modeWords, waitWords } from '#core/goods/tracking/reports/act-words.ts';
import {
  countSent,
  readReportFigures,
  readReporting,
} from '#core/goods/tracking/reports/report-figures-queries.server.ts';
import { firstWords } from '#core/goods/tracking/reports/reporting.ts';
import { stateCureOf, stateDifferenceWords } from '#core/goods/tracking/state-difference.ts';
import { type Actor, may } from '#core/ground/access/actor.ts';
import { storeClock } from '#core/ground/settings/store-clock.server.ts';
import { formatDateTime, formatTimeSeen, instantOf } from '#kernel/time.ts';
import { mayPlay } from './play-page-queries.server.ts';

/** Null for actors who may not count stock. @param page from 1 on; one past the end is the last */
export async function readTrackingPage(actor: Actor, page: number) {
  const found = await readTracking(actor);
  if (!found) return null;
  const { place, isRunning, last, good } = found;
  const { now, today, zone } = await storeClock();
  const at = (date: Date) => formatDateTime(instantOf(date), zone);
  const pages = Math.max(1, Math.ceil((good?.differences ?? 0) / DIFFERENCES_ON_PAGE));
  const shownPage = Math.min(page, pages);
  const differences = good ? await readDifferences(good.id, shownPage) : [];
  return {
    reports: await readReports({ now, today, zone }),
    contact: {
      ...{
        place,
        isRunning,
        trouble: last?.trouble ?? null,
        failedAt: last?.trouble ? at(last.startedAt) : null,
      },
      mayConnect: may(actor, 'settings.manage'),
      counts: good && {
        ...{ at: at(good.startedAt), by: good.startedByName, from: good.place },
        ...{ lots: good.lots, matched: good.matched, packages: good.packages },
        ...{ uncompared: good.uncompared, differences: good.differences },
      },
    },
    mayPlay: mayPlay(actor),
    mayCompare: place !== null && may(actor, 'inventory.manage'),
    rows: differences.map((difference, index) => ({
      key: String(index),
      item: difference.item,
      batch: difference.batchNumber === null ? null : `Batch ${difference.batchNumber}`,
      to: difference.lotId === null ? null : `/admin/lots/${difference.lotId}`,
      tag: difference.tag,
      what: stateDifferenceWords(difference),
      cure: stateCureOf(difference),
    })),
    ...{ page: shownPage, pages },
  };
}

/** Null while the shop never reported. */
async function readReports({ now, today, zone }: Awaited<ReturnType<typeof storeClock>>) {
  const reporting = await readReporting();
  if (reporting === null) return null;
  const [figures, sentToday] = await Promise.all([readReportFigures(), countSent({ day: today, zone })]);
  const seen = (date: Date | null) => date && formatTimeSeen(instantOf(date), now, zone);
  const { answeredAt, silentSince } = reporting;
  return {
    mode: modeWords(reporting.isOn),
    isOn: reporting.isOn,
    since: firstWords(reporting, zone),
    ...{ waiting: figures.waiting, tasks: figures.tasks, sentToday },
    oldest: figures.oldestSeconds === null ? null : waitWords(figures.oldestSeconds),
    ...{ answered: seen(answeredAt), silent: seen(silentSince) },
  };
}

export type TrackingPage = NonNullable<Awaited<ReturnType<typeof readTrackingPage>>>;
