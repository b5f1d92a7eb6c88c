/** Loads a closure's page. */

import { confirmPath } from '#core/accounts/identity/accounts/confirm-path.ts';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { isRecentlyConfirmed } from '#core/ground/access/recent-sign-in-queries.server.ts';
import { sentBy } from '#core/ground/notifications/sent-by.ts';
import { storeClock } from '#core/ground/settings/store-clock.server.ts';
import { closureDayWords, closureHoursWords, closureName } from '#core/sales/closures/closure.ts';
import { closureOrderList } from '#core/sales/closures/closure-orders.ts';
import {
  type ClosureOrderRow,
  type ClosureRecord,
  readClosure,
  readClosureOrders,
  readClosureProgress,
} from '#core/sales/closures/closures-queries.server.ts';
import { orderStatusLabel } from '#core/sales/orders/order.ts';
import { pickupText } from '#core/sales/orders/order-news.ts';
import { formatDateTime, instantOf } from '#kernel/time.ts';
import { mailLeavesTheHouse } from '#platform/outgoing/mail.ts';

export type ClosureView = NonNullable<Awaited<ReturnType<typeof readClosureView>>>;
export type ClosureLine = ReturnType<typeof lineOf>;

/** null if there is none, and for people who may not manage orders. */
export async function readClosureView(actor: SignedIn, number: number, query: URLSearchParams) {
  const closure = await readClosure(actor, number);
  if (!closure) return null;
  const state = closureOrderList.parse(query);
  const back = closureOrderList.query(state);
  const [{ zone }, progress, { rows, ...page }, isFresh] = await Promise.all([
    storeClock(),
    readClosureProgress(closure),
    readClosureOrders(closure, state),
    isRecentlyConfirmed(actor, 'open'),
  ]);
  const [day] = closure.days;
  return {
    closure: {
      number: closure.number,
      status: closure.status,
      days: closureDayWords(closure.firstDay, closure.lastDay),
      hours: day ? closureHoursWords(day.after) : '',
      reason: closure.reason,
      facts: factsOf(closure, zone),
      isNotified: closure.eventId !== null,
      isUndoNotified: closure.undoneEventId !== null,
    },
    progress,
    confirm: isFresh ? null : confirmPath(`/admin/closures/${number}${back === '' ? '' : `?${back}`}`),
    sendsEmail: mailLeavesTheHouse(),
    list: { state, page: { ...page, rows: rows.map((row) => lineOf(row, zone)) } },
  };
}

function factsOf(closure: ClosureRecord, zone: string): string {
  const at = (date: Date) => formatDateTime(instantOf(date), zone);
  const saved = `${closureName(closure)}, saved by ${closure.createdByName} ${at(closure.createdAt)}.`;
  return closure.undoneAt
    ? `${saved} Undone by ${closure.undoneByName ?? ''} ${at(closure.undoneAt)}.`
    : saved;
}

const messages = {
  waiting: 'Waiting',
  sending: 'Waiting',
  'not-sent': 'None',
  unreachable: 'Account deleted',
} as const;

function lineOf(row: ClosureOrderRow, zone: string) {
  const at = (date: Date | null) => date && formatDateTime(instantOf(date), zone);
  const { message, channels } = row;
  return {
    number: row.number,
    personNumber: row.personNumber,
    customerId: row.customerId,
    customer: row.customer,
    phone: row.phone,
    state: row.state,
    oldPickup: pickupText(row.oldStartsAt, row.oldEndsAt, zone) ?? '',
    pickup: at(row.startsAt),
    status: orderStatusLabel[row.status],
    message:
      message !== 'sent'
        ? messages[message]
        : channels.length === 0
          ? 'No channel: order news is off'
          : sentBy(channels, mailLeavesTheHouse()),
    call: row.call,
    called: row.call ? `${at(row.calledAt)} by ${row.calledByName ?? ''}` : null,
  };
}
