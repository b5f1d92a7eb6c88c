/** Loads what was sent about one subject, to whom, on which channel, and its outcome. */

import { desc, eq } from 'drizzle-orm';
import { type Actor, may } from '#core/ground/access/actor.ts';
import { database } from '#db/client.ts';
import { events } from '#db/schema/events.ts';
import { mailMessages } from '#db/schema/mail.ts';
import { deliveries } from '#db/schema/notifications.ts';
import type { Channel, MailStatus } from '#kernel/statuses.ts';
import { formatDateTime, instantOf } from '#kernel/time.ts';

export type DeliveryLine = {
  id: string;
  channel: Channel;
  /** Its content in one line. */
  title: string;
  recipient: string | null;
  status: MailStatus;
  /** Why it has not been accepted yet, in the words of the receiving side; null if it was. */
  reason: string | null;
  at: string;
  /** Whether it can be sent again: mail written for a customer. */
  mayResend: boolean;
};

/** Newest first. Empty for users who may not manage orders. */
export async function readDeliveries(actor: Actor, subjectId: string, zone: string): Promise<DeliveryLine[]> {
  if (!may(actor, 'orders.manage')) return [];
  const rows = await database()
    .select({
      id: deliveries.id,
      channel: deliveries.channel,
      title: deliveries.title,
      status: deliveries.status,
      lastError: deliveries.lastError,
      mailError: mailMessages.lastError,
      mailStatus: mailMessages.status,
      recipient: mailMessages.recipient,
      createdAt: deliveries.createdAt,
    })
    .from(events)
    .innerJoin(deliveries, eq(deliveries.eventId, events.id))
    .leftJoin(mailMessages, eq(mailMessages.id, deliveries.mailId))
    .where(eq(events.subjectId, subjectId))
    .orderBy(desc(deliveries.createdAt), desc(deliveries.id))
    .limit(50);
  return rows.map(({ createdAt, mailStatus, lastError, mailError, ...row }) => ({
    ...row,
    // An email's outcome is in its mail message, not in its delivery.
    status: mailStatus ?? row.status,
    reason: mailError ?? lastError,
    at: formatDateTime(instantOf(createdAt), zone),
    mayResend: row.channel === 'email',
  }));
}
