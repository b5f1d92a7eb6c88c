/**
 * Sends one message of a promotion if it is still wanted: a person who has unsubscribed or was banned since gets none.
 */
import type { BulkMessage } from '#core/ground/mail/sending-jobs.ts';
import { sendBulk, withdrawBulk } from '#core/ground/notifications/send-bulk.server.ts';
import { isStillWanted } from './audience-queries.server.ts';

const NOT_WANTED = 'no longer wanted, or the promotion was stopped';

/** @throws when it cannot be sent now; the job then retries. */
export async function handOverPromotion(message: BulkMessage): Promise<void> {
  const { channel, eventId, userId } = message;
  if (await isStillWanted(eventId, userId, channel)) return sendBulk(message);
  return withdrawBulk(message, NOT_WANTED);
}
