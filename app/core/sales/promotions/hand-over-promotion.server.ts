/**
 * Sends one message of a promotion if it is still wanted: a person who has unsubscribed or was banned since gets none.
 */
import type { BulkMessage } from '#core/ground/mail/bulk-job.ts';
import { withdrawMail } from '#core/ground/mail/send-queued-mail.server.ts';
import { sendBulk } from '#core/ground/notifications/send-bulk.server.ts';
import { withdrawDelivery } from '#core/ground/notifications/withdraw-delivery.server.ts';
import { isStillWanted } from './audience-queries.server.ts';

const NOT_WANTED = 'no longer wanted, or the promotion was stopped';

/** @throws when it cannot be sent now; the job then retries. */
export async function handOverPromotion(message: BulkMessage): Promise<void> {
  const { channel, eventId, userId } = message;
  if (await isStillWanted(eventId, userId, channel)) return sendBulk(message);
  return channel === 'email'
    ? withdrawMail(message.mailId, NOT_WANTED)
    : withdrawDelivery(message.deliveryId, NOT_WANTED);
}
