/**
 * Maps each event of an order or a reservation to the customer's notification and email. The worker calls the
 * exported functions; each is safe to repeat.
 */
import type { DomainEvent } from '#core/ground/events/event.ts';
import { mailFrame } from '#core/ground/mail/render-mail.server.ts';
import { isNotificationKind } from '#core/ground/notifications/notification-table.ts';
import { type NotificationRow, notify } from '#core/ground/notifications/notify.server.ts';
import { readSettings, rehearsalMark } from '#core/ground/settings/settings-queries.server.ts';
import { markedTitle } from '#kernel/rehearsal-mark.ts';
import type { ReservationStatus } from '#kernel/statuses.ts';
import { systemClock } from '#kernel/time.ts';
import type { MailFrame } from '#ui/email/mail-layout.tsx';
import { readWaitsUntil } from '../missed-pickups/due-orders-queries.server.ts';
import { orderNews, type ToldStatusEvent } from '../order-news.ts';
import { type Invitation, pickupInvitation } from '../pickup-calendar.ts';
import { ReservationMail } from '../reservations/emails/reservation-mails.tsx';
import { type ReservationEvent, reservationWords } from '../reservations/reservation-news.ts';
import {
  type MailedOrder,
  type MailedReservation,
  readMailedOrder,
  readMailedReservation,
} from './mailed-order-queries.server.ts';
import {
  OrderCancelled,
  OrderPlaced,
  OrderReceipt,
  OrderShortage,
  OrderUpdate,
  shortageWords,
} from './order-mails.tsx';
import { wasToldReady } from './told-ready-queries.server.ts';

type OrderSubject = {
  order: MailedOrder;
  frame: MailFrame;
  /** The farm's email address; '' while the shop, which is not open yet, has none. */
  farmEmail: string;
  atm: boolean;
  /** '3:30 PM': until when the order waits after its pickup time; null once that is over, and before. */
  waitsUntil: string | null;
  /** Whether the customer was told that it is ready, before it went back to packing. */
  wasToldReady: boolean;
};
type OrderRow = NotificationRow<OrderSubject>;

/** A row whose email says the same two sentences as the bell, above the order's lines. */
function update(
  row: Pick<OrderRow, 'title' | 'message' | 'isCurrent' | 'invitation'> & { bring?: boolean },
): OrderRow {
  const { title, message, bring = false } = row;
  return {
    ...row,
    mail: (subject) => (
      <OrderUpdate {...subject} title={title(subject)} message={message(subject)} bring={bring} />
    ),
  };
}

/** The bell's text for a status. */
function said(event: ToldStatusEvent): Pick<OrderRow, 'title' | 'message'> {
  const { title, message } = orderNews[event];
  return { title: ({ order }) => title(order), message: ({ order }) => message(order) };
}

const missingUnits = (order: MailedOrder): number =>
  order.lines.reduce((units, { missing }) => units + missing, 0);

const shortage = (event: 'short' | 'complete-again'): OrderRow => ({
  title: ({ order }) => shortageWords(event, order).title,
  message: ({ order }) => shortageWords(event, order).message,
  isCurrent: ({ order }) => missingUnits(order) > 0 === (event === 'short'),
  mail: ({ order, frame }) => <OrderShortage frame={frame} order={order} event={event} />,
});

/**
 * The pickup for the customer's calendar, as it is now; for a canceled order its removal. None once an order is over, and
 * none from a farm without an email address, because an invitation names who invites.
 */
function invitation({ order, farmEmail }: OrderSubject): Invitation | null {
  const isOver = order.status === 'completed' || order.status === 'no_show';
  if (!order.calendar || farmEmail === '' || isOver) return null;
  return pickupInvitation(order.calendar, { farm: farmEmail, customer: order.email });
}

const receipt: Pick<OrderRow, 'title' | 'message' | 'mail'> = {
  title: ({ order }) => `Receipt for order ${order.number}`,
  message: ({ order }) => `Total ${order.total}.`,
  mail: (subject) => <OrderReceipt {...subject} />,
};

/** Every event of an order, except the request to resend an email, which refers to an earlier event. */
export type OrderEventKind = Exclude<
  Extract<DomainEvent, { orderId: string }>['kind'],
  'order-mail-requested'
>;

/** The notification for each event of an order; null if the event concerns only the counter. */
const orderRows = {
  'order-placed': {
    ...said('order-placed'),
    mailSubject: ({ order }) => `Order ${order.number} is reserved`,
    mail: (subject) => <OrderPlaced {...subject} />,
    invitation,
  },
  'order-confirmed': update(said('order-confirmed')),
  'order-packing': null,
  'order-ready': update({
    ...said('order-ready'),
    // Its stock may have changed since. The customer is then notified of missing units, or again when it is packed.
    isCurrent: ({ order }) => missingUnits(order) === 0 && order.status !== 'packing',
    bring: true,
  }),
  'order-not-ready': update({
    title: ({ order }) => `Order ${order.number} is not ready yet`,
    message: () => 'We are packing it again. We will tell you when it is ready.',
    // It may be packed again by now. Then the next message says that it is ready.
    isCurrent: ({ order, wasToldReady }) => wasToldReady && order.status === 'packing',
  }),
  'order-completed': {
    ...said('order-completed'),
    mailSubject: ({ order }) => `Receipt for order ${order.number}`,
    mail: (subject) => <OrderReceipt {...subject} />,
  },
  'order-cancelled': {
    ...said('order-cancelled'),
    mailSubject: ({ order }) => `Order ${order.number} is canceled`,
    mail: (subject) => <OrderCancelled {...subject} />,
    invitation,
  },
  'order-not-picked-up': update(said('order-not-picked-up')),
  'order-changed': update({
    invitation,
    title: ({ order }) => `Order ${order.number} has changed`,
    message: ({ order }) =>
      `${order.pickup ? `Pick it up ${order.pickup}. ` : ''}The total is now ${order.total}. Call us if this is not what you agreed to.`,
    bring: true,
  }),
  'order-price-lowered': update({
    title: ({ order }) => `Order ${order.number} costs less now`,
    message: ({ order }) => `A price was wrong when you ordered. The total is now ${order.total}.`,
  }),
  'order-cash-owed': update({
    title: ({ order }) => `A refund for order ${order.number}`,
    message: ({ order }) =>
      `A price was wrong, and you paid ${order.refundDue ?? ''} too much. We will refund it in cash at your next visit. We are sorry.`,
    // It may have been refunded by now.
    isCurrent: ({ order }) => order.refundDue !== null,
  }),
  'order-items-changed': update({
    title: ({ order }) => `Order ${order.number} has changed`,
    message: ({ order }) =>
      `You changed its items. ${order.pickup ? `Pick it up ${order.pickup}. ` : ''}The total is now ${order.total}.`,
    bring: true,
  }),
  'order-moved': update({
    invitation,
    title: ({ order }) => `Order ${order.number} moved`,
    message: ({ order }) => `Pick it up ${order.pickup ?? 'at the time we agree on'}.`,
    isCurrent: ({ order }) => order.pickup !== null,
    bring: true,
  }),
  'order-running-late': null,
  'order-put-off': null,
  'order-pickup-missed': update({
    title: ({ order }) => `Order ${order.number} is waiting for you`,
    message: ({ waitsUntil }) =>
      `Your pickup time is over. We hold your order until ${waitsUntil ?? 'we close'}. Call us if you cannot make it.`,
    isCurrent: ({ waitsUntil }) => waitsUntil !== null,
    bring: true,
  }),
  'order-note-changed': null,
  'order-pickup-name-changed': null,
  'order-refunded': update({
    title: ({ order }) => `Refund for order ${order.number}`,
    message: ({ order }) => `We refunded ${order.refunded} of ${order.cash} in cash.`,
  }),
  'order-short': shortage('short'),
  'order-complete-again': shortage('complete-again'),
  'receipt-requested': { requested: 'email', ...receipt },
  'receipt-link-requested': {
    requested: 'sms',
    ...receipt,
    path: ({ order }) => `/orders/${order.number}/receipt`,
  },
} satisfies Record<OrderEventKind, OrderRow | null>;

const isOrderEvent = (kind: string): kind is OrderEventKind => Object.hasOwn(orderRows, kind);

/** Notifies the customer of an order's event. */
export async function notifyOfOrder(
  eventId: string,
  orderId: string,
  kind: OrderEventKind,
  now = systemClock(),
): Promise<void> {
  await notifyBy(eventId, orderId, kind, orderRows[kind], now);
}

/** Sends the email about an earlier event again, with the order's current state. */
export async function resendOrderNotification(
  eventId: string,
  orderId: string,
  about: string,
): Promise<void> {
  if (!isOrderEvent(about)) return;
  const row: OrderRow | null = orderRows[about];
  await notifyBy(eventId, orderId, about, row && { ...row, isCurrent: undefined, requested: 'email' });
}

async function notifyBy(
  eventId: string,
  orderId: string,
  kind: OrderEventKind,
  row: OrderRow | null,
  now = systemClock(),
): Promise<void> {
  if (!row || !isNotificationKind(kind)) return;
  const settings = await readSettings();
  const order = await readMailedOrder(orderId, settings.store.zone);
  if (!order) return;
  const mark = await rehearsalMark();
  const frame = { ...mailFrame(settings, order.cannabis), firstLine: mark ?? undefined };
  const waitsUntil = kind === 'order-pickup-missed' ? await readWaitsUntil(orderId, now) : null;
  const subject = {
    ...{ order, frame, farmEmail: settings.store.email, atm: settings.store.atmOnPremises, waitsUntil },
    wasToldReady: kind === 'order-not-ready' && (await wasToldReady(orderId, eventId)),
  };
  const shown: OrderRow = {
    path: () => `/orders/${order.number}`,
    ...row,
    title: (about) => markedTitle(mark, row.title(about)),
    mailSubject: (about) => markedTitle(mark, (row.mailSubject ?? row.title)(about)),
  };
  await notify(eventId, kind, order, shown, subject);
}

/** Events whose notification says that all units are held: not sent while some are missing. */
const SAYS_HELD: readonly ReservationEvent[] = ['changed', 'complete-again'];

const reservationRow = (
  event: ReservationEvent,
  to: ReservationStatus | undefined,
): NotificationRow<{ reservation: MailedReservation; frame: MailFrame }> => ({
  title: ({ reservation }) => reservationWords(event, reservation).title,
  message: ({ reservation }) => reservationWords(event, reservation).message,
  isCurrent: ({ reservation }) =>
    (reservation.missing > 0 ? !SAYS_HELD.includes(event) : event !== 'short') &&
    // The customer may have chosen a pickup time or canceled the hold since.
    (event !== 'expiring' || reservation.heldUntil !== null) &&
    (to === undefined || reservation.status === to),
  path: () => '/orders',
  mail: ({ reservation, frame }) => <ReservationMail frame={frame} reservation={reservation} event={event} />,
});

/**
 * Notifies the customer of an event of a reservation without an order.
 * @param to the new status; nothing is sent if the reservation no longer has it
 */
export async function notifyOfReservation(
  eventId: string,
  reservationId: string,
  event: ReservationEvent,
  to?: ReservationStatus,
): Promise<void> {
  const settings = await readSettings();
  const reservation = await readMailedReservation(reservationId, settings.store.zone);
  if (!reservation) return;
  const mark = await rehearsalMark();
  const frame = { ...mailFrame(settings, reservation.cannabis), firstLine: mark ?? undefined };
  const row = reservationRow(event, to);
  const shown = {
    ...row,
    title: (about: Parameters<typeof row.title>[0]) => markedTitle(mark, row.title(about)),
  };
  await notify(eventId, `reservation-${event}`, reservation, shown, { reservation, frame });
}
