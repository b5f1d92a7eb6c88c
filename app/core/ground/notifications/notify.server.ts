/**
 * Notifies one person of one event by every channel they want: in the shop, by mail, push and text message in one
 * transaction, with a delivery row for each. Repeating it does nothing: everything is keyed by the event.
 */
import { sql } from 'drizzle-orm';
import { createElement, type ReactElement } from 'react';
import { queueMail } from '#core/ground/mail/queue-mail.server.ts';
import { type MailContent, renderMail } from '#core/ground/mail/render-mail.server.ts';
import type { bulkJob } from '#core/ground/mail/sending-jobs.ts';
import { inTransaction, type Transaction, together } from '#db/client.ts';
import { placeholders, statement } from '#db/statement.ts';
import { newId } from '#kernel/ids.ts';
import type { Channel } from '#kernel/statuses.ts';
import { enqueue } from '#platform/jobs.ts';
import { announce } from '#platform/live/announce.ts';
import type { OutgoingMail } from '#platform/outgoing/mail.ts';
import { UnsubscribeUrl } from '#ui/email/mail-layout.tsx';
import { pushJob, smsJob } from './delivery-jobs.ts';
import { channelsFor } from './notification-rule.ts';
import { choiceOf, type NotificationKind, notificationTable } from './notification-table.ts';
import { phoneOf, pushSubscriptionsOf, readPreferences } from './preferences-queries.server.ts';
import { unsubscribeUrl } from './unsubscribe-link.server.ts';

/**
 * One row of a room's table of notifications: an event's texts and its mail. `S` is its subject. Its channels are in
 * `notificationTable`. A new notification is a row there and one here, one template and one test.
 */
export type NotificationRow<S> = {
  title(subject: S): string;
  message(subject: S): string;
  mail(subject: S): ReactElement;
  /** The mail's subject if it is not the title. */
  mailSubject?(subject: S): string;
  /** An event for the reader's calendar, in the mail. */
  invitation?(subject: S): OutgoingMail['invitation'];
  /** The page it is about, as a path; without one, the list of notifications. */
  path?(subject: S): string;
  /** False when the event is outdated by now, so that the message would be wrong. */
  isCurrent?(subject: S): boolean;
  /** Requested by the person or by staff: by this channel only, whatever the preferences. */
  requested?: 'email' | 'sms';
  /**
   * One of many with the same text: the mail as rendered once for all, sent through a separate queue. The address to
   * unsubscribe is null for messages that no preference switches off.
   */
  inBulk?: { queue: typeof bulkJob; written(unsubscribeUrl: string | null): MailContent };
};

export type Recipient = { userId: string; email: string };

const { id, userId, eventId, type, title, message, path, channel, status, mailId } = placeholders(
  ...([
    'id',
    'userId',
    'eventId',
    'type',
    'title',
    'message',
    'path',
    'channel',
    'status',
    'mailId',
  ] as const),
);
const ring = statement(sql`
  insert into notifications (id, user_id, event_id, type, title, message, path)
  values (${id}, ${userId}, ${eventId}, ${type}, ${title}, ${message}, ${path}) on conflict do nothing`);

const NO_CHANNEL: Readonly<Record<Channel, boolean>> = { bell: false, email: false, push: false, sms: false };

export async function notify<S>(
  eventId: string,
  kind: NotificationKind,
  recipient: Recipient,
  row: NotificationRow<S>,
  subject: S,
): Promise<void> {
  if (row.isCurrent && !row.isCurrent(subject)) return;
  const { userId, email } = recipient;
  const { goes, browsers } = await channelsOf(userId, kind, row.requested);
  if (!Object.values(goes).includes(true)) return;
  const title = row.title(subject);
  const message = row.message(subject);
  const path = row.path?.(subject) ?? null;
  const { brief, choice } = notificationTable[kind];
  const ending = choiceOf(kind).type === 'other' ? unsubscribeUrl({ userId, choice }) : null;
  const { inBulk } = row;
  const content = !goes.email
    ? null
    : inBulk
      ? inBulk.written(ending)
      : await renderMail(createElement(UnsubscribeUrl, { value: ending }, row.mail(subject)));
  const short = { brief, path: path ?? '/notifications' };
  await inTransaction((tx) => {
    const isNew = (channel: Channel, status: 'sent' | 'waiting', mail: { mailId?: string } = {}) =>
      recordDelivery(tx, { eventId, userId, channel, title, status, ...mail });
    const bell = async () => {
      if (!goes.bell || !(await isNew('bell', 'sent'))) return;
      const { type } = choiceOf(kind);
      const row = { id: newId<string>(), userId, eventId, type, title, message, path };
      await together(ring(tx, row), announce(tx, `user:${userId}`));
    };
    const mail = async () => {
      if (!content) return;
      const mailId = await queueMail(tx, {
        dedupeKey: `${eventId}:${userId}`,
        recipient: email,
        accountId: userId,
        subject: row.mailSubject?.(subject) ?? title,
        ...content,
        invitation: row.invitation?.(subject),
        ...(ending ? { unsubscribeUrl: ending } : {}),
        ...(inBulk ? { inBulk: { queue: inBulk.queue, eventId, userId } } : {}),
      });
      if (mailId) await isNew('email', 'waiting', { mailId });
    };
    const push = async () => {
      const deliveryId = goes.push && (await isNew('push', 'waiting'));
      if (!deliveryId) return;
      for (const subscriptionId of browsers) {
        const message = { deliveryId, subscriptionId, ...short };
        if (inBulk) await enqueue(tx, inBulk.queue, { channel: 'push', eventId, userId, ...message });
        else await enqueue(tx, pushJob, message);
      }
    };
    const sms = async () => {
      const deliveryId = goes.sms && (await isNew('sms', 'waiting'));
      if (deliveryId && inBulk)
        await enqueue(tx, inBulk.queue, { channel: 'sms', eventId, userId, deliveryId, ...short });
      else if (deliveryId) await enqueue(tx, smsJob, { deliveryId, ...short });
    };
    return together(bell(), mail(), push(), sms());
  });
}

async function channelsOf(userId: string, kind: NotificationKind, requested: 'email' | 'sms' | undefined) {
  if (requested === 'email') return { goes: { ...NO_CHANNEL, email: true }, browsers: [] };
  const [preferences, browsers, phone] = await Promise.all([
    readPreferences(userId),
    pushSubscriptionsOf(userId),
    phoneOf(userId),
  ]);
  if (requested === 'sms') return { goes: { ...NO_CHANNEL, sms: phone !== null }, browsers: [] };
  const reach = { push: browsers.length > 0, sms: phone !== null };
  return { goes: channelsFor(kind, preferences, reach), browsers };
}

const writeDelivery = statement<{ id: string }>(sql`
  insert into deliveries (id, event_id, user_id, channel, title, status, mail_id)
  values (${id}, ${eventId}, ${userId}, ${channel}, ${title}, ${status}, ${mailId}) on conflict do nothing
  returning id`);

/** The id of the new delivery; null when this person has already got this event by this channel. */
async function recordDelivery(
  tx: Transaction,
  delivery: {
    eventId: string;
    userId: string;
    channel: Channel;
    title: string;
    status: 'sent' | 'waiting';
    mailId?: string;
  },
): Promise<string | null> {
  const [written] = await writeDelivery(tx, { id: newId(), mailId: null, ...delivery });
  return written?.id ?? null;
}
