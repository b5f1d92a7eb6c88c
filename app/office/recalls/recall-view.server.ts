/** Loads what a recall's page shows: a trace while it is a draft or after an exercise, otherwise its progress and people. */

import { confirmPath } from '#core/accounts/identity/accounts/confirm-path.ts';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { isRecentlyConfirmed } from '#core/ground/access/recent-sign-in-queries.server.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { storeClock } from '#core/ground/settings/store-clock.server.ts';
import { noticeOf } from '#core/sales/recalls/notice-of.ts';
import { readLotsOnSale } from '#core/sales/recalls/recall-lots-queries.server.ts';
import { recallPeopleList } from '#core/sales/recalls/recall-people.ts';
import { type RecallRecord, readPeople, readProgress } from '#core/sales/recalls/recalls-queries.server.ts';
import { traceStateOf } from '#core/sales/recalls/trace.ts';
import { countHeldOrders, readHolders } from '#core/sales/recalls/trace-queries.server.ts';
import { formatDateTime, instantOf } from '#kernel/time.ts';
import { mailLeavesTheHouse } from '#platform/outgoing/mail.ts';
import { findSisters } from './lot-choice-queries.server.ts';
import { personRow } from './person-row.ts';
import { readTrace } from './read-trace.server.ts';

export async function readRecallView(actor: SignedIn, recall: RecallRecord, query: URLSearchParams) {
  const [{ store }, { zone, today }] = await Promise.all([readSettings(), storeClock()]);
  const isTraced = recall.status === 'draft' || recall.isExercise;
  const state = recallPeopleList.parse(query);
  const lotIds = recall.lots.map(({ id }) => id);
  const { view, state: holdersState } = traceStateOf(query);
  const [trace, progress, people, openOrders, holders] = await Promise.all([
    isTraced ? readTrace(actor, lotIds, query, zone) : null,
    recall.status === 'draft' ? null : readProgress(recall),
    isTraced || view === 'holders' ? null : readPeople(recall, state),
    isTraced ? 0 : countHeldOrders(lotIds),
    !isTraced && view === 'holders' ? readHolders(actor, lotIds, holdersState, zone) : null,
  ]);
  const counts = recall.counts ?? trace?.counts;
  const at = (date: Date | null) => date && formatDateTime(instantOf(date), zone);
  const { eventId: _, createdBy: __, startedAt, sentAt, endedAt, createdAt, ...rest } = recall;
  return {
    recall: {
      ...rest,
      startedAt: at(startedAt),
      sentAt: at(sentAt),
      endedAt: at(endedAt),
      createdAt: at(createdAt) ?? '',
      /** Seconds from the draft to the complete list of people. */
      traceSeconds: startedAt ? (startedAt.getTime() - createdAt.getTime()) / 1000 : null,
    },
    trace,
    progress,
    sendsEmail: mailLeavesTheHouse(),
    /** Lots of a draft that shoppers can still reserve. */
    onSale: recall.status === 'draft' && !recall.isExercise ? await readLotsOnSale(recall.id) : [],
    /** Lots that a draft does not cover and that may have the same fault. */
    sisters: await findSisters(actor, recall.status === 'draft' ? recall.lots : []),
    people: people && {
      state,
      page: { ...people, rows: people.rows.map((row) => personRow(row, zone, mailLeavesTheHouse())) },
    },
    openOrders,
    holders: holders && { state: holdersState, page: holders },
    notice: counts ? noticeOf(recall, counts, progress, { store, zone, today }) : '',
    confirm: (await isRecentlyConfirmed(actor, 'open')) ? null : confirmPath(`/admin/recalls/${recall.id}`),
  };
}

export type RecallView = Awaited<ReturnType<typeof readRecallView>>;
