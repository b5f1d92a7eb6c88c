/** Sends one text message to the gateway; it may arrive twice if the gateway accepted it but did not answer in time. */
import { and, eq, isNotNull, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { database } from '#db/client.ts';
import { deliveries, smsNumbers } from '#db/schema/notifications.ts';
import { sliceSafe } from '#kernel/text.ts';
import { log } from '#platform/log.ts';
import { mailOrigin } from '#platform/outgoing/mail.ts';
import { handOverSms, SmsRefused, smsIsConfigured } from '#platform/outgoing/sms.ts';
import type { smsJob } from './delivery-jobs.ts';
import { smsText } from './short-words.ts';

type SmsOrder = z.output<typeof smsJob.data>;

/** After this long a message is no longer news. */
const HOURS = 12;

/**
 * Sends it to the currently verified number: a person who has stopped text messages gets none.
 * @throws when the gateway cannot be reached or does not accept it now; the job then retries.
 */
export async function sendSms({ deliveryId, brief, path }: SmsOrder): Promise<void> {
  const [order] = await database()
    .select({
      status: deliveries.status,
      isStale: sql<boolean>`${deliveries.createdAt} < now() - make_interval(hours => ${HOURS})`,
      phone: smsNumbers.phone,
    })
    .from(deliveries)
    .leftJoin(smsNumbers, and(eq(smsNumbers.userId, deliveries.userId), isNotNull(smsNumbers.verifiedAt)))
    .where(eq(deliveries.id, deliveryId));
  if (order?.status !== 'waiting') return;
  if (!smsIsConfigured()) return note(deliveryId, 'failed', 'no text message service is set up');
  if (order.phone === null) return note(deliveryId, 'failed', 'text messages were turned off');
  if (order.isStale)
    return note(deliveryId, 'failed', `the text message service accepted nothing for ${HOURS} hours`);
  const { store } = await readSettings();
  try {
    const text = smsText(store.name, brief, mailOrigin() + path);
    await handOverSms({ id: deliveryId, to: order.phone, text });
    await note(deliveryId, 'sent', null);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const isForGood = error instanceof SmsRefused && error.isForGood;
    await note(deliveryId, isForGood ? 'failed' : 'waiting', reason);
    if (!isForGood) throw error;
    log.warn({ delivery: deliveryId, reason }, 'a text message was refused for good');
  }
}

async function note(
  deliveryId: string,
  status: 'sent' | 'failed' | 'waiting',
  reason: string | null,
): Promise<void> {
  await database()
    .update(deliveries)
    .set({ status, lastError: reason && sliceSafe(reason, 500) })
    .where(eq(deliveries.id, deliveryId));
}
