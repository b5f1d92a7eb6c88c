/** Sends one of many messages with the same text by its channel. */
import type { BulkMessage } from '#core/ground/mail/bulk-job.ts';
import { sendQueuedMail } from '#core/ground/mail/send-queued-mail.server.ts';
import { sendPush } from './send-push.server.ts';
import { sendSms } from './send-sms.server.ts';

/** @throws when it cannot be sent now; the job then retries. */
export function sendBulk(message: BulkMessage): Promise<void> {
  if (message.channel === 'email') return sendQueuedMail(message.mailId);
  return message.channel === 'push' ? sendPush(message) : sendSms(message);
}
