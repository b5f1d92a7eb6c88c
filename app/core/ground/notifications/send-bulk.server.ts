/** Sends, or cancels, one of many messages with the same text by its channel. */

import { sendQueuedMail, withdrawMail } from '#core/ground/mail/send-queued-mail.server.ts';
import type { BulkMessage } from '#core/ground/mail/sending-jobs.ts';
import { sendPush } from './send-push.server.ts';
import { sendSms } from './send-sms.server.ts';
import { withdrawDelivery } from './withdraw-deliveries.server.ts';

/** @throws when it cannot be sent now; the job then retries. */
export function sendBulk(message: BulkMessage): Promise<void> {
  if (message.channel === 'email') return sendQueuedMail(message.mailId);
  return message.channel === 'push' ? sendPush(message) : sendSms(message);
}

/** Cancels one that still waits; a sent one stays sent. */
export const withdrawBulk = (message: BulkMessage, reason: string): Promise<void> =>
  message.channel === 'email'
    ? withdrawMail(message.mailId, reason)
    : withdrawDelivery(message.deliveryId, reason);
