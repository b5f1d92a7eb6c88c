/** Writes a closure's message to one customer, and that of its undo, for each channel. */
import type { Temporal } from 'temporal-polyfill';
import { mailFrame, renderMail } from '#core/ground/mail/render-mail.server.ts';
import { safetyJob } from '#core/ground/mail/sending-jobs.ts';
import type { NotificationRow } from '#core/ground/notifications/notify.server.ts';
import type { Settings } from '#core/ground/settings/settings.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { moveDaysOf } from '#core/sales/orders/hand-over/move-days-queries.server.ts';
import { pickupText } from '#core/sales/orders/order-news.ts';
import { readSlots, type SlotDay } from '#core/sales/pickup/slots-queries.server.ts';
import { instantOf } from '#kernel/time.ts';
import { mailOrigin } from '#platform/outgoing/mail.ts';
import type { ClosedOrder } from '../closed-orders-queries.server.ts';
import { closurePath } from '../closure-link.server.ts';
import { freeTime } from '../closure-notice-queries.server.ts';
import { nearestTimesIn, type OfferedTime } from '../nearest-times.ts';
import { ClosureMail, type MailedClosedOrder } from './closure-mail.tsx';

/** What all messages of one job share: the free times are read once. */
export type ClosureFacts = {
  reason: string;
  settings: Settings;
  days: readonly SlotDay[];
  nearest: ReturnType<typeof nearestTimesIn>;
  now: Temporal.Instant;
};

export async function closureFacts(reason: string, now: Temporal.Instant): Promise<ClosureFacts> {
  const settings = await readSettings();
  return { reason, settings, days: await readSlots(now), nearest: nearestTimesIn(settings.store.zone), now };
}

/** The customer of a message and the orders it is about. */
type Addressee = { number: number; name: string; orders: readonly ClosedOrder[] };

const titleOf = (orders: readonly ClosedOrder[], one: (number: string) => string, many: string) =>
  orders.length === 1 ? one(orders[0]?.number ?? '') : many;

/** `orders` still have their closed time. */
export async function closureRow(
  { number, name, orders }: Addressee,
  { reason, settings, days, nearest, now }: ClosureFacts,
): Promise<NotificationRow<null>> {
  const title = titleOf(
    orders,
    (order) => `Order ${order} needs a new pickup time`,
    'Your orders need a new pickup time',
  );
  const mailed = await Promise.all(
    orders.map(async (order): Promise<MailedClosedOrder> => {
      const times = nearest(await moveDaysOf(order.id, days, now), instantOf(order.oldStartsAt));
      return {
        number: order.number,
        sentence: `Your order ${order.number} was set for ${pickupOf(order, settings)}. We hold everything in it for you.${times.length > 0 ? ' Choose a new time:' : ''}`,
        buttons: times.map((time) => ({
          label: `Move to ${time.label}`,
          url: pressUrl(number, order, time),
        })),
      };
    }),
  );
  const more = {
    label:
      orders.length === 1
        ? 'Choose another time, or cancel the order'
        : 'Choose other times, or cancel an order',
    url: mailOrigin() + closurePath(number),
  };
  return rowOf(number, { title, message: reason, name, orders: mailed, more, settings });
}

/** `orders` are those that are still open, at their old time or a new one. */
export async function openAgainRow(
  { number, name, orders }: Addressee,
  { settings, days, now }: ClosureFacts,
): Promise<NotificationRow<null>> {
  const hasMoved = orders.some(({ state }) => state === 'moved');
  const title = titleOf(orders, (order) => `We are open after all: order ${order}`, 'We are open after all');
  const mailed = await Promise.all(
    orders.map(async (order): Promise<MailedClosedOrder> => {
      const old = pickupOf(order, settings);
      if (order.state === 'open')
        return {
          number: order.number,
          sentence: `Your order ${order.number} is expected at its old time, ${old}. You do not need to do anything.`,
          buttons: [],
        };
      const back = freeTime(await moveDaysOf(order.id, days, now), order.oldStartsAt);
      const pickup = pickupText(order.startsAt, order.endsAt, settings.store.zone);
      return {
        number: order.number,
        sentence: `Your order ${order.number} stays at ${pickup}.${back ? ' Your old time is still free:' : ' Your old time is no longer free.'}`,
        buttons: back ? [{ label: `Take back ${back.label}`, url: pressUrl(number, order, back) }] : [],
      };
    }),
  );
  const message = hasMoved
    ? 'We are open after all. You may have your old time back while it is free.'
    : 'We are open after all. Your pickup stays at its old time.';
  const more = { label: 'See your order, or choose another time', url: mailOrigin() + closurePath(number) };
  return rowOf(number, { title, message, name, orders: mailed, more, settings });
}

const pickupOf = ({ oldStartsAt, oldEndsAt }: ClosedOrder, { store }: Settings) =>
  pickupText(oldStartsAt, oldEndsAt, store.zone) ?? '';

/** The page with this time chosen: its button moves the order. Following the link changes nothing. */
const pressUrl = (number: number, order: ClosedOrder, time: OfferedTime) =>
  `${mailOrigin()}${closurePath(number)}?order=${order.number}&slot=${encodeURIComponent(time.startsAt)}`;

async function rowOf(
  number: number,
  {
    settings,
    ...mail
  }: {
    title: string;
    message: string;
    name: string;
    orders: readonly MailedClosedOrder[];
    more: { label: string; url: string };
    settings: Settings;
  },
): Promise<NotificationRow<null>> {
  const content = await renderMail(<ClosureMail frame={mailFrame(settings, false)} {...mail} />);
  return {
    title: () => mail.title,
    message: () => mail.message,
    mail: () => <></>,
    path: () => closurePath(number),
    inBulk: { queue: safetyJob, written: () => content },
  };
}
