/** Reactions to what happens to orders and reservations: the customer hears of it. Safe to repeat. */
import { inTransaction } from '#db/client.ts';
import { queueMail } from '#features/mail/queue-mail.server.ts';
import { mailFrame, renderMail } from '#features/mail/render-mail.server.ts';
import { tell } from '#features/notifications/tell.server.ts';
import { readSettings } from '#features/settings/settings-queries.server.ts';
import { readMailedOrder, readMailedReservation } from './mailed-order-queries.server.ts';
import { OrderCancelled, OrderPlaced, OrderReceipt } from './order-mails.tsx';
import { type ReservationEvent, ReservationMail, reservationWords } from './reservation-mails.tsx';

async function orderForMail(orderId: string) {
  const settings = await readSettings();
  const order = await readMailedOrder(orderId, settings.store.zone);
  if (!order) return null;
  return { order, frame: mailFrame(settings, order.cannabis), atm: settings.store.atmOnPremises };
}

/** 'Order ORD001 reserved', with pickup time, lines, taxes, total and what to bring. */
export async function tellOrderPlaced(factId: string, orderId: string): Promise<void> {
  const found = await orderForMail(orderId);
  if (!found) return;
  const { order, frame, atm } = found;
  await tell({
    factId,
    userId: order.userId,
    type: 'order',
    title: `Order ${order.number} reserved`,
    message: `${order.pickup ? `Pick it up ${order.pickup}. ` : ''}Total ${order.total}, cash at pickup.`,
    mail: {
      template: 'order-placed',
      recipient: order.email,
      subject: `Order ${order.number} is reserved`,
      render: () => renderMail(<OrderPlaced frame={frame} order={order} atm={atm} />),
    },
  });
}

export async function tellOrderCancelled(factId: string, orderId: string): Promise<void> {
  const found = await orderForMail(orderId);
  if (!found) return;
  const { order, frame, atm } = found;
  await tell({
    factId,
    userId: order.userId,
    type: 'order',
    title: `Order ${order.number} cancelled`,
    message: 'Nothing is held for you any more, and nothing is owed.',
    mail: {
      template: 'order-cancelled',
      recipient: order.email,
      subject: `Order ${order.number} is cancelled`,
      render: () => renderMail(<OrderCancelled frame={frame} order={order} atm={atm} />),
    },
  });
}

/** A receipt was asked for, so it is sent whatever the preferences say, and the bell stays silent. */
export async function tellReceipt(factId: string, orderId: string): Promise<void> {
  const found = await orderForMail(orderId);
  if (!found) return;
  const { order, frame, atm } = found;
  const content = await renderMail(<OrderReceipt frame={frame} order={order} atm={atm} />);
  await inTransaction((tx) =>
    queueMail(tx, {
      dedupeKey: `${factId}:receipt`,
      recipient: order.email,
      subject: `Receipt for order ${order.number}`,
      ...content,
    }),
  );
}

export async function tellReservation(
  factId: string,
  reservationId: string,
  event: ReservationEvent,
): Promise<void> {
  const settings = await readSettings();
  const reservation = await readMailedReservation(reservationId, settings.store.zone);
  if (!reservation) return;
  const frame = mailFrame(settings, reservation.cannabis);
  const { title, message } = reservationWords(event, reservation);
  await tell({
    factId,
    userId: reservation.userId,
    type: 'order',
    title,
    message,
    mail: {
      template: `reservation-${event}`,
      recipient: reservation.email,
      subject: title,
      render: () => renderMail(<ReservationMail frame={frame} reservation={reservation} event={event} />),
    },
  });
}
