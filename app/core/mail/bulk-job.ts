/**
 * The job that hands over one message of many that say the same. A queue of its own: nobody's order waits behind
 * a hundred thousand of them.
 */
import { z } from 'zod';
import { defineJob } from '#platform/jobs.ts';

/** Whose message about which event it is, so that it can be asked once more whether it is still wanted. */
const about = { eventId: z.uuid(), userId: z.uuid() };
const short = { ...about, deliveryId: z.uuid(), brief: z.string(), path: z.string() };

export const bulkJob = defineJob({
  name: 'bulk',
  data: z.discriminatedUnion('channel', [
    z.object({ channel: z.literal('email'), ...about, mailId: z.uuid() }),
    z.object({ channel: z.literal('push'), ...short, subscriptionId: z.uuid() }),
    z.object({ channel: z.literal('sms'), ...short }),
  ]),
  // A slow mail server may take twenty seconds for each, and a batch must end before it counts as lost.
  batch: 16,
  atOnce: 4,
});
