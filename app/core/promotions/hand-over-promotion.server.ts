/**
 * Sends one message of a promotion if it is still wanted: a person who has unsubscribed or was banned since gets none.
 */
import type { z } from 'zod';
import type { bulkJob } from '#core/mail/bulk-job.ts';
import { sendQueuedMail, withdrawMail } from '#core/mail/send-queued-mail.server.ts';
import { sendPush } from '#core/notifications/send-push.server.ts';
import { sendSms } from '#core/notifications/send-sms.server.ts';
import { withdrawDelivery } from '#core/notifications/withdraw-delivery.server.ts';
import { isStillWanted } from './audience-queries.server.ts';

const NOT_WANTED = 'not wanted any more, or the promotion was stopped';

/** @throws when it cannot be sent now; the job then retries. */
export async function handOverPromotion(message: z.output<typeof bulkJob.data>): Promise<void> {
  const { channel, eventId, userId } = message;
  const isWanted = await isStillWanted(eventId, userId, channel);
  if (channel === 'email')
    return isWanted ? sendQueuedMail(message.mailId) : withdrawMail(message.mailId, NOT_WANTED);
  if (!isWanted) return withdrawDelivery(message.deliveryId, NOT_WANTED);
  return channel === 'push' ? sendPush(message) : sendSms(message);
}
