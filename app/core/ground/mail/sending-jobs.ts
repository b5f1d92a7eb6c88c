/**
 * The jobs that send a written mail, or one of many messages with the same text by any channel. Separate queues, so that
 * order mail does not wait behind a hundred thousand of them, and a recall does not wait behind promotions.
 */
import { z } from 'zod';
import { defineJob } from '#platform/jobs.ts';
import { ACCOUNT_MAIL_AT_ONCE, SENT_AT_ONCE } from '#platform/outgoing/mail.ts';

export const mailJob = defineJob({
  name: 'mail',
  data: z.object({ mailId: z.uuid() }),
  // A slow mail server may take twenty seconds for each, and a batch must finish before it counts as lost.
  batch: 20,
  atOnce: SENT_AT_ONCE,
});

/** The same for mail about an account: a flood of order mail never delays a link that its reader waits for. */
export const accountLetterJob = defineJob({
  name: 'account-letters',
  data: z.object({ mailId: z.uuid() }),
  batch: 10,
  atOnce: ACCOUNT_MAIL_AT_ONCE,
});

/** The person and the event, to check again whether the message is still wanted. */
const about = { eventId: z.uuid(), userId: z.uuid() };
const short = { ...about, deliveryId: z.uuid(), brief: z.string(), path: z.string() };

const data = z.discriminatedUnion('channel', [
  z.object({ channel: z.literal('email'), ...about, mailId: z.uuid() }),
  z.object({ channel: z.literal('push'), ...short, subscriptionId: z.uuid() }),
  z.object({ channel: z.literal('sms'), ...short }),
]);
export type BulkMessage = z.output<typeof data>;

// A slow mail server may take twenty seconds for each, and a batch must finish before it counts as lost.
const pace = { batch: 16, atOnce: 4 };

/** Promotions. */
export const bulkJob = defineJob({ name: 'bulk', data, ...pace });

/** Recalls and closures. */
export const safetyJob = defineJob({ name: 'safety', data, ...pace });
