/** Generates customers' bell notifications about their demo orders and holds. None of them was ever sent. */

import { formatOrderNumber } from '#core/sales/orders/order.ts';
import { orderNews, pickupText } from '#core/sales/orders/order-news.ts';
import { reservationWords } from '#core/sales/orders/reservations/reservation-news.ts';
import type { deliveries, notifications } from '#db/schema/notifications.ts';
import { formatCents } from '#kernel/money.ts';
import { orderStatusEvents } from '#kernel/statuses.ts';
import { formatDateTime, instantOf } from '#kernel/time.ts';
import type { DemoEvent } from './demo-records.ts';
import type { Random } from './random.ts';

/** This many of a person's newest notifications are unread. */
const UNREAD = 4;

type News = { userId: string; title: string; message: string; path: string };

export type DemoNews = {
  notifications: (typeof notifications.$inferInsert)[];
  deliveries: (typeof deliveries.$inferInsert)[];
};

/** @param happened oldest first. */
export function newsOf(random: Random, happened: readonly DemoEvent[], zone: string): DemoNews {
  const told = happened.flatMap(({ row, about }) => {
    const news = wordsOf(about, zone);
    return news ? [{ ...news, eventId: row.id, createdAt: row.createdAt as Date }] : [];
  });
  const unread = new Set(
    [...Map.groupBy(told, ({ userId }) => userId).values()].flatMap((theirs) => theirs.slice(-UNREAD)),
  );
  return {
    notifications: told.map((news) => ({
      id: random.idAt(news.createdAt),
      type: 'order' as const,
      read: !unread.has(news),
      ...news,
    })),
    deliveries: told.map(({ userId, eventId, title, createdAt }) => ({
      id: random.idAt(createdAt),
      userId,
      eventId,
      title,
      createdAt,
      channel: 'bell' as const,
      status: 'sent' as const,
    })),
  };
}

function wordsOf(about: DemoEvent['about'], zone: string): News | null {
  if ('held' in about) {
    const { held, moment } = about;
    const { person, product } = held;
    const words = reservationWords(moment.what, {
      productName: product.name,
      quantity: held.row.quantity,
      heldUntil: formatDateTime(instantOf(held.until), zone),
      missing: 0,
      status: held.row.status,
    });
    return { userId: person.id, ...words, path: '/orders' };
  }
  const { order, step } = about;
  const kind = orderStatusEvents[step.status];
  if (kind === 'order-packing') return null;
  const { number, person, visit, money } = order;
  const told = {
    number: formatOrderNumber(number),
    pickup: pickupText(visit.startsAt, visit.endsAt, zone),
    cash: formatCents(money.total),
  };
  return {
    userId: person.id,
    title: orderNews[kind].title(told),
    message: orderNews[kind].message(told),
    path: `/orders/${told.number}`,
  };
}
